import { type Caller, newId } from '@wattyard/server-kit'
import type { Answer } from '@wattyard/testing'
import { type MoneyWorld, running } from './money-world.ts'

/** Tries of one request; a fault strikes once, and a process that died is started again. */
const MOST_TRIES = 12

/** Sends a request until it is answered, each time with the same key, as the console does. @throws Error when it never is */
export async function insist(
  world: MoneyWorld,
  path: string,
  input: Record<string, unknown>,
  { as = world.ann, key = newId() }: { as?: Caller; key?: string } = {},
): Promise<Answer> {
  let last = ''
  for (let i = 0; i < MOST_TRIES; i++) {
    const { server, pool } = await running(world)
    const answer = await server.call(path, input, { as, key, language: 'en' }).catch((error: unknown) => {
      last = String(error)
      return null
    })
    // What a dead process says reaches nobody.
    if (answer !== null && !pool.isDead && answer.status < 500) return answer
    last = answer === null ? last : `${answer.status} ${answer.code} ${answer.msg}`
  }
  throw new Error(`${path} was never answered: ${last}`)
}

/** As `insist`, and has what waits for a second person approved by one. Returns the answer of the deed itself. */
export async function insistByTwo(world: MoneyWorld, path: string, input: Record<string, unknown>): Promise<Answer> {
  const asked = await insist(world, path, input)
  if (!asked.success || !asked.data?.waitsForApproval) return asked
  const approved = await insist(world, '/api/platform/approval/approve', { id: asked.data.approval }, { as: world.bob })
  return approved.success ? { ...approved, data: approved.data.answer } : approved
}

/** Reads, as often as it takes. */
export async function read(world: MoneyWorld, path: string, input: Record<string, unknown>): Promise<Answer['data']> {
  for (let i = 0; i < MOST_TRIES; i++) {
    const { server, pool } = await running(world)
    const answer = await server.call(path, input, { as: world.ann, method: 'GET' }).catch(() => null)
    if (answer !== null && !pool.isDead && answer.status < 500) {
      if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
      return answer.data
    }
  }
  throw new Error(`${path} was never read`)
}

/** Runs jobs once, as the product does between requests. One that a fault strikes is over until its next turn. */
export async function beat(world: MoneyWorld, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { jobs, db } = await running(world)
    const job = jobs.get(name)
    if (job === undefined) throw new Error(`there is no job ${name}`)
    const signal = new AbortController().signal
    await job
      .run({ db, now: world.around.clock.now(), signal })
      .catch((error: unknown) => void world.story.push(`${name}: ${String(error).slice(0, 200)}`))
  }
}

export const ASKING = ['payments.askChannels', 'payments.sendRefunds'] as const

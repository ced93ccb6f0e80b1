import { createHash } from 'node:crypto'
import { insist } from './clerk.ts'
import { type MoneyWorld, running } from './money-world.ts'

/** Sends a statement of the bank account, as the console does: announced, in pieces, ended, and its record saved. */
export async function sendFile(world: MoneyWorld, name: string, content: Buffer): Promise<void> {
  const mark = createHash('sha256').update(content).digest('hex')
  const announced = { resource: 'reconciliation.file', field: 'content', name, bytes: content.length, mark }
  const must = async (path: string, input: Record<string, unknown>) => {
    const answer = await insist(world, path, input)
    if (!answer.success) throw new Error(`${path}: ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  const { id } = await must('/api/file/begin', announced)
  await sendChunk(world, id, content)
  await must('/api/file/finish', { id })
  await must('/api/reconciliation/file/save', { channel: world.bank, content: id })
}

const MOST_TRIES = 12

async function sendChunk(world: MoneyWorld, id: string, content: Buffer): Promise<void> {
  for (let i = 0; i < MOST_TRIES; i++) {
    const { server, pool } = await running(world)
    const sent = await server
      .call('/api/file/chunk', { id, chunk: 0 }, { as: world.ann, bytes: content })
      .catch(() => null)
    if (sent?.success === true && !pool.isDead) return
  }
  throw new Error('a piece of a file was never taken')
}

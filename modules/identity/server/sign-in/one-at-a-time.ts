import { Refusal } from '@wattyard/server-kit'

/** Most concurrent sign-ins for one account, the running one included. */
export const MAX_PER_ACCOUNT = 16

/**
 * Runs tasks of one name one after another, so that guesses for one account cannot overtake the
 * count of their own failures. Tasks of other names do not wait.
 *
 * @throws Refusal `identity.tooManySignIns` when too many wait for one name
 */
export function oneAtATime(depth: number = MAX_PER_ACCOUNT): <T>(name: string, task: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, { tail: Promise<unknown>; length: number }>()
  return async (name, task) => {
    const line = lines.get(name) ?? { tail: Promise.resolve(), length: 0 }
    if (line.length >= depth) throw new Refusal('identity.tooManySignIns', { status: 429, params: { seconds: 5 } })
    const mine = line.tail.then(task, task)
    line.tail = mine.catch(() => {}) // its caller hears of the failure; the next in line only waits for the end
    line.length++
    lines.set(name, line)
    try {
      return await mine
    } finally {
      if (--line.length === 0) lines.delete(name)
    }
  }
}

import { Refusal } from '../refusal.ts'

/** Pictures that are drawn or wait for it; more are told to come back. */
const MAX_WAITING = 32
/** That wait of one person: as many as a form takes at once. */
const MAX_OF_ONE = 10

/** Work of each person that waits, in the order in which they come next. */
const lines = new Map<string, (() => Promise<void>)[]>()
let held = 0
let isAtWork = false

/**
 * Does work with a picture, one after the other: each needs much memory, and the cores belong to the piles. People take turns, so
 * whoever sends many large ones waits for themselves. What the work needs it fetches itself, so that whatever waits holds nothing.
 *
 * @param person whose picture it is
 * @throws Refusal `kernel.busy` when too many wait, of all or of this person
 */
export async function inTurn<T>(person: string, work: () => Promise<T>): Promise<T> {
  const own = lines.get(person) ?? []
  if (held >= MAX_WAITING || own.length >= MAX_OF_ONE)
    throw new Refusal('kernel.busy', { status: 503, params: { seconds: 5 } })
  held++
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  lines.set(person, [
    ...own,
    async () => {
      try {
        resolve(await work())
      } catch (error) {
        reject(error)
      }
    },
  ])
  if (!isAtWork) void serve()
  return promise
}

async function serve(): Promise<void> {
  isAtWork = true
  for (let [next] = lines; next; [next] = lines) {
    const [person, [first]] = next
    // Served, a person is behind all others who wait.
    lines.delete(person)
    const rest = next[1].slice(1)
    if (rest.length > 0) lines.set(person, rest)
    await first?.()
    held--
  }
  isAtWork = false
}

import { DatabaseAway } from '../database/database-line.ts'

/** Failures that the message names; the error holds them all. */
const NAMED = 5
/** Characters of one failure in the message. */
const ENOUGH = 200

export interface EachOptions<T> {
  signal?: AbortSignal
  /** What the failure of one is told by: the tenant's id where tenants are gone through. */
  nameOf?: (one: T) => string
  /** How many are worked on at a time; one when absent. */
  atOnce?: number
}

/**
 * Does a piece of work for each of many, tenants above all: one that throws does not stop those after it. What failed is
 * thrown when all had their turn, so that the run ends as failed and the next tries again. A database that is away is no
 * matter of one of them and ends it at once.
 *
 * @throws AggregateError that names what failed and why
 */
export async function eachByItself<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
  { signal, nameOf = String, atOnce = 1 }: EachOptions<T> = {},
): Promise<void> {
  const failed: { one: T; error: unknown }[] = []
  for (let i = 0; i < all.length && !signal?.aborted; i += atOnce) {
    const turn = all.slice(i, i + atOnce)
    const ends = await Promise.allSettled(turn.map(async one => work(one)))
    ends.forEach((end, k) => {
      if (end.status === 'rejected') failed.push({ one: turn[k]!, error: end.reason }) // ends are as many as the turn
    })
    const away = failed.find(({ error }) => error instanceof DatabaseAway)
    if (away) throw away.error
  }
  if (failed.length === 0) return
  const told = failed.slice(0, NAMED).map(({ one, error }) => `${nameOf(one)}: ${String(error).slice(0, ENOUGH)}`)
  throw new AggregateError(
    failed.map(({ error }) => error),
    `${failed.length} of ${all.length} failed: ${told.join('; ')}${failed.length > NAMED ? '; …' : ''}`,
  )
}

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * Returns a function that says, when a connection is taken, whether its kept plans are to be made anew. PostgreSQL plans a kept
 * statement for the size that its tables have at that moment, and again only when their statistics change: an empty table that grows
 * to thousands of rows within a minute would be read from end to end by each look-up until then. A young connection is asked to plan
 * again after a second, then after twice the time, at last once a minute.
 *
 * @param now milliseconds that only go forward
 */
export function planAges(now: () => number = () => performance.now()): (connection: object) => boolean {
  const due = new WeakMap<object, { readonly at: number; readonly pause_ms: number }>()
  return connection => {
    const at = now()
    const last = due.get(connection)
    if (last && at < last.at) return false
    const pause_ms = last ? Math.min(last.pause_ms * 2, LONGEST_MS) : FIRST_MS
    due.set(connection, { at: at + pause_ms, pause_ms })
    return last !== undefined
  }
}

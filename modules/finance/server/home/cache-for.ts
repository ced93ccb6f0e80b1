/** Most cached answers of one kind. Beyond it the cache is emptied. */
const MAX_KEPT = 1_000

/**
 * Returns a cache of answers by key: figures that many screens request every few seconds are computed once per `forMs`.
 * A cached answer carries its own as-of instant.
 */
export function cacheFor<T>(): (key: string, ask: { now: number; forMs: number; make(): Promise<T> }) => Promise<T> {
  const kept = new Map<string, { at: number; value: T }>()
  return async (key, { now, forMs, make }) => {
    const known = kept.get(key)
    // A clock that was turned back makes everything old.
    if (known && now >= known.at && now - known.at < forMs) return known.value
    const value = await make()
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(key, { at: now, value })
    return value
  }
}

/** Returns whether the basis of a decision is unchanged. The order of keys does not matter, because the database changes it. */
export function isSameBasis(stored: unknown, now: Readonly<Record<string, string | null>>): boolean {
  if (typeof stored !== 'object' || stored === null) return false
  const before = new Map(Object.entries(stored))
  const entries = Object.entries(now)
  return before.size === entries.length && entries.every(([key, value]) => before.get(key) === value)
}

/** Number of remembered visits: some days of work. */
const REMEMBERED = 60
/** Number of preloaded pages: enough for a morning's work, and small enough for a slow connection. */
export const FETCHED_AHEAD = 8

/** Returns the visits with one more; the oldest is dropped. */
export const withVisit = (visits: readonly string[], path: string): string[] => [...visits, path].slice(-REMEMBERED)

/** Reads stored visits; anything else gives none. */
export function readVisits(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string').slice(-REMEMBERED) : []
  } catch {
    return []
  }
}

/**
 * Returns the pages that this person will probably open next: by number of visits, later visits first among equals, then the menu
 * from its top. Only pages in `open`, which has the menu's order.
 */
export function likelyPages(visits: readonly string[], open: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of visits.toReversed()) counts.set(path, (counts.get(path) ?? 0) + 1)
  const visited = [...counts].toSorted(([, one], [, other]) => other - one).map(([path]) => path)
  return [...new Set([...visited.filter(path => open.includes(path)), ...open])].slice(0, FETCHED_AHEAD)
}

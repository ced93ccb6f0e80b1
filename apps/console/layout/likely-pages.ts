/** Visits that are remembered: some days of work. */
const REMEMBERED = 60
/** Pages fetched ahead: a morning's work, and little enough for a slow line. */
export const FETCHED_AHEAD = 8

/** Visits with one more, the oldest forgotten. */
export const withVisit = (visits: readonly string[], path: string): string[] => [...visits, path].slice(-REMEMBERED)

/** Visits as they were stored; anything else is none. */
export function readVisits(text: string | null): string[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(stored) ? stored.filter(one => typeof one === 'string').slice(-REMEMBERED) : []
  } catch {
    return []
  }
}

/**
 * What this person will open next, likeliest first: what they open most, later visits first among equals, then the menu
 * from its top. Nothing that is not in `open`, their pages in the menu's order.
 */
export function likelyPages(visits: readonly string[], open: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of visits.toReversed()) counts.set(path, (counts.get(path) ?? 0) + 1)
  const visited = [...counts].toSorted(([, one], [, other]) => other - one).map(([path]) => path)
  return [...new Set([...visited.filter(path => open.includes(path)), ...open])].slice(0, FETCHED_AHEAD)
}

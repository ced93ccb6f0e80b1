import type { TabList } from './tab-list.ts'

/** Space between two tabs, in px (tab-strip.css). */
export const TAB_GAP = 2

/**
 * Returns the paths of the tabs that have room in the line: the shown one, then pinned ones, then the others from the last visited
 * on; the first that does not fit ends the line. A switch between two drawn tabs therefore changes nothing in the line. Returns
 * no tab when not even the shown one fits, as on a phone. Widths and `room` are in px.
 */
export function fittingTabs(
  { tabs, visits }: TabList,
  shown: string,
  widthOf: (path: string) => number,
  room: number,
): ReadonlySet<string> {
  const known = new Set(tabs.map(({ path }) => path))
  const pinned = tabs.filter(tab => tab.pinned).map(({ path }) => path)
  const order = new Set([shown, ...pinned, ...visits.toReversed()].filter(path => known.has(path)))
  const fitting = new Set<string>()
  let left = room + TAB_GAP
  for (const path of order) {
    left -= widthOf(path) + TAB_GAP
    if (left < 0) break
    fitting.add(path)
  }
  return fitting
}

/**
 * Returns the place in the whole strip for a tab that is dropped at a place among the drawn tabs: tabs without room keep their
 * places between the drawn ones.
 */
export function placeAmong(all: readonly string[], drawn: ReadonlySet<string>, path: string, place: number): number {
  const others = all.filter(one => one !== path)
  const next = others.filter(one => drawn.has(one))[place]
  return next === undefined ? others.length : others.indexOf(next)
}

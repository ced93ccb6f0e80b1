import type { AfterClosing } from '@wattyard/console-kit'

/** A visited page. Its path without query identifies it; it keeps its whole last location. */
export interface OpenTab {
  readonly path: string
  readonly search: string
  readonly hash: string
  /** Increases with each refresh, which builds the page again. */
  readonly revision: number
  /** Never kept: built again on each visit. */
  readonly noCache: boolean
  /** Stays in front until it is unpinned. */
  readonly pinned: boolean
}

export interface TabList {
  readonly tabs: readonly OpenTab[]
  /** Paths in the order of their last visit, newest last. */
  readonly visits: readonly string[]
}

/** Tabs to close, seen from one tab. */
export type Closed = 'this' | 'left' | 'right' | 'others' | 'all'

export const NO_TABS: TabList = { tabs: [], visits: [] }
/** Largest number of tabs whose pages stay mounted; older ones keep only their location. */
export const MAX_LIVE_TABS = 20
/** Largest number of tabs in the strip; the one visited longest ago is closed. */
export const MAX_TABS = 40
/** Address when no tab remains (contract §2.2; it leads to the home page). */
export const ROOT_PATH = '/'

interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

const never = (): boolean => false

/**
 * Returns the strip after a visit: a new path is added, a known tab gets its new query (contract §4). Above the limit, the tab
 * visited longest ago is closed; never a pinned one or one with unsaved input. Unchanged parts stay the same objects, so that
 * their components need not render.
 */
export function visitTab(
  list: TabList,
  { pathname, search, hash }: Location,
  noCache = false,
  isDirty: (path: string) => boolean = never,
): TabList {
  const known = list.tabs.find(tab => tab.path === pathname)
  const isSame = known?.search === search && known.hash === hash && known.noCache === noCache
  if (isSame && list.visits.at(-1) === pathname) return list
  const tab: OpenTab = { path: pathname, revision: 0, pinned: false, ...known, search, hash, noCache }
  const visits = [...list.visits.filter(path => path !== pathname), pathname]
  if (isSame) return { tabs: list.tabs, visits }
  if (known) return { tabs: list.tabs.map(one => (one.path === pathname ? tab : one)), visits }
  const tabs = [...list.tabs, tab]
  if (tabs.length <= MAX_TABS) return { tabs, visits }
  const isHeld = (path: string): boolean => isDirty(path) || isPinned(list, path)
  const oldest = visits.find(path => path !== pathname && !isHeld(path)) ?? visits[0]
  return oldest === undefined ? { tabs, visits } : without({ tabs, visits }, path => path === oldest)
}

const isPinned = (list: TabList, path: string): boolean => list.tabs.some(tab => tab.path === path && tab.pinned)

function without(list: TabList, isGone: (path: string) => boolean): TabList {
  return {
    tabs: list.tabs.filter(tab => !isGone(tab.path)),
    visits: list.visits.filter(path => !isGone(path)),
  }
}

export interface Closing {
  readonly list: TabList
  /** Address to go to; absent when the shown page stays. */
  readonly goTo?: string
}

/** Returns the whole address of a tab; of none, that of the root. */
export const addressOf = (tab: OpenTab | undefined): string => (tab ? tab.path + tab.search + tab.hash : ROOT_PATH)

/** Returns whether there is anything to close; pinned tabs stay. */
export function hasAny(list: TabList, what: Closed, path: string): boolean {
  return goneBy(list, what, path).length > 0
}

function goneBy(list: TabList, what: Closed, path: string): readonly string[] {
  const at = list.tabs.findIndex(tab => tab.path === path)
  const isMeant = (index: number): boolean => {
    switch (what) {
      case 'this':
        return index === at
      case 'left':
        return index < at
      case 'right':
        return index > at && at >= 0
      case 'others':
        return index !== at
      case 'all':
        return true
    }
  }
  return list.tabs.filter((tab, index) => !tab.pinned && isMeant(index)).map(tab => tab.path)
}

/**
 * Closes one tab, those on one side of it, all others, or all. If the shown tab closes, the next page is: after `this` the last
 * remaining tab, or the previously shown one when the person prefers that; after `others`, `left` and `right` the tab they were
 * closed from; after `all` `/`; and `/` if none remain (contract §2.2).
 */
export function closeTabs(
  list: TabList,
  what: Closed,
  path: string,
  shown: string,
  prefer: AfterClosing = 'last',
): Closing {
  const gone = goneBy(list, what, path)
  const rest = without(list, one => gone.includes(one))
  const find = (wanted: string | undefined): OpenTab | undefined => rest.tabs.find(tab => tab.path === wanted)
  if (what === 'others')
    return path === shown || !find(path) ? { list: rest } : { list: rest, goTo: addressOf(find(path)) }
  if (!gone.includes(shown)) return { list: rest }
  if (what === 'all') return { list: rest, goTo: ROOT_PATH }
  if (what !== 'this') return { list: rest, goTo: addressOf(find(path)) }
  return { list: rest, goTo: addressOf(prefer === 'previous' ? find(rest.visits.at(-1)) : rest.tabs.at(-1)) }
}

export function refreshTab(list: TabList, path: string): TabList {
  return { ...list, tabs: list.tabs.map(tab => (tab.path === path ? { ...tab, revision: tab.revision + 1 } : tab)) }
}

/** Pins a tab behind the pinned ones, or unpins it to the front of the others. */
export function pinTab(list: TabList, path: string, pinned: boolean): TabList {
  const tab = list.tabs.find(one => one.path === path)
  if (!tab || tab.pinned === pinned) return list
  const others = list.tabs.filter(one => one !== tab)
  const front = others.filter(one => one.pinned)
  return { ...list, tabs: [...front, { ...tab, pinned }, ...others.filter(one => !one.pinned)] }
}

/** Moves a tab to a place in the strip; pinned tabs stay together in front. */
export function moveTab(list: TabList, path: string, to: number): TabList {
  const tab = list.tabs.find(one => one.path === path)
  if (!tab) return list
  const others = list.tabs.filter(one => one !== tab)
  const border = others.filter(one => one.pinned).length
  const [least, most] = tab.pinned ? [0, border] : [border, others.length]
  const place = Math.min(most, Math.max(least, to))
  if (list.tabs[place] === tab) return list
  return { ...list, tabs: others.toSpliced(place, 0, tab) }
}

/**
 * Returns the paths whose pages stay mounted: the shown one, the last visited ones that may be cached, and all with unsaved
 * input, which would be lost otherwise.
 */
export function livePaths(
  list: TabList,
  shown: string,
  isDirty: (path: string) => boolean = never,
): ReadonlySet<string> {
  const hidden = list.visits.filter(path => path !== shown)
  const cached = hidden.filter(path => list.tabs.some(tab => tab.path === path && !tab.noCache))
  return new Set([shown, ...cached.slice(-(MAX_LIVE_TABS - 1)), ...hidden.filter(isDirty)])
}

import type { AfterClosing } from '@wattyard/console-kit'

/** A visited page. Its identity is the path without query; it remembers its whole last location. */
export interface OpenTab {
  readonly path: string
  readonly search: string
  readonly hash: string
  /** Grows with each refresh; the page is built anew when it does. */
  readonly revision: number
  /** Never kept: built anew on each visit. */
  readonly noCache: boolean
  /** Stands in front and stays until it is let go. */
  readonly pinned: boolean
}

export interface TabList {
  readonly tabs: readonly OpenTab[]
  /** Paths in the order of their last visit, newest last. */
  readonly visits: readonly string[]
}

/** What of the strip is closed, seen from one tab. */
export type Closed = 'this' | 'left' | 'right' | 'others' | 'all'

export const NO_TABS: TabList = { tabs: [], visits: [] }
/** Tabs whose pages stay alive; older ones keep only their location. */
export const MAX_LIVE_TABS = 20
/** Tabs in the strip; the one visited longest ago gives way. */
export const MAX_TABS = 40
/** Where one goes when no tab remains (contract §2.2; it leads to the home page). */
export const ROOT_PATH = '/'

interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

const never = (): boolean => false

/**
 * Visits a location: added by path if not present, else the tab is updated to its new query (contract §4). When there
 * are too many, the one visited longest ago goes; never a pinned one, nor one with something unsaved. What a visit does
 * not change stays the same object: who shows it needs not draw it anew.
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
  /** Where to go; absent when the shown page stays. */
  readonly goTo?: string
}

const addressOf = (tab: OpenTab | undefined): string => (tab ? tab.path + tab.search + tab.hash : ROOT_PATH)

/** Whether closing in this manner would close anything; pinned tabs stay. */
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
 * Closes one, those on a side of it, all but it, or all. If the shown one goes: from itself to the last remaining tab, or
 * the one shown before it when the person prefers that; from the others to the one they were closed from; from all to
 * `/`; and to `/` if none remain (contract §2.2).
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

/** Pins a tab behind those pinned already, or lets it go to the head of the others. */
export function pinTab(list: TabList, path: string, pinned: boolean): TabList {
  const tab = list.tabs.find(one => one.path === path)
  if (!tab || tab.pinned === pinned) return list
  const others = list.tabs.filter(one => one !== tab)
  const front = others.filter(one => one.pinned)
  return { ...list, tabs: [...front, { ...tab, pinned }, ...others.filter(one => !one.pinned)] }
}

/** Puts a tab at a place of the strip; pinned ones stay among themselves in front. */
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
 * Paths whose pages are kept: the shown one, those visited last that may be cached, and all with something unsaved,
 * because a page that is let go would take with it what was typed.
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

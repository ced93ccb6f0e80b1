/** A visited page. Its identity is the path without query; it remembers its whole last location. */
export interface OpenTab {
  readonly path: string
  readonly search: string
  readonly hash: string
  /** Grows with each refresh; the page is built anew when it does. */
  readonly revision: number
  /** Never kept: built anew on each visit. */
  readonly noCache: boolean
}

export interface TabList {
  readonly tabs: readonly OpenTab[]
  /** Paths in the order of their last visit, newest last. */
  readonly visits: readonly string[]
}

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

/** Visits a location: added by path if not present, else the tab is updated to its new query (contract §4). */
export function visitTab(list: TabList, { pathname, search, hash }: Location, noCache = false): TabList {
  const known = list.tabs.find(tab => tab.path === pathname)
  const tab: OpenTab = { path: pathname, revision: 0, ...known, search, hash, noCache }
  const visits = [...list.visits.filter(path => path !== pathname), pathname]
  if (known) return { tabs: list.tabs.map(one => (one.path === pathname ? tab : one)), visits }
  const tabs = [...list.tabs, tab]
  const oldest = tabs.length > MAX_TABS ? visits[0] : undefined
  return oldest === undefined ? { tabs, visits } : without({ tabs, visits }, oldest)
}

function without(list: TabList, path: string): TabList {
  return { tabs: list.tabs.filter(tab => tab.path !== path), visits: list.visits.filter(one => one !== path) }
}

export interface Closing {
  readonly list: TabList
  /** Where to go; absent when the shown page stays. */
  readonly goTo?: string
}

const addressOf = (tab: OpenTab | undefined): string => (tab ? tab.path + tab.search + tab.hash : ROOT_PATH)

/** Closes one. If it was the shown one: to the last remaining tab, or to `/` if none remain (contract §2.2). */
export function closeTab(list: TabList, path: string, shown: string): Closing {
  const rest = without(list, path)
  return path === shown ? { list: rest, goTo: addressOf(rest.tabs.at(-1)) } : { list: rest }
}

/** Keeps only the given one and goes there. */
export function closeOtherTabs(list: TabList, path: string, shown: string): Closing {
  const tab = list.tabs.find(one => one.path === path)
  const rest = { tabs: tab ? [tab] : [], visits: tab ? [path] : [] }
  return path === shown ? { list: rest } : { list: rest, goTo: addressOf(tab) }
}

export function closeAllTabs(): Closing {
  return { list: NO_TABS, goTo: ROOT_PATH }
}

export function refreshTab(list: TabList, path: string): TabList {
  return { ...list, tabs: list.tabs.map(tab => (tab.path === path ? { ...tab, revision: tab.revision + 1 } : tab)) }
}

/** Paths whose pages are kept: the shown one, and those visited last that may be cached. */
export function livePaths(list: TabList, shown: string): ReadonlySet<string> {
  const cached = list.visits.filter(path => path !== shown && list.tabs.some(tab => tab.path === path && !tab.noCache))
  return new Set([shown, ...cached.slice(-(MAX_LIVE_TABS - 1))])
}

/** Strip as it was before a reload of the browser tab; anything that is no strip is an empty one. */
export function readTabs(text: string | null, isKnown: (path: string) => boolean): TabList {
  try {
    const stored: unknown = JSON.parse(text ?? '[]')
    if (!Array.isArray(stored)) return NO_TABS
    const tabs = stored.flatMap((one: unknown): OpenTab[] => {
      if (
        one === null ||
        typeof one !== 'object' ||
        !('path' in one) ||
        typeof one.path !== 'string' ||
        !isKnown(one.path)
      )
        return []
      const search = 'search' in one && typeof one.search === 'string' ? one.search : ''
      return [{ path: one.path, search, hash: '', revision: 0, noCache: 'noCache' in one && one.noCache === true }]
    })
    const unique = tabs.filter((tab, index) => tabs.findIndex(one => one.path === tab.path) === index).slice(-MAX_TABS)
    return { tabs: unique, visits: unique.map(tab => tab.path) }
  } catch {
    return NO_TABS
  }
}

export function writeTabs(list: TabList): string {
  return JSON.stringify(list.tabs.map(({ path, search, noCache }) => ({ path, search, noCache })))
}

import { MAX_TABS, NO_TABS, type OpenTab, type TabList } from './tab-list.ts'

/** Returns the strip as text for a reload: tabs in order, each with its place in the order of visits. */
export function writeTabs(list: TabList): string {
  return JSON.stringify(
    list.tabs.map(({ path, search, noCache, pinned }) => ({
      path,
      search,
      noCache,
      pinned,
      visit: list.visits.indexOf(path),
    })),
  )
}

/** Reads the strip from before a reload of the browser tab; invalid text gives an empty strip. */
export function readTabs(text: string | null, isKnown: (path: string) => boolean): TabList {
  let stored: unknown
  try {
    stored = JSON.parse(text ?? '[]')
  } catch {
    return NO_TABS
  }
  if (!Array.isArray(stored)) return NO_TABS
  const read = stored.flatMap((one: unknown) => {
    const found = readTab(one)
    return found && isKnown(found.tab.path) ? [found] : []
  })
  const unique = read
    .filter(({ tab }, index) => read.findIndex(other => other.tab.path === tab.path) === index)
    .slice(-MAX_TABS)
  const tabs = unique.map(({ tab }) => tab)
  return {
    tabs: [...tabs.filter(tab => tab.pinned), ...tabs.filter(tab => !tab.pinned)],
    visits: unique.toSorted((a, b) => a.visit - b.visit).map(({ tab }) => tab.path),
  }
}

function readTab(one: unknown): { tab: OpenTab; visit: number } | undefined {
  if (one === null || typeof one !== 'object' || !('path' in one) || typeof one.path !== 'string') return undefined
  const search = 'search' in one && typeof one.search === 'string' ? one.search : ''
  const is = (key: 'noCache' | 'pinned'): boolean => (one as Record<string, unknown>)[key] === true // an object, see above
  const visit = 'visit' in one && typeof one.visit === 'number' ? one.visit : 0
  return {
    tab: { path: one.path, search, hash: '', revision: 0, noCache: is('noCache'), pinned: is('pinned') },
    visit,
  }
}

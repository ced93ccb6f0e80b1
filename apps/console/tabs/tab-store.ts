import { confirm, forgetDirty, isDirtyTab, say, useSession } from '@wattyard/console-kit'
import { create } from 'zustand'
import { routeAt } from '../routes/contract-routes.ts'
import { isBuilt } from '../routes/modules.ts'
import {
  type Closing,
  closeAllTabs,
  closeOtherTabs,
  closeTab,
  readTabs,
  refreshTab,
  type TabList,
  visitTab,
  writeTabs,
} from './tab-list.ts'

const STORE_KEY = 'wattyard.tabs'

function isKnown(path: string): boolean {
  const route = routeAt(path)
  return route !== undefined && isBuilt(route.path)
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORE_KEY)
  } catch {
    return null // storage is forbidden: the strip starts empty
  }
}

/** Visited pages of this browser tab; they survive a reload, not a new window. */
export const useTabs = create<TabList>()(() => readTabs(stored(), isKnown))

useTabs.subscribe(list => {
  try {
    sessionStorage.setItem(STORE_KEY, writeTabs(list))
  } catch {
    // As above.
  }
})

// The next person at this browser tab must not find the pages of the one before.
useSession.subscribe(({ token }) => {
  if (token === '') useTabs.setState({ tabs: [], visits: [] })
})

export const visit = (location: { pathname: string; search: string; hash: string }, noCache: boolean): void =>
  useTabs.setState(list => visitTab(list, location, noCache))
export const refresh = (path: string): void => useTabs.setState(list => refreshTab(list, path))

export function titleOf(path: string): string {
  const route = routeAt(path)
  return route ? say(route.title) : say('shell.noName')
}

/** Closes and says where to go; nothing happens when somebody wants to keep what is unsaved. */
async function close(next: (list: TabList) => Closing, go: (path: string) => void): Promise<void> {
  const before = useTabs.getState()
  const { list } = next(before)
  const gone = before.tabs.map(tab => tab.path).filter(path => !list.tabs.some(tab => tab.path === path))
  const dirty = gone.find(path => isDirtyTab(path))
  if (dirty !== undefined) {
    const yes = await confirm({
      title: say('shell.unsavedTitle'),
      text: say('shell.unsavedText', { name: titleOf(dirty) }),
      danger: true,
    })
    if (!yes) return
  }
  const closing = next(useTabs.getState())
  for (const path of gone) forgetDirty(path)
  useTabs.setState(closing.list)
  if (closing.goTo !== undefined) go(closing.goTo)
}

export const closeOne = async (path: string, shown: string, go: (path: string) => void): Promise<void> =>
  close(list => closeTab(list, path, shown), go)
export const closeOthers = async (path: string, shown: string, go: (path: string) => void): Promise<void> =>
  close(list => closeOtherTabs(list, path, shown), go)
export const closeAll = async (go: (path: string) => void): Promise<void> => close(() => closeAllTabs(), go)

import { confirm, forgetDirty, isDirtyTab, translate, useSession, useSettings } from '@wattyard/console-kit'
import { create } from 'zustand'
import { routeAt } from '@wattyard/pages'
import { BASE } from '../routes/address.tsx'
import { isBuilt } from '../routes/modules.ts'
import { forgetPlaces } from './scroll-places.ts'
import { readTabs, writeTabs } from './stored-tabs.ts'
import { type Closed, closeTabs, moveTab, NO_TABS, pinTab, refreshTab, type TabList, visitTab } from './tab-list.ts'

const STORE_KEY = 'wattyard.tabs'

function isKnown(path: string): boolean {
  const route = routeAt(path)
  return route !== undefined && isBuilt(route.path)
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORE_KEY)
  } catch {
    return null // storage is forbidden, so the strip starts empty
  }
}

/** Visited pages of this browser tab; they survive a reload, but not a new window. */
export const useTabs = create<TabList>()(() => readTabs(stored(), isKnown))

useTabs.subscribe(list => {
  try {
    sessionStorage.setItem(STORE_KEY, writeTabs(list))
  } catch {
    // Storage is forbidden, as above.
  }
})

// The next person at this browser tab must not find the pages of the one before.
useSession.subscribe(({ token }) => {
  if (token !== '') return
  useTabs.setState(NO_TABS)
  forgetPlaces(() => true)
})

export const visit = (location: { pathname: string; search: string; hash: string }, noCache: boolean): void =>
  useTabs.setState(list => visitTab(list, location, noCache, isDirtyTab))
export const pin = (path: string, pinned: boolean): void => useTabs.setState(list => pinTab(list, path, pinned))
/** Moves a tab to a place in the strip and returns its actual place, counted from 1. */
export function move(path: string, to: number): number {
  useTabs.setState(list => moveTab(list, path, to))
  return useTabs.getState().tabs.findIndex(tab => tab.path === path) + 1
}

export function titleOf(path: string): string {
  const route = routeAt(path)
  return route ? translate(route.meta.title) : translate('shell.noName')
}

/** Asks before unsaved input in these tabs is lost, hidden tabs included; resolves to whether it may be. */
async function mayLose(paths: readonly string[]): Promise<boolean> {
  const dirty = paths.filter(path => isDirtyTab(path))
  if (dirty.length === 0) return true
  return confirm({
    title: translate('shell.unsavedTitle'),
    text: translate('shell.unsavedText', { name: dirty.map(titleOf).join(' · ') }),
    danger: true,
  })
}

function forget(paths: readonly string[]): void {
  for (const path of paths) forgetDirty(path)
  forgetPlaces(path => paths.includes(path))
}

/** Builds a page again; asks first when it has unsaved input. */
export async function refresh(path: string): Promise<void> {
  if (!(await mayLose([path]))) return
  forget([path])
  useTabs.setState(list => refreshTab(list, path))
}

/** Closes tabs and opens the page that follows; does nothing when the person keeps unsaved input. */
export async function close(what: Closed, path: string, shown: string, go: (address: string) => void): Promise<void> {
  const next = (list: TabList) => closeTabs(list, what, path, shown, useSettings.getState().afterClosing)
  const before = useTabs.getState()
  const { list: kept } = next(before)
  const gone = before.tabs.map(tab => tab.path).filter(one => !kept.tabs.some(tab => tab.path === one))
  if (!(await mayLose(gone))) return
  const { list, goTo } = next(useTabs.getState())
  forget(gone)
  useTabs.setState(list)
  if (goTo !== undefined) go(goTo)
}

/** Opens the page of a tab in a window of its own, which has no access to this one. */
export function openInWindow(path: string): void {
  const tab = useTabs.getState().tabs.find(one => one.path === path)
  window.open(BASE + path + (tab?.search ?? '') + (tab?.hash ?? ''), '_blank', 'noopener')
}

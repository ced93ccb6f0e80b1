import { useQueryClient } from '@tanstack/react-query'
import { api, isDirtyTab, TabContext, useWords } from '@wattyard/console-kit'
import { Activity, type ComponentType, memo, useEffect, useMemo, useRef } from 'react'
import { NavigationType, Route, Routes, UNSAFE_LocationContext as LocationContext } from 'react-router'
import { CrashBoundary } from '../pages/crash-boundary.tsx'
import { routeAt } from '@wattyard/pages'
import { restorePlaces } from './scroll-places.ts'
import { livePaths, type OpenTab } from './tab-list.ts'
import { refresh, useTabs } from './tab-store.ts'

interface TabPanesProps {
  /** Path of the tab that is shown. */
  shown: string
  /** Pages whose chunk is here. A tab of an earlier visit gets its page when it is shown. */
  pages: ReadonlyMap<string, ComponentType>
}

/** All live pages; the hidden ones keep their state, their timers and streams rest. */
export function TabPanes({ shown, pages }: TabPanesProps) {
  const list = useTabs()
  const live = livePaths(list, shown, isDirtyTab)
  return list.tabs.map(tab => {
    const Page = pages.get(tab.path)
    if (!Page || !live.has(tab.path)) return null
    return (
      <Activity key={`${tab.path}#${tab.revision}`} mode={tab.path === shown ? 'visible' : 'hidden'}>
        <Pane tab={tab} Page={Page} />
      </Activity>
    )
  })
}

/**
 * A page under a location of its own. Memoised, and shielded from the router's location: a switch of tabs would else
 * draw every open page anew before the one that is wanted is seen.
 */
const Pane = memo(function Pane({ tab, Page }: { tab: OpenTab; Page: ComponentType }) {
  const { t } = useWords()
  const route = routeAt(tab.path)
  const title = route ? t(route.meta.title) : t('shell.noName')
  const context = useMemo(() => ({ key: tab.path, title }), [tab.path, title])
  const here = useMemo(
    () => ({
      location: { pathname: tab.path, search: tab.search, hash: tab.hash, state: null, key: tab.path },
      navigationType: NavigationType.Pop,
    }),
    [tab.path, tab.search, tab.hash],
  )
  const page = useMemo(
    () => (
      <Routes location={here.location}>
        <Route path="*" element={<Page />} />
      </Routes>
    ),
    [here, Page],
  )
  const pane = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const retry = (): void => {
    // What the page crashed on may be an answer that is still kept: nothing that no page shows is kept any longer.
    client.removeQueries({ type: 'inactive' })
    api.forgetReads()
    void refresh(tab.path)
  }
  useEffect(() => (pane.current ? restorePlaces(pane.current, tab.path) : undefined), [tab.path])
  return (
    <div ref={pane} className="s-pane" data-path={tab.path}>
      <TabContext value={context}>
        <CrashBoundary onRetry={retry}>
          <LocationContext value={here}>{page}</LocationContext>
        </CrashBoundary>
      </TabContext>
    </div>
  )
})

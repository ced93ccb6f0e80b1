import { useQueryClient } from '@tanstack/react-query'
import { api, isDirtyTab, TabContext, useSession, useWords } from '@wattyard/console-kit'
import {
  Activity,
  type ComponentType,
  memo,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { NavigationType, UNSAFE_LocationContext as LocationContext } from 'react-router'
import { CrashBoundary } from '../pages/crash-boundary.tsx'
import { routeAt } from '@wattyard/pages'
import { PAGES } from '../routes/modules.ts'
import { crumbsOf } from '../layout/menu-tree.ts'
import { restorePlaces } from './scroll-places.ts'
import { hideInPlace } from './hide-tab.ts'
import { livePaths, type OpenTab } from './tab-list.ts'
import { refresh, useTabs } from './tab-store.ts'

interface TabPanesProps {
  /** Path of the shown tab. */
  shown: string
  /** Loaded pages. A tab of an earlier visit gets its page when it is shown. */
  pages: ReadonlyMap<string, ComponentType>
}

interface PaneProps {
  tab: OpenTab
  Page: ComponentType
  isLeaving: boolean
}

/** Draws all live pages; hidden ones keep their state while their timers and streams are stopped. */
export function TabPanes({ shown, pages }: TabPanesProps) {
  const list = useTabs()
  const live = livePaths(list, shown, isDirtyTab)
  const leaving = useLeaving(shown)
  return list.tabs.map(tab => {
    const Page = pages.get(tab.path)
    if (!Page || !live.has(tab.path)) return null
    return (
      <Activity
        key={`${tab.path}#${tab.revision}`}
        mode={tab.path === shown || tab.path === leaving ? 'visible' : 'hidden'}
      >
        <Pane tab={tab} Page={Page} isLeaving={tab.path === leaving} />
      </Activity>
    )
  })
}

/**
 * Returns the previously shown page until the next one has been painted. Hiding a long page takes as long as drawing a short one,
 * so it becomes invisible at once (`data-leaving`) and is hidden afterwards.
 */
function useLeaving(shown: string): string | null {
  const [settled, setSettled] = useState(shown)
  useEffect(() => {
    let timer = 0
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setSettled(shown)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [shown])
  return settled === shown ? null : settled
}

/** Draws a page under its own location. Memoised, because a switch of tabs would otherwise render every open page first. */
const Pane = memo(function Pane({ tab, Page, isLeaving }: PaneProps) {
  const { t } = useWords()
  const route = routeAt(tab.path)
  const title = route ? t(route.meta.title) : t('shell.noName')
  const stations = PAGES.get(tab.path)?.entry.stations
  const me = useSession(session => session.me)
  const context = useMemo(
    () => ({
      key: tab.path,
      title,
      // The last crumb is the page itself, whose name the page draws.
      crumbs: crumbsOf(routeAt(tab.path), t, me).slice(0, -1),
      ...(stations === undefined ? {} : { stations }),
    }),
    [tab.path, title, stations, t, me],
  )
  const here = useMemo(
    () => ({
      location: { pathname: tab.path, search: tab.search, hash: tab.hash, state: null, key: tab.path },
      navigationType: NavigationType.Pop,
    }),
    [tab.path, tab.search, tab.hash],
  )
  const page = useMemo(() => <Page />, [Page])
  const pane = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const retry = (): void => {
    // A cached answer may have caused the crash, so all answers that no page shows are dropped.
    client.removeQueries({ type: 'inactive' })
    api.forgetReads()
    void refresh(tab.path)
  }
  const takePane = useCallback((element: HTMLDivElement | null): void => {
    pane.current = element
    if (element) hideInPlace(element)
  }, [])
  useEffect(() => (pane.current ? restorePlaces(pane.current, tab.path) : undefined), [tab.path])
  return (
    <div ref={takePane} className="s-pane" data-path={tab.path} data-leaving={isLeaving ? '' : undefined}>
      <TabContext value={context}>
        <CrashBoundary onRetry={retry}>
          <LocationContext value={here}>{page}</LocationContext>
        </CrashBoundary>
      </TabContext>
    </div>
  )
})

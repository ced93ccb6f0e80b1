import { useQueryClient } from '@tanstack/react-query'
import { api, isDirtyTab, TabContext, useWords } from '@wattyard/console-kit'
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
import { restorePlaces } from './scroll-places.ts'
import { hideInPlace } from './hide-tab.ts'
import { livePaths, type OpenTab } from './tab-list.ts'
import { refresh, useTabs } from './tab-store.ts'

interface TabPanesProps {
  /** Path of the tab that is shown. */
  shown: string
  /** Pages whose chunk is here. A tab of an earlier visit gets its page when it is shown. */
  pages: ReadonlyMap<string, ComponentType>
}

interface PaneProps {
  tab: OpenTab
  Page: ComponentType
  isLeaving: boolean
}

/** All live pages; the hidden ones keep their state, their timers and streams rest. */
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
 * The page that was shown before, until the next one has been painted. To put a long page away takes as long as to draw
 * a short one; it is out of sight at once (`data-leaving`) and goes when nobody waits any more.
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

/**
 * A page under a location of its own. Memoised: a switch of tabs would else draw every open page anew before the one that
 * is wanted is seen.
 */
const Pane = memo(function Pane({ tab, Page, isLeaving }: PaneProps) {
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
  const page = useMemo(() => <Page />, [Page])
  const pane = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const retry = (): void => {
    // What the page crashed on may be an answer that is still kept: nothing that no page shows is kept any longer.
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

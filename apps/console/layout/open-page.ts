import { api, missingCode } from '@wattyard/console-kit'
import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Path } from 'react-router'
import { type ContractRoute, isAllowed, routeAt } from '@wattyard/pages'
import { watchAddress } from '../routes/address.tsx'
import { loadPage, PAGES } from '../routes/modules.ts'
import { visit } from '../tabs/tab-store.ts'
import type { Me } from '@wattyard/console-kit'

/** Pages whose chunk and words are loaded. */
const loaded = new Map<string, ComponentType>()

/** Loads a page before it is opened, when the pointer is over its link or the browser is idle. A failure is ignored. */
export async function preloadPage(path: string): Promise<void> {
  const page = PAGES.get(path)
  if (!page || loaded.has(path)) return
  await loadPage(page).then(
    Page => loaded.set(path, Page),
    () => undefined,
  )
}

// Loading begins with the click; the render that follows it, and its effects, come tens of milliseconds later.
watchAddress(path => void preloadPage(routeAt(path)?.path ?? path))

export type Shown =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noPermission' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'nothing' }

const NOTHING: Shown = { kind: 'nothing' }

/** Returns what a path shows, before any loading. */
export function judge(route: ContractRoute | undefined, me: Me | null): 'page' | 'notFound' | 'noPermission' {
  if (route?.path === '/401') return 'noPermission'
  if (!route || !PAGES.has(route.path)) return 'notFound'
  return isAllowed(route, me) ? 'page' : 'noPermission'
}

/**
 * Opens the page of a location: loads its chunk and words first and opens the tab afterwards, so that the previous page stays
 * until the next one can be shown. `opening` is true meanwhile. A page that is already loaded is shown in the same render as the
 * new location, not in the one after.
 */
export function useOpenPage(
  location: Path,
  me: Me | null,
): { shown: Shown; opening: boolean; pages: ReadonlyMap<string, ComponentType> } {
  const [before, setBefore] = useState<string | null>(null)
  const [failedAt, setFailedAt] = useState<{ key: string; error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  /** Path that the person has asked for again after a failure. */
  const asked = useRef('')
  const [, setLoads] = useState(0)
  const route = routeAt(location.pathname)
  const verdict = judge(route, me)
  const path = route?.path ?? location.pathname
  const isHere = verdict === 'page' && loaded.has(path)
  if (isHere && before !== path) setBefore(path)

  useEffect(() => {
    const page = PAGES.get(path)
    if (verdict !== 'page' || isHere || !page) return
    let isCurrent = true
    loadPage(page).then(
      Page => {
        loaded.set(path, Page)
        if (isCurrent) setLoads(count => count + 1)
      },
      async (failure: unknown) => {
        const isAsked = asked.current === path
        asked.current = ''
        const error = await missingCode(failure, isAsked)
        if (isCurrent) setFailedAt({ key: path, error })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [verdict, path, isHere, attempt])
  // Before the frame is painted, so that the tab and a new page's pane appear together with the page.
  useLayoutEffect(() => {
    if (!isHere || route?.meta.nottagview) return
    visit({ pathname: path, search: location.search, hash: location.hash }, route?.meta.noCache === true)
  }, [isHere, path, route, location.search, location.hash])

  const retry = (): void => {
    api.forgetReads()
    asked.current = path
    setFailedAt(null)
    setAttempt(attempt + 1)
  }
  if (verdict !== 'page') return { shown: { kind: verdict }, opening: false, pages: loaded }
  if (!isHere && failedAt?.key === path) {
    return { shown: { kind: 'failed', error: failedAt.error, retry }, opening: false, pages: loaded }
  }
  const shown: Shown = isHere || before !== null ? { kind: 'page', path: isHere ? path : (before ?? path) } : NOTHING
  return { shown, opening: !isHere, pages: loaded }
}

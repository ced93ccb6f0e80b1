import { api, ApiError } from '@wattyard/console-kit'
import { type ComponentType, useEffect, useState } from 'react'
import type { Location } from 'react-router'
import { type ContractRoute, isAllowed, routeAt } from '@wattyard/pages'
import { loadPage, PAGES } from '../routes/modules.ts'
import { visit } from '../tabs/tab-store.ts'
import type { Me } from '@wattyard/console-kit'

/** Pages whose chunk and words are here. */
const loaded = new Map<string, ComponentType>()

/** Starts loading a page before it is asked for: the pointer is over its link. */
export function preloadPage(path: string): void {
  const page = PAGES.get(path)
  if (page && !loaded.has(path))
    void loadPage(page).then(
      Page => loaded.set(path, Page),
      () => undefined,
    )
}

export type Shown =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'noPermission' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'nothing' }

/** What a path is, before any loading. */
export function judge(route: ContractRoute | undefined, me: Me | null): 'page' | 'notFound' | 'noPermission' {
  if (route?.path === '/401') return 'noPermission'
  if (!route || !PAGES.has(route.path)) return 'notFound'
  return isAllowed(route, me) ? 'page' : 'noPermission'
}

/**
 * Opens the page of a location: its chunk and its words first, the tab afterwards, so that the page before stays until
 * the next one can be shown. `opening` is true meanwhile.
 */
export function useOpenPage(
  location: Location,
  me: Me | null,
): { shown: Shown; opening: boolean; pages: ReadonlyMap<string, ComponentType> } {
  const [shown, setShown] = useState<Shown>({ kind: 'nothing' })
  const [failedAt, setFailedAt] = useState<{ key: string; error: unknown } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const route = routeAt(location.pathname)
  const verdict = judge(route, me)
  const path = route?.path ?? location.pathname

  useEffect(() => {
    if (verdict !== 'page') return
    let isCurrent = true
    const show = (): void => {
      if (!isCurrent) return
      if (!route?.meta.nottagview)
        visit({ pathname: path, search: location.search, hash: location.hash }, route?.meta.noCache === true)
      setShown({ kind: 'page', path })
    }
    const page = PAGES.get(path)
    if (loaded.has(path) || !page) show()
    else
      loadPage(page).then(
        Page => {
          loaded.set(path, Page)
          show()
        },
        (error: unknown) => isCurrent && setFailedAt({ key: path, error }),
      )
    return () => {
      isCurrent = false
    }
  }, [verdict, path, route, location.search, location.hash, attempt])

  const retry = (): void => {
    api.forgetReads()
    setFailedAt(null)
    setAttempt(attempt + 1)
  }
  if (verdict === 'notFound') return { shown: { kind: 'notFound' }, opening: false, pages: loaded }
  if (verdict === 'noPermission') return { shown: { kind: 'noPermission' }, opening: false, pages: loaded }
  if (failedAt?.key === path) {
    const error = failedAt.error instanceof ApiError ? failedAt.error : new ApiError('', { kind: 'offline' })
    return { shown: { kind: 'failed', error, retry }, opening: false, pages: loaded }
  }
  const isHere = shown.kind === 'page' && shown.path === path
  return { shown, opening: !isHere, pages: loaded }
}

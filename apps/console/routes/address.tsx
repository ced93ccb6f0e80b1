import { setNewestQuery } from '@wattyard/console-kit'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { createBrowserRouter, createPath, type Navigator, type Path, Router, type To } from 'react-router'

/** Base of every address of the console (contract §9). */
export const BASE = '/jkweb'

// One route for everything: the shell matches paths against the contract's registry.
const router = createBrowserRouter([{ path: '*' }], { basename: BASE })

// The router moves at once, pages are drawn later: a change of a page's query has to begin from here.
setNewestQuery(path => {
  const { pathname, search } = router.state.location
  return pathname === BASE + path ? search : null
})

/** Goes to an address of the console, without the base; to where one is already without a second entry of the history. */
export function goTo(address: string): void {
  const { pathname, search, hash } = window.location
  void router.navigate(address, { replace: pathname + search + hash === BASE + address })
}

/** The router's own location, whose identity stays while one stays, without the base. */
const whereNow = (before?: Here): Here => {
  const { location } = router.state
  if (before?.of === location) return before
  const { pathname, search, hash } = location
  return { of: location, pathname: pathname.slice(BASE.length) || '/', search, hash }
}

/** An address of the console, without the base. */
export interface Here extends Path {
  readonly of: object
}

/**
 * Where the console is. Follows by transitions: what is being typed is not held up by a page that is
 * drawn. To be asked once, by the gate; who is below is given what it needs.
 */
export function useHere(): Here {
  const [here, setHere] = useState(whereNow)
  useEffect(() => {
    const follow = (): void => startTransition(() => setHere(whereNow))
    // It may have moved between the drawing and this.
    follow()
    return router.subscribe(follow)
  }, [])
  return here
}

const textOf = (to: To): string => (typeof to === 'string' ? to : createPath(to))
const navigator: Navigator = {
  createHref: to => BASE + textOf(to),
  go: by => void router.navigate(by),
  push: (to, state: unknown) => void router.navigate(to, { state }),
  replace: (to, state: unknown) => void router.navigate(to, { state, replace: true }),
}

/**
 * What links and `useNavigate` need, saying the same place for ever: a router that tells everybody of each move makes
 * React look through the whole tree, hidden pages included. Each page has its own location (`tabs/tab-panes.tsx`).
 */
export function Addresses({ children }: { children: ReactNode }) {
  return (
    <Router location="/" navigator={navigator}>
      {children}
    </Router>
  )
}

/** Goes on at once, in place of the address that leads here. */
export function Onward({ to }: { to: string }) {
  useEffect(() => void router.navigate(to, { replace: true }), [to])
  return null
}

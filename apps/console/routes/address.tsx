import { setNewestQuery } from '@wattyard/console-kit'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { createBrowserRouter, createPath, type Navigator, type Path, Router, type To } from 'react-router'

/** Base path of every address of the console (contract §9). */
export const BASE = '/jkweb'

// One route for everything, because the shell matches paths against the contract's registry.
const router = createBrowserRouter([{ path: '*' }], { basename: BASE })

// The router updates at once, pages render later: a change of a page's query must start from the router's state.
setNewestQuery(path => {
  const { pathname, search } = router.state.location
  return pathname === BASE + path ? search : null
})

/** Navigates to an address of the console, without the base path. The present address adds no second entry to the history. */
export function goTo(address: string): void {
  const { pathname, search, hash } = window.location
  void router.navigate(address, { replace: pathname + search + hash === BASE + address })
}

/** Returns the router's location without the base path; the same object while the location is unchanged. */
const whereNow = (before?: Here): Here => {
  const { location } = router.state
  if (before?.of === location) return before
  const { pathname, search, hash } = location
  return { of: location, pathname: pathname.slice(BASE.length) || '/', search, hash }
}

/** An address of the console, without the base path. */
export interface Here extends Path {
  readonly of: object
}

/**
 * Returns the present address. It follows by transitions, so that a page's rendering does not delay typing. Only the gate calls
 * it; the components below get the address as props.
 */
export function useHere(): Here {
  const [here, setHere] = useState(whereNow)
  useEffect(() => {
    const follow = (): void => startTransition(() => setHere(whereNow))
    // The address may have changed between the render and this effect.
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
 * Provides the context of links and `useNavigate` with a constant location: a router that announces every change makes React
 * check the whole tree, hidden pages included. Each page has its own location (`tabs/tab-panes.tsx`).
 */
export function Addresses({ children }: { children: ReactNode }) {
  return (
    <Router location="/" navigator={navigator}>
      {children}
    </Router>
  )
}

/** Redirects at once, replacing the present address. */
export function Onward({ to }: { to: string }) {
  useEffect(() => void router.navigate(to, { replace: true }), [to])
  return null
}

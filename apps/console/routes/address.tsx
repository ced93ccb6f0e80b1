import { setNewestQuery } from '@wattyard/console-kit'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { createPath, type Navigator, type Path, Router, type To } from 'react-router'
import { createAddressBar } from './address-bar.ts'

/** Base path of every address of the console (contract §9). */
export const BASE = '/jkweb'

// No routes: the shell matches paths against the contract's registry.
const bar = createAddressBar(window, BASE)

// The address changes at once, pages render later: a change of a page's query must start from the newest address.
setNewestQuery(path => {
  const { pathname, search } = bar.now()
  return pathname === BASE + path ? search : null
})

/** Navigates to an address of the console, without the base path. The present address adds no second entry to the history. */
export function goTo(address: string): void {
  const { pathname, search, hash } = window.location
  bar.goTo(address, { replace: pathname + search + hash === BASE + address })
}

/** Returns the present address without the base path; the same object while it is unchanged. */
const whereNow = (before?: Here): Here => {
  const present = bar.now()
  if (before?.of === present) return before
  const { pathname, search, hash } = present
  return { of: present, pathname: pathname.slice(BASE.length) || '/', search, hash }
}

/** Calls the listener with the path of each new address, without the base path, before anything renders. */
export function watchAddress(listener: (path: string) => void): void {
  bar.subscribe(() => listener(whereNow().pathname))
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
    return bar.subscribe(follow)
  }, [])
  return here
}

const textOf = (to: To): string => (typeof to === 'string' ? to : createPath(to))
const navigator: Navigator = {
  createHref: to => BASE + textOf(to),
  go: bar.go,
  push: to => bar.goTo(textOf(to)),
  replace: to => bar.goTo(textOf(to), { replace: true }),
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
  useEffect(() => bar.goTo(to, { replace: true }), [to])
  return null
}

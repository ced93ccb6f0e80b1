import type { Path } from 'react-router'

/** What of a browser window an address bar needs. */
export type BarWindow = Pick<Window, 'addEventListener'> & {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash' | 'href'>
  readonly history: Pick<History, 'go' | 'pushState' | 'replaceState'>
}

export interface AddressBar {
  /** Returns the present address with the base path; the same object while it is unchanged. */
  now(): Path
  /**
   * Goes to an address of the console: without the base path, or from the present address where it begins with `?` or `#`. A new
   * entry of the history, or in place of the present one.
   */
  goTo(address: string, options?: { readonly replace?: boolean }): void
  /** Goes so many entries of the history back or forth. */
  go(by: number): void
  /** Calls the listener after each change, whoever made it. @returns what ends that */
  subscribe(listener: () => void): () => void
}

/**
 * Returns the address of the console as a store. The browser's history is enough for one place that watches it; a router with
 * routes, loaders and actions would be a tenth of what is loaded before the first paint.
 *
 * @param base path that all addresses begin with, such as `/jkweb`
 */
export function createAddressBar(window: BarWindow, base: string): AddressBar {
  const read = ({ pathname, search, hash }: Path): Path => ({ pathname, search, hash })
  let present = read(window.location)
  const listeners = new Set<() => void>()
  const follow = (): void => {
    const { pathname, search, hash } = window.location
    if (present.pathname === pathname && present.search === search && present.hash === hash) return
    present = read(window.location)
    for (const listener of listeners) listener()
  }
  window.addEventListener('popstate', follow)
  return {
    now: () => present,
    goTo(address, { replace = false } = {}) {
      const { href } = new URL(address.startsWith('/') ? base + address : address, window.location.href)
      if (replace) window.history.replaceState(null, '', href)
      else window.history.pushState(null, '', href)
      follow()
    },
    go: by => window.history.go(by),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

import { create, type UseBoundStore, type StoreApi } from 'zustand'

/**
 * Returns a hook that tells whether a media query matches. `matches` is read once; afterwards only events change the value.
 * Chromium sends no `change` event for a change that was already read, so a component rendered in between would leave all others
 * outdated (half of the page dark, half light).
 */
export function watchMedia(query: string): UseBoundStore<StoreApi<boolean>> {
  const list = typeof matchMedia === 'undefined' ? undefined : matchMedia(query)
  const store = create<boolean>()(() => list?.matches ?? false)
  list?.addEventListener('change', event => store.setState(event.matches, true))
  return store
}

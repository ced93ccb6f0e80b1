import { create, type UseBoundStore, type StoreApi } from 'zustand'

/**
 * Returns whether a media query holds, as a hook. `matches` is read once and afterwards the events alone are believed:
 * Chromium sends no `change` for a change that somebody has already read, so a part of the page that is drawn between
 * the two would leave all others as they were (half of it dark, half of it light).
 */
export function watchMedia(query: string): UseBoundStore<StoreApi<boolean>> {
  const list = typeof matchMedia === 'undefined' ? undefined : matchMedia(query)
  const store = create<boolean>()(() => list?.matches ?? false)
  list?.addEventListener('change', event => store.setState(event.matches, true))
  return store
}

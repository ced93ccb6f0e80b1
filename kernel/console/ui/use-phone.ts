import { useSyncExternalStore } from 'react'

/** A phone held upright: cards instead of tables, menus instead of rows of buttons. */
const phone = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 640px)')

function subscribe(listener: () => void): () => void {
  phone?.addEventListener('change', listener)
  return () => phone?.removeEventListener('change', listener)
}

export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => phone?.matches ?? false)
}

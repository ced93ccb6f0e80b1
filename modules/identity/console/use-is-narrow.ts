import { useSyncExternalStore } from 'react'

/** Widest window in which nothing fits beside a list. */
const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 1026px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      narrow?.addEventListener('change', listener)
      return () => narrow?.removeEventListener('change', listener)
    },
    () => narrow?.matches ?? false,
  )
}

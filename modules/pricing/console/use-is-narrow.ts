import { useSyncExternalStore } from 'react'

/** Below this width 96 quarter-hours in a row are too narrow for touch. */
const narrow = typeof matchMedia === 'undefined' ? undefined : matchMedia('(max-width: 720px)')

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      narrow?.addEventListener('change', listener)
      return () => narrow?.removeEventListener('change', listener)
    },
    () => narrow?.matches ?? false,
  )
}

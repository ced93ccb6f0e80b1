import { useSyncExternalStore } from 'react'

/** Sixteen bytes in a row do not fit on a phone. */
const QUERY = '(max-width: 640px)'

export function useNarrow(): boolean {
  return useSyncExternalStore(
    changed => {
      const media = matchMedia(QUERY)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(QUERY).matches,
  )
}

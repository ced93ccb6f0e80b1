import { useCallback, useRef } from 'react'

/**
 * Does work one after the other, in the order it was asked for: two writes of one thing that are under way at once may
 * arrive the other way round, and the older one stays.
 */
export function useInTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(work => {
    const mine = last.current.then(work, work)
    last.current = mine.catch(() => undefined)
    return mine
  }, [])
}

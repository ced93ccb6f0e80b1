import { useCallback, useRef } from 'react'

/**
 * Returns a function that runs tasks one after the other in their order. Two concurrent writes of the same thing might arrive in
 * the wrong order, and the older one would stay.
 */
export function useInTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(work => {
    const mine = last.current.then(work, work)
    last.current = mine.catch(() => undefined)
    return mine
  }, [])
}

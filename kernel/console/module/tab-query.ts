import { useCallback, useContext } from 'react'
// oxlint-disable-next-line no-restricted-imports -- the one place that reads and writes the query of a tab
import { type SetURLSearchParams, useSearchParams } from 'react-router'
import { TabContext } from './tab.ts'

/** The query of a path as the address has it at this moment; null while the address is elsewhere. */
type NewestQuery = (path: string) => string | null

let newestQuery: NewestQuery = () => null

/** Said once by the shell, which owns the address. */
export function setNewestQuery(newest: NewestQuery): void {
  newestQuery = newest
}

type Next = Parameters<SetURLSearchParams>[0]

/**
 * Returns a change of the query as a function of the newest one. What was drawn last may be older: the page follows its
 * address by transitions, and of two changes before it is drawn again the second would undo the first.
 */
export function onNewest(path: string, next: Next): Next {
  if (typeof next !== 'function') return next
  return drawn => {
    const newest = newestQuery(path)
    return next(newest === null ? drawn : new URLSearchParams(newest))
  }
}

/** `useSearchParams` for pages: the query of their tab as it is drawn, and a change of it that never undoes another. */
export function useTabQuery(): readonly [URLSearchParams, SetURLSearchParams] {
  const { key } = useContext(TabContext)
  const [params, setParams] = useSearchParams()
  const change = useCallback<SetURLSearchParams>(
    (next, options) => setParams(onNewest(key, next), options),
    [key, setParams],
  )
  return [params, change]
}

/** Returns a query with some of it changed; what is empty is taken out. */
export function withParams(
  before: URLSearchParams,
  changes: Readonly<Record<string, string | null | undefined>>,
): URLSearchParams {
  const after = new URLSearchParams(before)
  for (const [key, value] of Object.entries(changes)) {
    if (value) after.set(key, value)
    else after.delete(key)
  }
  return after
}

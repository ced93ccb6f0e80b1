import { useCallback, useContext } from 'react'
// oxlint-disable-next-line no-restricted-imports -- the one place that reads and writes the query of a tab
import { type SetURLSearchParams, useSearchParams } from 'react-router'
import { TabContext } from './tab.ts'

/** Returns the query of a path as it is in the URL now; null while the URL is elsewhere. */
type NewestQuery = (path: string) => string | null

let newestQuery: NewestQuery = () => null

/** Sets the function that reads the newest query; the shell calls it once, because it owns the URL. */
export function setNewestQuery(newest: NewestQuery): void {
  newestQuery = newest
}

type Next = Parameters<SetURLSearchParams>[0]

/**
 * Returns a change of the query that starts from the newest one. The drawn query may be older, because the page follows its URL
 * by transitions; of two changes in between, the second would otherwise undo the first.
 */
export function onNewest(path: string, next: Next): Next {
  if (typeof next !== 'function') return next
  return drawn => {
    const newest = newestQuery(path)
    return next(newest === null ? drawn : new URLSearchParams(newest))
  }
}

/**
 * Returns the query of the page's tab as it is drawn, and a setter that never undoes another change. Pages use it instead of
 * `useSearchParams`.
 */
export function useTabQuery(): readonly [URLSearchParams, SetURLSearchParams] {
  const { key } = useContext(TabContext)
  const [params, setParams] = useSearchParams()
  const change = useCallback<SetURLSearchParams>(
    (next, options) => setParams(onNewest(key, next), options),
    [key, setParams],
  )
  return [params, change]
}

/** Returns a query with some parameters changed; empty ones are removed. */
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

import { useCallback, useMemo } from 'react'
import { useTabQuery, withParams } from '../../module/tab-query.ts'

/**
 * Returns the URL parameters under these keys and a setter, so that a list's filters survive a reload and can be sent to a
 * colleague.
 */
export function useAddressFilters<K extends string>(
  keys: readonly K[],
): [Readonly<Record<K, string>>, (change: Partial<Record<K, string>>) => void] {
  const [params, setParams] = useTabQuery()
  const filters = useMemo(
    () => Object.fromEntries(keys.map(key => [key, params.get(key) ?? ''])) as Record<K, string>, // built from exactly these keys
    [keys, params],
  )
  const change = useCallback(
    (changed: Partial<Record<K, string>>) => setParams(before => withParams(before, changed), { replace: true }),
    [setParams],
  )
  return [filters, change]
}

import { useCallback, useMemo } from 'react'
import { useTabQuery, withParams } from '../../module/tab-query.ts'

/** What the address says of a list under these keys, so that it survives a reload and can be sent to a colleague. */
export function useAddressFilters<K extends string>(
  keys: readonly K[],
): [Readonly<Record<K, string>>, (change: Partial<Record<K, string>>) => void] {
  const [params, setParams] = useTabQuery()
  const filters = useMemo(
    () => Object.fromEntries(keys.map(key => [key, params.get(key) ?? ''])) as Record<K, string>, // of just these keys
    [keys, params],
  )
  const change = useCallback(
    (changed: Partial<Record<K, string>>) => setParams(before => withParams(before, changed), { replace: true }),
    [setParams],
  )
  return [filters, change]
}

import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'

/** What the address says of a list under these keys, so that it survives a reload and can be sent to a colleague. */
export function useAddressFilters<K extends string>(
  keys: readonly K[],
): [Readonly<Record<K, string>>, (change: Partial<Record<K, string>>) => void] {
  const [params, setParams] = useSearchParams()
  const filters = useMemo(
    () => Object.fromEntries(keys.map(key => [key, params.get(key) ?? ''])) as Record<K, string>, // of just these keys
    [keys, params],
  )
  const change = useCallback(
    (changed: Partial<Record<K, string>>) =>
      setParams(
        before => {
          const after = new URLSearchParams(before)
          for (const [key, value] of Object.entries<string | undefined>(changed)) {
            if (value) after.set(key, value)
            else after.delete(key)
          }
          return after
        },
        { replace: true },
      ),
    [setParams],
  )
  return [filters, change]
}

import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { listPermissions } from '../../contract/calls/person.ts'

const NONE: readonly string[] = []

/** Returns every permission that exists; it changes with the product only. */
export function usePermissions() {
  const known = useQuery({
    queryKey: ['identity.role', 'permissions'],
    queryFn: async ({ signal }) => (await api.call(listPermissions, {}, { signal, quiet: true })).list,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...known, list: known.data ?? NONE }
}

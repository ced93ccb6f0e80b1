import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { listPermissions } from '../../contract/calls/person.ts'

const NONE: readonly string[] = []

/** Reads every existing permission; the list changes only with a release. */
export function usePermissions() {
  const known = useQuery({
    queryKey: ['identity.role', 'permissions'],
    queryFn: async ({ signal }) => (await api.call(listPermissions, {}, { signal, quiet: true })).list,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...known, list: known.data ?? NONE }
}

import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { readFactorOfPerson } from '../../contract/calls/person.ts'

/** Reads the second factors of a person, for readers who may reset them. Parts of one detail share the answer. */
export function useFactor(id: string) {
  return useQuery({
    // The key begins with the resource, so that a reset reads it again.
    queryKey: ['identity.user', 'factor', id],
    queryFn: async ({ signal }) => api.call(readFactorOfPerson, { id }, { signal, quiet: true }),
  })
}

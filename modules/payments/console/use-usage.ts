import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { readUsage } from '../contract/calls/usage.ts'
import { payment } from '../contract/payment.ts'

/** Reads what a top-up was used for; both parts of its detail share the answer. */
export const useUsage = (id: string) =>
  useQuery({
    // The key begins with the name of the resource, so that it is read again together with the list.
    queryKey: [payment.name, 'usage', id],
    queryFn: ({ signal }) => api.call(readUsage, { id }, { signal, quiet: true }),
  })

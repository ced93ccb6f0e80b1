import { useQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { readRefundSplit } from '../../contract/calls/refund-split.ts'
import { refund } from '../../contract/refunds/refund.ts'

/** Returns which top-ups a refund takes from and which way their money goes. */
export function useRefundSplit(id: string) {
  return useQuery({
    // The key begins with the name of the resource, so that it is read again together with the list.
    queryKey: [refund.name, 'split', id],
    queryFn: ({ signal }) => api.call(readRefundSplit, { id }, { signal, quiet: true }),
  })
}

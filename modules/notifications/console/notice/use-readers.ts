import { useQuery } from '@tanstack/react-query'
import { type AnyRecord, api } from '@wattyard/console-kit'
import { noticeReaders } from '../../contract/calls/notice.ts'

/** Reads who has read a notice and who has not. Parts of one detail share the answer. */
export function useReaders({ id, version }: AnyRecord) {
  return useQuery({
    queryKey: ['notifications.notice', 'readers', id, version],
    queryFn: ({ signal }) => api.call(noticeReaders, { id }, { signal, lane: 'page', quiet: true }),
  })
}

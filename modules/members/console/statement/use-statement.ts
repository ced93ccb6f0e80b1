import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { readStatement } from '../../contract/calls/statement.ts'
import { member } from '../../contract/member.ts'

/** Reads a statement page by page, newest movements first. */
export const useStatement = (id: string, { from, to }: { from: string; to: string }) =>
  useInfiniteQuery({
    // The key begins with the name of the resource, so that it is read again together with the list.
    queryKey: [member.name, 'statement', id, from, to],
    queryFn: ({ pageParam, signal }) =>
      api.call(readStatement, { id, from, to, ...pageParam }, { signal, quiet: true }),
    initialPageParam: {},
    getNextPageParam: ({ hasMore, movements }) => {
      const last = movements.at(-1)
      return hasMore && last ? { afterDay: last.bookedOn, after: last.journal } : undefined
    },
  })

import { useQueryClient } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import { archiveMessages, deleteMessages, messageKinds, readMessages } from '../../contract/calls/message.ts'

/**
 * Query keys of the inbox. The page's list and the bell have different roots, because the list follows the news in its own way.
 */
export const inboxQueries = {
  bell: ['notifications.bell'],
  list: ['notifications.inbox'],
  kinds: {
    queryKey: ['notifications.kinds'],
    queryFn: ({ signal }: { signal: AbortSignal }) => api.call(messageKinds, {}, { signal, lane: 'page', quiet: true }),
    staleTime: 600_000,
  },
} as const

/** Returns the actions of a user on their messages. Each refreshes the bell and the page. */
export function useMessageChanges() {
  const client = useQueryClient()
  const follow = async (done: Promise<unknown>): Promise<void> => {
    await done
    api.forgetReads()
    await Promise.all([
      client.invalidateQueries({ queryKey: inboxQueries.bell }),
      client.invalidateQueries({ queryKey: inboxQueries.list }),
    ])
  }
  return {
    /** Without ids, marks everything in the inbox as read. */
    mark: (ids: readonly string[] | null, isRead: boolean) =>
      follow(api.call(readMessages, ids === null ? {} : { ids: [...ids], readFlag: isRead ? '1' : '0' })),
    archive: (ids: readonly string[], archived: boolean) =>
      follow(api.call(archiveMessages, { ids: [...ids], archived })),
    remove: (ids: readonly string[]) => follow(api.call(deleteMessages, { ids: [...ids] })),
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { api } from '@wattyard/console-kit'
import type { KindName, UnreadCount } from '../../contract/message.ts'

/** Keys of what is read here. The page's own list has another root than the bell: it follows the news in its own way. */
export const inboxQueries = {
  bell: ['notifications.bell'],
  list: ['notifications.inbox'],
  kinds: {
    queryKey: ['notifications.kinds'],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.get<{ list: KindName[] }>('/api/msg/kinds', {}, { signal, lane: 'page', quiet: true }),
    staleTime: 600_000,
  },
} as const

/** What a person does with their messages; the bell and the page follow. */
export function useMessageChanges() {
  const client = useQueryClient()
  const change = async (path: string, body: Parameters<typeof api.post>[1]): Promise<void> => {
    await api.post<UnreadCount>(path, body)
    api.forgetReads()
    await Promise.all([
      client.invalidateQueries({ queryKey: inboxQueries.bell }),
      client.invalidateQueries({ queryKey: inboxQueries.list }),
    ])
  }
  return {
    /** Without ids everything in the inbox is read. */
    mark: (ids: readonly string[] | null, isRead: boolean) =>
      change('/api/msg/read', ids === null ? {} : { ids: [...ids], readFlag: isRead ? '1' : '0' }),
    archive: (ids: readonly string[], archived: boolean) => change('/api/msg/archive', { ids: [...ids], archived }),
    remove: (ids: readonly string[]) => change('/api/msg/del', { ids: [...ids] }),
  }
}

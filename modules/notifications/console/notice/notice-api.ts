import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, useLiveRefresh, useSession, useWords } from '@wattyard/console-kit'
import { readNotice, type NoticeToRead, listNotices } from '../../contract/calls/notice.ts'
import { NOTICE_NEWS } from '../../contract/notice.ts'

const KEY = ['notifications.board']

/** Returns the notices in force for the signed-in user, live; none for a guest. */
export function useNotices(): readonly NoticeToRead[] {
  const { language } = useWords()
  const isStaff = useSession(session => session.me !== null && session.me.user.userType !== 'guest')
  useLiveRefresh(isStaff ? [NOTICE_NEWS] : [], KEY)
  const { data } = useQuery({
    queryKey: [...KEY, language],
    queryFn: ({ signal }) => api.call(listNotices, {}, { signal, lane: 'page', quiet: true }),
    enabled: isStaff,
    staleTime: 60_000,
  })
  return data?.list ?? []
}

/** Returns a function that marks a notice as read or as confirmed. */
export function useMarkNotice(): (id: string, confirm: boolean) => Promise<void> {
  const client = useQueryClient()
  return async (id, confirm) => {
    await api.call(readNotice, { id, confirm })
    api.forgetReads()
    await client.invalidateQueries({ queryKey: KEY })
  }
}

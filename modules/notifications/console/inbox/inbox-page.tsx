import { EditOutlined, SettingOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  api,
  EmptyState,
  ErrorState,
  lazyPart,
  PageHeader,
  Skeleton,
  useLive,
  useIsGuest,
  useWords,
  useZone,
} from '@wattyard/console-kit'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { MESSAGE_NEWS } from '../../contract/message.ts'
import { type Message, listMessages } from '../../contract/calls/message.ts'
import { NotifyTabs } from '../notify-page.tsx'
import { BatchTools } from './batch-tools.tsx'
import { inboxQueries, useMessageChanges } from './inbox-api.ts'
import { InboxFilterBar } from './inbox-filter-bar.tsx'
import { isNarrowed, queryOf, useInboxFilters } from './inbox-filters.ts'
import { MessageRows } from './message-rows.tsx'
import { ReadingPane } from './reading-pane.tsx'
import './inbox.css'

const WriteDialog = lazyPart(async () => (await import('./write-dialog.tsx')).WriteDialog)
const Preferences = lazyPart(async () => (await import('../rules/preferences.tsx')).Preferences)
const PAGE_SIZE = 50
/** Distance from the top within which the list refreshes by itself; further down it would move while it is read. */
const AT_TOP_PX = 8

function useInbox() {
  const zone = useZone()
  const [filters, change] = useInboxFilters()
  const query = queryOf(filters, zone)
  const list = useInfiniteQuery({
    queryKey: [...inboxQueries.list, query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api.call(
        listMessages,
        { ...query, pageSize: PAGE_SIZE, ...(pageParam ? { after: pageParam } : {}) },
        { signal, lane: 'page', quiet: true },
      ),
    getNextPageParam: page => page.next ?? undefined,
  })
  return { filters, change, list, messages: list.data?.pages.flatMap(page => page.list) }
}

/** Draws the inbox: the list on the left, the message on the right; on a phone one after the other. */
export function InboxPage() {
  const { t } = useWords()
  const { filters, change, list, messages } = useInbox()
  const [shown, setShown] = useState<Message | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [news, setNews] = useState(0)
  const [to, setTo] = useState<string | true | null>(null)
  const [isSetting, setSetting] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const { mark } = useMessageChanges()
  const isGuest = useIsGuest()

  const follow = (): void => {
    setNews(0)
    scroller.current?.scrollTo({ top: 0 })
    api.forgetReads()
    void list.refetch()
  }
  useLive([MESSAGE_NEWS], () => {
    if ((scroller.current?.scrollTop ?? 0) <= AT_TOP_PX) follow()
    else setNews(count => count + 1)
  })
  const open = (message: Message): void => {
    setShown({ ...message, readFlag: '1' })
    if (message.readFlag === '0') void mark([message.id], true)
  }
  // The message shown is updated from the list while it is part of it.
  const current = shown && (messages?.find(one => one.id === shown.id) ?? shown)

  return (
    <div className="w-page n-page" data-reading={current ? '' : undefined}>
      <PageHeader title={t('route./fwgl/notify')}>
        <NotifyTabs />
        <Button icon={<SettingOutlined />} onClick={() => setSetting(true)}>
          {t('notifications.inbox.preferences')}
        </Button>
        {!isGuest && (
          <Button type="primary" icon={<EditOutlined />} onClick={() => setTo(true)}>
            {t('notifications.inbox.write')}
          </Button>
        )}
      </PageHeader>
      <section className="w-card n-panes">
        <div className="n-left">
          <InboxFilterBar filters={filters} change={change} />
          <BatchTools
            messages={messages ?? []}
            chosen={chosen}
            onChoose={setChosen}
            onGone={ids => setShown(before => (before && ids.includes(before.id) ? null : before))}
          />
          {news > 0 && (
            <button type="button" className="n-news" onClick={follow}>
              {t('notifications.inbox.news', { count: news })}
            </button>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
          <div className="n-scroll" ref={scroller} tabIndex={-1}>
            {list.error && !messages ? (
              <ErrorState error={list.error} onRetry={() => void list.refetch()} />
            ) : !messages ? (
              <Skeleton lines={8} height={48} />
            ) : messages.length === 0 ? (
              isNarrowed(filters) ? (
                <EmptyState title={t('notifications.inbox.noneFound')} text={t('notifications.inbox.noneFoundText')} />
              ) : (
                <EmptyState title={t('notifications.inbox.none')} text={t('notifications.inbox.noneText')} />
              )
            ) : (
              <MessageRows
                messages={messages}
                current={current?.id ?? null}
                chosen={chosen}
                onChoose={setChosen}
                onOpen={open}
              />
            )}
            {list.hasNextPage && (
              <Button block type="text" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('notifications.inbox.more')}
              </Button>
            )}
          </div>
        </div>
        <ReadingPane message={current} onBack={() => setShown(null)} onReply={setTo} />
      </section>
      {to !== null && <WriteDialog to={to === true ? null : to} onClose={() => setTo(null)} />}
      {isSetting && <Preferences onClose={() => setSetting(false)} />}
    </div>
  )
}

import { BellOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import {
  Ago,
  api,
  EmptyState,
  ErrorState,
  isOpenable,
  Popover,
  Skeleton,
  useLiveRefresh,
  useWords,
} from '@wattyard/console-kit'
import { useNavigate } from 'react-router'
import { MESSAGE_NEWS } from '../../contract/message.ts'
import { type Message, listMessages } from '../../contract/calls/message.ts'
import { inboxQueries, useMessageChanges } from './inbox-api.ts'
import './messages.css'

const KEY = inboxQueries.bell
/** Number of messages listed under the bell; the page has all of them. */
const PAGE_SIZE = 20
/** Largest number shown; a larger one adds no information. */
const MOST_SHOWN = 99

/** Draws the live number of unread messages; the inbox opens below. */
export function MessagesButton() {
  const { t } = useWords()
  const inbox = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(listMessages, { pageSize: PAGE_SIZE }, { signal, lane: 'page', quiet: true }),
    staleTime: 30_000,
  })
  useLiveRefresh([MESSAGE_NEWS], KEY)
  const unread = inbox.data?.unread ?? 0
  const label = unread > 0 ? t('notifications.inbox.unread', { count: unread }) : t('notifications.inbox.title')
  return (
    <Popover
      align="end"
      width={380}
      label={t('notifications.inbox.title')}
      button={props => (
        <button type="button" className="w-icon-button n-bell" title={label} aria-label={label} {...props}>
          <BellOutlined />
          {unread > 0 && (
            <span className="n-count" aria-hidden="true">
              {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
            </span>
          )}
        </button>
      )}
    >
      {({ close }) => (
        <div className="n-inbox">
          <InboxHead unread={unread} />
          {inbox.error && !inbox.data ? (
            <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
          ) : inbox.data ? (
            <Messages list={inbox.data.list} onLeave={close} />
          ) : (
            <Skeleton lines={4} />
          )}
          {isOpenable('/fwgl/notify') && <AllMessages onLeave={close} />}
        </div>
      )}
    </Popover>
  )
}

function InboxHead({ unread }: { unread: number }) {
  const { t } = useWords()
  const { mark } = useMessageChanges()
  return (
    <div className="w-row n-head">
      <h2 className="w-grow">{t('notifications.inbox.title')}</h2>
      {unread > 0 && (
        <button type="button" className="w-link-button" onClick={() => void mark(null, true)}>
          {t('notifications.inbox.allRead')}
        </button>
      )}
    </div>
  )
}

function AllMessages({ onLeave }: { onLeave: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="w-link-button n-all"
      onClick={() => {
        onLeave()
        void navigate('/fwgl/notify')
      }}
    >
      {t('notifications.inbox.seeAll')}
    </button>
  )
}

function Messages({ list, onLeave }: { list: readonly Message[]; onLeave: () => void }) {
  const { t } = useWords()
  if (list.length === 0)
    return <EmptyState title={t('notifications.inbox.none')} text={t('notifications.inbox.noneText')} />
  return (
    <ul className="n-list">
      {list.map(message => (
        <MessageRow key={message.id} message={message} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function MessageRow({ message, onLeave }: { message: Message; onLeave: () => void }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { mark } = useMessageChanges()
  const { id, title, text, link, createdAt, readFlag } = message
  const isUnread = readFlag === '0'
  const target = link !== null && isOpenable(link) ? link : null
  const open = (): void => {
    if (isUnread) void mark([id], true)
    if (target === null) return
    onLeave()
    void navigate(target)
  }
  return (
    <li className="n-message" data-unread={isUnread ? '' : undefined}>
      <div className="w-row">
        <strong className="w-grow">{title}</strong>
        <span className="n-when">
          <Ago at={createdAt} />
        </span>
      </div>
      <p>{text}</p>
      {(target !== null || isUnread) && (
        <button
          type="button"
          className="w-link-button"
          aria-label={`${target === null ? t('notifications.inbox.markRead') : t('notifications.inbox.open')}: ${title}`}
          onClick={open}
        >
          {t(target === null ? 'notifications.inbox.markRead' : 'notifications.inbox.open')}
        </button>
      )}
    </li>
  )
}

import { showInstant, useWords, useZone, useTabQuery } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useMarkNotice, useNotices } from './notice-api.ts'
import { NoticeDialog } from './notice-dialog.tsx'
import './notice.css'

/** Query parameter of the open notice; messages link to it. */
const PARAM = 'notice'
/** Number of notices listed on the card. */
const MOST = 6

/** Draws the notices in force on the home page, pinned ones first; nothing while there is none. */
export function NoticeBoard() {
  const { t } = useWords()
  const zone = useZone()
  const notices = useNotices()
  const mark = useMarkNotice()
  const [params, setParams] = useTabQuery()
  const shown = notices.find(notice => notice.id === params.get(PARAM))
  const open = (id: string | null): void =>
    setParams(
      before => {
        const next = new URLSearchParams(before)
        if (id) next.set(PARAM, id)
        else next.delete(PARAM)
        return next
      },
      { replace: true },
    )
  const read = useEffectEvent(() => {
    // A failure is not shown to the reader: the next opening reports it again.
    if (shown && shown.readAt === null) void mark(shown.id, false).catch(() => undefined)
  })
  const shownId = shown?.id
  useEffect(() => {
    if (shownId !== undefined) read()
  }, [shownId])
  if (notices.length === 0) return null
  return (
    <section className="w-card n-board" aria-labelledby="n-board">
      <header>
        <h2 id="n-board">{t('notifications.notice.board')}</h2>
      </header>
      <ul>
        {notices.slice(0, MOST).map(notice => (
          <li key={notice.id} data-unread={notice.readAt === null ? '' : undefined}>
            {notice.isPinned && (
              <span className="w-tag" data-plain="" data-tone="busy">
                {t('notifications.notice.pinned')}
              </span>
            )}
            {notice.readAt === null && (
              <span className="w-tag" data-plain="" data-tone="wait">
                {t('notifications.notice.new')}
              </span>
            )}
            <button type="button" className="w-link-button" onClick={() => open(notice.id)}>
              {notice.title}
            </button>
            <small>{showInstant(notice.publishedAt, zone)}</small>
          </li>
        ))}
      </ul>
      {shown && (
        <NoticeDialog
          notice={shown}
          onClose={() => open(null)}
          foot={
            shown.mustConfirm && shown.confirmedAt === null ? (
              <Button type="primary" onClick={() => void mark(shown.id, true).then(() => open(null))}>
                {t('notifications.notice.iHaveRead')}
              </Button>
            ) : (
              <Button onClick={() => open(null)}>{t('notifications.notice.close')}</Button>
            )
          }
        />
      )}
    </section>
  )
}

import { Dialog, FileList, RichTextView, showInstant, useWords, useZone } from '@wattyard/console-kit'
import type { ReactNode } from 'react'
import { type NoticeToRead } from '../../contract/calls/notice.ts'
import './notice.css'

interface Props {
  notice: NoticeToRead
  /** Shown next to the publisher. */
  note?: string
  foot: ReactNode
  onClose?: () => void
}

/** Draws one notice. */
export function NoticeDialog({ notice, note, foot, onClose }: Props) {
  const { t } = useWords()
  const zone = useZone()
  const by = t('notifications.notice.by', { name: notice.publishedBy, at: showInstant(notice.publishedAt, zone) })
  return (
    <Dialog open width={640} title={notice.title} onClose={onClose} foot={foot}>
      <p className="n-by">{note ? `${by} · ${note}` : by}</p>
      <RichTextView text={notice.body} />
      <FileList files={notice.files} />
    </Dialog>
  )
}

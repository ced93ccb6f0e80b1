import { ArrowLeftOutlined } from '@ant-design/icons'
import { confirm, FileList, isOpenable, useWords, When } from '@wattyard/console-kit'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import type { Message } from '../../contract/calls/message.ts'
import { useNotices } from '../notice/notice-api.ts'
import { SeverityTag } from '../severity-tag.tsx'
import { useMessageChanges } from './inbox-api.ts'

interface Props {
  message: Message | null
  onBack: () => void
  /** Takes the id of the recipient. */
  onReply: (to: string) => void
}

/** Draws the files of the notice that a message is about, while the notice is in force for its reader. */
function FilesOfMessage({ link }: { link: string | null }) {
  const id = /^\/home\?notice=([\w-]+)$/.exec(link ?? '')?.[1]
  const notice = useNotices().find(one => one.id === id)
  return notice ? <FileList files={notice.files} /> : null
}

/** Draws one message and its actions. */
export function ReadingPane({ message, onBack, onReply }: Props) {
  const { t } = useWords()
  const navigate = useNavigate()
  const { mark, archive, remove } = useMessageChanges()
  if (!message)
    return (
      <div className="n-reading n-nothing">
        <p>{t('notifications.inbox.choose')}</p>
        <p className="w-quiet n-keys">{t('notifications.inbox.keys')}</p>
      </div>
    )
  const { id, title, text, kindName, severity, createdAt, count, link, from, archived, readFlag } = message
  const target = link !== null && isOpenable(link) ? link : null
  const away = async (work: Promise<void>): Promise<void> => {
    await work
    onBack()
  }
  const askRemove = async (): Promise<void> => {
    const question = t('notifications.inbox.deleteAsk', { count: 1 })
    if (await confirm({ title: question, text: title, okText: t('notifications.inbox.delete'), danger: true }))
      await away(remove([id]))
  }
  return (
    <article className="n-reading" aria-label={t('notifications.inbox.reading')}>
      <button type="button" className="w-link-button n-back" onClick={onBack}>
        <ArrowLeftOutlined aria-hidden="true" /> {t('notifications.inbox.back')}
      </button>
      <h2>{title}</h2>
      <p className="w-row w-wrap n-about">
        <SeverityTag severity={severity} />
        <span>{kindName}</span>
        {count > 1 && <span>{t('notifications.inbox.count', { count })}</span>}
        <When at={createdAt} />
      </p>
      <p className="n-text">{text}</p>
      <FilesOfMessage link={link} />
      <div className="w-row w-wrap n-do">
        {target !== null && (
          <Button type="primary" onClick={() => void navigate(target)}>
            {t('notifications.inbox.open')}
          </Button>
        )}
        {from && (
          <Button type="primary" onClick={() => onReply(from.id)}>
            {t('notifications.inbox.reply')}
          </Button>
        )}
        <Button onClick={() => void mark([id], readFlag === '0')}>
          {t(readFlag === '0' ? 'notifications.inbox.markRead' : 'notifications.inbox.markUnread')}
        </Button>
        <Button onClick={() => void away(archive([id], !archived))}>
          {t(archived ? 'notifications.inbox.unarchive' : 'notifications.inbox.archive')}
        </Button>
        <Button danger onClick={() => void askRemove()}>
          {t('notifications.inbox.delete')}
        </Button>
      </div>
    </article>
  )
}

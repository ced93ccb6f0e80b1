import { confirm, toast, useWords } from '@wattyard/console-kit'
import { Button, Checkbox } from 'antd'
import type { Message } from '../../contract/calls/message.ts'
import { useMessageChanges } from './inbox-api.ts'

interface Props {
  messages: readonly Message[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Called with messages that are no longer in the list. */
  onGone: (ids: readonly string[]) => void
}

/** Draws the actions for several messages at once. */
export function BatchTools({ messages, chosen, onChoose, onGone }: Props) {
  const { t } = useWords()
  const { mark, archive, remove } = useMessageChanges()
  const listed = messages.filter(message => chosen.has(message.id))
  const ids = listed.map(message => message.id)
  const after = async (work: Promise<void>): Promise<void> => {
    await work
    onChoose(new Set())
  }
  const askRemove = async (): Promise<void> => {
    const title = t('notifications.inbox.deleteAsk', { count: ids.length })
    const text = t('notifications.inbox.deleteText')
    if (!(await confirm({ title, text, okText: t('notifications.inbox.delete'), danger: true }))) return
    await after(remove(ids))
    onGone(ids)
    toast.good(t('notifications.inbox.deleted', { count: ids.length }))
  }
  const isAll = listed.length > 0 && listed.length === messages.length
  const isArchive = listed.every(message => message.archived)
  return (
    <div className="n-batch">
      <Checkbox
        aria-label={t('notifications.inbox.chooseAll')}
        checked={isAll}
        indeterminate={listed.length > 0 && !isAll}
        disabled={messages.length === 0}
        onChange={event => onChoose(new Set(event.target.checked ? messages.map(one => one.id) : []))}
      />
      {listed.length === 0 ? (
        <>
          <span className="w-quiet w-grow" />
          {messages.some(message => message.readFlag === '0') && (
            <button type="button" className="w-link-button" onClick={() => void mark(null, true)}>
              {t('notifications.inbox.allRead')}
            </button>
          )}
        </>
      ) : (
        <>
          <span className="w-quiet w-grow">{t('notifications.inbox.chosen', { count: listed.length })}</span>
          <Button size="small" onClick={() => void after(mark(ids, true))}>
            {t('notifications.inbox.markRead')}
          </Button>
          <Button size="small" onClick={() => void after(mark(ids, false))}>
            {t('notifications.inbox.markUnread')}
          </Button>
          <Button size="small" onClick={() => void after(archive(ids, !isArchive)).then(() => onGone(ids))}>
            {t(isArchive ? 'notifications.inbox.unarchive' : 'notifications.inbox.archive')}
          </Button>
          <Button size="small" danger onClick={() => void askRemove()}>
            {t('notifications.inbox.delete')}
          </Button>
        </>
      )}
    </div>
  )
}

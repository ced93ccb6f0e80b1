import { Ago, neighbour, useWords } from '@wattyard/console-kit'
import { Checkbox } from 'antd'
import { type KeyboardEvent, useRef } from 'react'
import type { Message } from '../../contract/calls/message.ts'
import { useMessageChanges } from './inbox-api.ts'
import { inboxKeyOf } from './inbox-keys.ts'

interface Props {
  messages: readonly Message[]
  current: string | null
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  onOpen: (message: Message) => void
}

/** Draws the list as one stop of the keyboard, in which J, K, Enter, U and E work. */
export function MessageRows({ messages, current, chosen, onChoose, onOpen }: Props) {
  const { t } = useWords()
  const { mark, archive } = useMessageChanges()
  const list = useRef<HTMLUListElement>(null)
  const ids = messages.map(message => message.id)
  const focusOn = (id: string): void => list.current?.querySelector<HTMLElement>(`[data-id="${id}"] .n-open`)?.focus()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const meaning = inboxKeyOf(event)
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-id]') // key events come from elements
    const message = messages.find(one => one.id === row?.dataset.id)
    if (!meaning || !message) return
    // Enter on the title opens by itself; on the check box it has no effect.
    if (meaning === 'open') return
    event.preventDefault()
    if (meaning === 'next' || meaning === 'previous') {
      const id = neighbour(ids, message.id, meaning)
      if (id !== null) focusOn(id)
    } else if (meaning === 'toggle') void mark([message.id], message.readFlag === '0')
    else {
      const id = neighbour(ids, message.id, ids.at(-1) === message.id ? 'previous' : 'next')
      void archive([message.id], !message.archived).then(() => id !== null && focusOn(id))
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys for the buttons inside it
    <ul className="n-rows" ref={list} onKeyDown={onKeyDown} aria-label={t('notifications.inbox.list')}>
      {messages.map((message, index) => (
        <li
          key={message.id}
          className="n-row"
          data-id={message.id}
          data-unread={message.readFlag === '0' ? '' : undefined}
          data-severity={message.severity}
          data-current={message.id === current ? '' : undefined}
        >
          <Checkbox
            aria-label={t('notifications.inbox.chooseOne', { title: message.title })}
            checked={chosen.has(message.id)}
            onChange={event => {
              const next = new Set(chosen)
              if (event.target.checked) next.add(message.id)
              else next.delete(message.id)
              onChoose(next)
            }}
          />
          <button
            type="button"
            className="n-open"
            aria-current={message.id === current || undefined}
            tabIndex={(current === null || !ids.includes(current) ? index === 0 : message.id === current) ? 0 : -1}
            onClick={() => onOpen(message)}
          >
            <span className="n-line">
              <span className="n-title">{message.title}</span>
              <span className="n-when">
                <Ago at={message.createdAt} />
              </span>
            </span>
            <span className="n-preview">{message.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

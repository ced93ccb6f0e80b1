import { ExclamationCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Key } from '../keyboard/key.tsx'
import { Ago, When } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'

export type TodoSeverity = 'critical' | 'warning' | 'notice'

/** An item that waits for a person. */
export interface TodoItem {
  readonly id: string
  /** Key of its group. */
  readonly group: string
  readonly severity: TodoSeverity
  readonly title: string
  /** Address of the page where it is done; Enter opens it. */
  readonly link?: string | undefined
  /** Number or amount, in front of the actions. */
  readonly aside?: ReactNode
  /** Small text under the title, beside age and deadline. */
  readonly facts?: ReactNode
  /** Information that a person needs before acting. */
  readonly body?: ReactNode
  /** Time in epoch ms since when it, or the oldest of several, waits. */
  readonly since?: number | null
  /** Deadline in epoch ms. */
  readonly deadline?: number | null
  /** Keys of the actions that are possible now. */
  readonly can?: readonly string[]
  /** Whether it may be postponed; a present fault may not. */
  readonly mayWait?: boolean
  /** State of the item as a text; a change ends its postponement. */
  readonly stamp?: string
}

/** An action on items, by button and by letter. */
export interface TodoAction {
  readonly key: string
  /** One letter, except j, k and l, which the list uses itself. */
  readonly letter: string
  readonly label: string
  readonly isPrimary?: boolean
  readonly run: (id: string) => void
}

interface RowProps {
  readonly item: TodoItem
  readonly actions: readonly TodoAction[]
}

/** Draws one item: its title, age, urgency, and buttons with their letters. */
export function TodoRow({ item, actions }: RowProps) {
  const { t } = useWords()
  const id = useId()
  const { title, link, severity, since = null, deadline = null, facts, aside, body } = item
  return (
    <article className="w-todo" data-todo={item.id} data-plain={body ? undefined : ''} aria-labelledby={id}>
      <span className="w-todo-mark" data-severity={severity}>
        <ExclamationCircleFilled aria-hidden="true" />
        <span className="w-sr">{t(`kit.todo.severity.${severity}`)}</span>
      </span>
      <div className="w-todo-what">
        {link === undefined ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys of the list act on the item that has the focus
          <b id={id} className="w-todo-main" data-todo-main="" tabIndex={0}>
            {title}
          </b>
        ) : (
          <Link id={id} className="w-todo-main" data-todo-main="" to={link}>
            {title}
          </Link>
        )}
        <small>
          {since !== null && (
            <span>
              <Ago at={since} lasting />
            </span>
          )}
          {deadline !== null && (
            <span className="w-todo-deadline" data-severity={severity}>
              {t('kit.todo.deadline')} <When at={deadline} />
            </span>
          )}
          {facts}
        </small>
      </div>
      {aside !== undefined && <span className="w-todo-aside">{aside}</span>}
      {body && <div className="w-todo-body">{body}</div>}
      {actions.length > 0 && (
        <footer className="w-todo-actions">
          {actions.map(({ key, letter, label, isPrimary, run }) => (
            <Button
              key={key}
              size="small"
              type={isPrimary ? 'primary' : 'default'}
              aria-keyshortcuts={letter.toUpperCase()}
              onClick={() => run(item.id)}
            >
              {label} <Key>{letter.toUpperCase()}</Key>
            </Button>
          ))}
        </footer>
      )}
    </article>
  )
}

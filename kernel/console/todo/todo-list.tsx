import { CheckCircleOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useState } from 'react'
import { useSettings } from '../session/settings.ts'
import { Key } from '../keyboard/key.tsx'
import { useOnPaper } from '../paper/use-on-paper.ts'
import { When } from '../ui/shown.tsx'
import { useWords } from '../words/use-words.ts'
import { neighbour, TYPING, todoKeyOf } from './todo-keys.ts'
import { type TodoAction, type TodoItem, TodoRow } from './todo-row.tsx'
import { usePutOff } from './use-put-off.ts'
import { useTodoFocus } from './use-todo-focus.ts'
import './todo.css'

const LATER = 'later'
const LATER_LETTER = 'l'

export interface TodoListProps {
  /** Name of the list for assistive technology. */
  readonly label: string
  /** Groups in order, the most urgent first. A group without items shows its `none` text, or nothing. */
  readonly groups: readonly { readonly key: string; readonly title: string; readonly none?: string }[]
  /** Items in their order within the groups. */
  readonly items: readonly TodoItem[]
  readonly actions?: readonly TodoAction[]
  /** Name under which this browser stores postponed items; without it nothing can be postponed. */
  readonly later?: string
  /** Text when all is done. */
  readonly done: { readonly title: string; readonly text?: string }
  /** Largest number of items of a group that is shown at first; all when absent. */
  readonly most?: number
  /** Focuses the first item at the start, as in a drawer that was opened for the list. */
  readonly isFirst?: boolean
}

/**
 * Draws a to-do list that can be worked through by keyboard: J and K or the arrows move, Enter opens the item's page, letters run
 * actions, and the next item gets the focus afterwards. The keys act on a focused item, never while somebody types.
 */
export function TodoList({ label, groups, items, actions = [], later, done, most, isFirst = false }: TodoListProps) {
  const { t } = useWords()
  const singleKeys = useSettings(settings => settings.singleKeys)
  const isOnPaper = useOnPaper()
  const off = usePutOff(later)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [undoable, setUndoable] = useState<TodoItem | null>(null)
  const [said, say] = useState('')
  const now = items.filter(item => !off.isOff(item))
  const waiting = items.filter(item => off.isOff(item))
  const parts = groups.flatMap(group => {
    const own = now.filter(item => item.group === group.key)
    const isWhole = isOnPaper || most === undefined || opened.has(group.key) || own.length <= most + 1
    const shown = isWhole ? own : own.slice(0, most)
    return own.length > 0 || group.none !== undefined ? [{ ...group, own, shown }] : []
  })
  const shown = parts.flatMap(part => part.shown)
  const ids = shown.map(item => item.id)
  const { box, goTo, onFocus, onBlur } = useTodoFocus(ids, isFirst)

  const putOff: TodoAction = {
    key: LATER,
    letter: LATER_LETTER,
    label: t('kit.todo.later'),
    run(id) {
      const item = items.find(one => one.id === id)
      if (!item) return
      off.putOff(item)
      setUndoable(item)
      say(t('kit.todo.putOff', { name: item.title, count: ids.length - 1 }))
    },
  }
  const undo = (item: TodoItem | null = undoable): void => {
    if (!item) return
    off.takeBack(item.id)
    setUndoable(null)
    say(t('kit.todo.takenBack', { name: item.title }))
    requestAnimationFrame(() => goTo(item.id))
  }
  const actionsOf = (item: TodoItem): readonly TodoAction[] => [
    ...actions.filter(({ key }) => item.can?.includes(key)),
    ...(item.mayWait && off.until(item) !== null ? [putOff] : []),
  ]
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !(event.target instanceof HTMLElement) || event.target.closest(TYPING)) return
    const key = todoKeyOf(event, singleKeys)
    const at = event.target.closest<HTMLElement>('[data-todo]')?.dataset.todo ?? null
    if (key === undefined || (at === null && key !== 'undo')) return
    if (typeof key === 'object') {
      const item = shown.find(one => one.id === at)
      const action = item && actionsOf(item).find(({ letter }) => letter === key.letter)
      if (!item || !action) return
      event.preventDefault()
      // The focus continues from the item, because its button disappears with it.
      goTo(item.id)
      return action.run(item.id)
    }
    if (key === 'undo' && !undoable) return
    event.preventDefault()
    if (key === 'undo') undo()
    else goTo(neighbour(ids, at, key))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys for the items inside it
    <div
      ref={box}
      className="w-todos"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
      data-keys={singleKeys ? '' : undefined}
    >
      <output className="w-sr">{said}</output>
      {parts.map(({ key, title, none, own, shown: some }) =>
        own.length === 0 ? (
          now.length > 0 && (
            <p key={key} className="w-todo-none">
              <CheckCircleOutlined aria-hidden="true" /> {none}
            </p>
          )
        ) : (
          <section key={key} aria-label={`${label}: ${title}`}>
            <h3 className="w-todo-group">
              {title} <span className="w-num">{own.length}</span>
            </h3>
            <ul className="w-todo-rows">
              {some.map(item => (
                <li key={item.id}>
                  <TodoRow item={item} actions={actionsOf(item)} />
                </li>
              ))}
            </ul>
            {some.length < own.length && (
              <button
                type="button"
                className="w-link-button w-todo-rest"
                onClick={() => {
                  setOpened(before => new Set(before).add(key))
                  const next = own[some.length]
                  requestAnimationFrame(() => goTo(next?.id ?? null))
                }}
              >
                {t('kit.todo.more', { count: own.length - some.length })}
              </button>
            )}
          </section>
        ),
      )}
      {now.length === 0 && <Done {...done} waiting={waiting.length} />}
      {waiting.length > 0 && <Waiting items={waiting} until={off.offUntil} onBack={undo} />}
      {now.length > 0 && (
        <KeyLine hasLater={later !== undefined} hasLinks={now.some(item => item.link !== undefined)} />
      )}
    </div>
  )
}

function Done({ title, text, waiting }: TodoListProps['done'] & { waiting: number }) {
  const { t } = useWords()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where the focus goes from the last item that was done
    <div className="w-todo-done" data-todo-done="" tabIndex={-1}>
      <CheckCircleOutlined aria-hidden="true" />
      <b>{title}</b>
      {waiting > 0 ? <span>{t('kit.todo.onlyPutOff')}</span> : text !== undefined && <span>{text}</span>}
    </div>
  )
}

interface WaitingProps {
  readonly items: readonly TodoItem[]
  readonly until: (id: string) => number | null
  readonly onBack: (item: TodoItem) => void
}

/** Draws the postponed items in a closed section. */
function Waiting({ items, until, onBack }: WaitingProps) {
  const { t } = useWords()
  return (
    <details className="w-todo-off">
      <summary>{t('kit.todo.offCount', { count: items.length })}</summary>
      <ul>
        {items.map(item => (
          <li key={item.id}>
            <span className="w-grow">{item.title}</span>
            <small className="w-quiet">
              {t('kit.todo.until')} <When at={until(item.id)} clockOnly />
            </small>
            <button type="button" className="w-link-button" onClick={() => onBack(item)}>
              {t('kit.todo.takeBack')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Draws the keys of the list. The letters of actions are on their buttons. */
function KeyLine({ hasLater, hasLinks }: { hasLater: boolean; hasLinks: boolean }) {
  const { t } = useWords()
  return (
    <p className="w-todo-keys">
      <span>
        <Key>J</Key> <Key>K</Key> {t('kit.todo.keys.walk')}
      </span>
      {hasLinks && (
        <span>
          <Key>Enter</Key> {t('kit.todo.keys.open')}
        </span>
      )}
      {hasLater && (
        <span>
          <Key>Ctrl Z</Key> {t('kit.todo.keys.undo')}
        </span>
      )}
    </p>
  )
}

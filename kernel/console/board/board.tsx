import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Key } from '../keyboard/key.tsx'
import { Count } from '../ui/shown.tsx'
import { TabList, tabPanel } from '../ui/tab-list.tsx'
import { useIsPhone } from '../ui/use-phone.ts'
import { useWords } from '../words/use-words.ts'
import { BoardCard } from './board-card.tsx'
import { leftNear, nextTarget, walk } from './board-steps.ts'
import { useBoardDrag } from './use-board-drag.ts'
import { type BoardColumn, useBoardMoves } from './use-board-moves.ts'
import './board.css'

export interface BoardProps {
  readonly label: string
  readonly columns: readonly BoardColumn[]
  /** Column shown on a phone, where they stand one at a time. */
  readonly shown: string
  readonly onShow: (column: string) => void
  readonly onOpen: (id: string) => void
  /** Does the move; true when it is done, false when it was refused or given up, which the person has been told. */
  readonly onMove: (id: string, to: string) => Promise<boolean>
  /** Below the cards of a column: the way to those that are not shown. */
  readonly footOf?: (column: BoardColumn) => ReactNode
}

/** A card in somebody's hand: which, and where it would be put down. */
interface Held {
  readonly id: string
  readonly over: string
}

/**
 * Cards in columns of states. By keyboard: arrows walk, Space picks up, the left and right arrow carry, Enter puts down,
 * Escape puts back. By mouse they are dragged, and each has a menu with the same moves.
 */
export function Board({ label, columns: given, shown, onShow, onOpen, onMove, footOf }: BoardProps) {
  const { t } = useWords()
  const id = useId()
  const isPhone = useIsPhone()
  const box = useRef<HTMLDivElement>(null)
  const { columns, moving, said, say, move } = useBoardMoves(given, onMove)
  const [current, setCurrent] = useState<string | null>(null)
  const [held, setHeld] = useState<Held | null>(null)
  const items = columns.flatMap(column => column.items)
  const seen = isPhone ? columns.filter(({ key }) => key === shown) : columns
  const steps = seen.map(({ key, items: own }) => ({ key, ids: own.map(one => one.id) }))
  const columnOf = (card: string): string =>
    columns.find(column => column.items.some(one => one.id === card))?.key ?? ''
  const titleOf = (key: string): string => columns.find(column => column.key === key)?.title ?? key
  const mayBeIn = (card: string, column: string): boolean =>
    column === columnOf(card) || (items.find(one => one.id === card)?.targets.includes(column) ?? false)
  const canHold = (card: string): boolean =>
    !moving.has(card) && (items.find(one => one.id === card)?.targets.length ?? 0) > 0
  const { now: focusOn, keepOn } = useCardFocus(box)

  const moveTo = (card: string, to: string): void => {
    // Whoever works by keys goes on where they were: the next card of the column that this one leaves.
    keepOn(leftNear(steps, card) ?? card)
    void move(card, to)
  }
  const drag = useBoardDrag({ box, mayBeIn, canHold, onDrop: moveTo })
  const { dragged } = drag
  const stop = steps.some(({ ids }) => ids.includes(current ?? ''))
    ? current
    : (steps.flatMap(({ ids }) => ids)[0] ?? null)
  const over = held?.over ?? dragged?.over ?? null
  const inHand = held?.id ?? dragged?.id ?? null

  const carry = (event: KeyboardEvent<HTMLElement>, { id: card, over: at }: Held): void => {
    const { key } = event
    const name = items.find(one => one.id === card)?.name ?? ''
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      const next = nextTarget(
        columns.map(column => column.key),
        at,
        key,
        column => mayBeIn(card, column),
      )
      setHeld({ id: card, over: next })
      say(t('kit.board.over', { name, column: titleOf(next) }))
    } else if (key === 'Enter' || key === ' ') {
      setHeld(null)
      if (at !== columnOf(card)) moveTo(card, at)
      else say(t('kit.board.putBack', { name }))
    } else if (key === 'Escape' || key === 'Tab') {
      setHeld(null)
      say(t('kit.board.putBack', { name }))
      if (key === 'Tab') return
    } else if (!key.startsWith('Arrow')) return
    event.preventDefault()
    event.stopPropagation()
  }
  const onKey = (event: KeyboardEvent<HTMLElement>, card: string): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (held?.id === card) return carry(event, held)
    if (event.key === ' ') {
      event.preventDefault()
      const name = items.find(one => one.id === card)?.name ?? ''
      if (!canHold(card)) return say(t('kit.board.cannotMove', { name }))
      setHeld({ id: card, over: columnOf(card) })
      return say(t('kit.board.pickedUp', { name, column: titleOf(columnOf(card)) }))
    }
    const next = walk(steps, card, event.key)
    if (next === null) return
    event.preventDefault()
    setCurrent(next)
    focusOn(next)
  }
  return (
    <div className="w-board-frame">
      <output className="w-sr">{said}</output>
      <p id={`${id}-hint`} className="w-sr">
        {t('kit.board.hint')}
      </p>
      {isPhone && (
        <TabList
          id={id}
          label={label}
          items={columns.map(({ key, title, total }) => ({ key, label: `${title} ${total}` }))}
          value={shown}
          onChange={onShow}
        />
      )}
      <div
        ref={box}
        className="w-board"
        data-in-hand={inHand === null ? undefined : ''}
        {...(isPhone ? {} : drag.events)}
        onClickCapture={event => {
          // A click of the keyboard has no detail; one that ends a drag is no wish to open the card.
          if (!isPhone && event.detail > 0 && drag.hasDragged()) event.stopPropagation()
        }}
      >
        {seen.map(column => (
          <section
            key={column.key}
            className="w-board-column"
            data-column={column.key}
            data-takes={inHand !== null && mayBeIn(inHand, column.key) ? '' : undefined}
            data-over={over === column.key ? '' : undefined}
            {...(isPhone ? tabPanel(id, column.key) : { 'aria-labelledby': `${id}-${column.key}` })}
          >
            {!isPhone && (
              <h3 id={`${id}-${column.key}`}>
                {column.title} <Count value={column.total} />
              </h3>
            )}
            <ul>
              {held && held.over === column.key && columnOf(held.id) !== column.key && (
                <li className="w-board-place" aria-hidden="true" />
              )}
              {column.items.map(item => (
                <li key={item.id}>
                  <BoardCard
                    item={item}
                    isTabStop={item.id === stop}
                    isHeld={held?.id === item.id}
                    isMoving={moving.has(item.id)}
                    dragged={dragged?.id === item.id ? dragged : null}
                    hintId={`${id}-hint`}
                    titleOf={titleOf}
                    onFocus={() => {
                      setCurrent(item.id)
                      keepOn(item.id)
                      // Who turns to another card has let go of the held one.
                      if (held && held.id !== item.id) setHeld(null)
                    }}
                    onOpen={() => onOpen(item.id)}
                    onMove={to => moveTo(item.id, to)}
                    onKeyDown={event => onKey(event, item.id)}
                  />
                </li>
              ))}
              {column.items.length === 0 && <li className="w-board-none">{t('kit.board.none')}</li>}
            </ul>
            {footOf?.(column)}
          </section>
        ))}
      </div>
      <KeyLine />
    </div>
  )
}

/**
 * Gives cards the focus, and gives it back: a card that changes its column is drawn anew there and would lose it. Nobody's
 * focus is taken who is elsewhere.
 */
function useCardFocus(box: { readonly current: HTMLElement | null }) {
  const wanted = useRef<string | null>(null)
  const now = (card: string): void =>
    box.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"] .w-board-main`)?.focus()
  useLayoutEffect(() => {
    const active = document.activeElement
    if (wanted.current === null || active?.closest('dialog:modal')) return
    if (active === document.body || active === null) now(wanted.current)
    else if (!box.current?.contains(active)) wanted.current = null
  })
  return {
    now,
    /** Which card has it from now on, when nobody takes it elsewhere. */
    keepOn(card: string) {
      wanted.current = card
    },
  }
}

function KeyLine() {
  const { t } = useWords()
  return (
    <p className="w-board-keys">
      <span>
        <Key>← ↑ ↓ →</Key> {t('kit.board.keys.walk')}
      </span>
      <span>
        <Key>{t('kit.board.keys.space')}</Key> {t('kit.board.keys.pick')}
      </span>
      <span>
        <Key>← →</Key> {t('kit.board.keys.carry')}
      </span>
      <span>
        <Key>Enter</Key> {t('kit.board.keys.drop')}
      </span>
      <span>
        <Key>Esc</Key> {t('kit.board.keys.back')}
      </span>
    </p>
  )
}

/** Draws the rest of a column: more cards, or the list when more would not be a board any longer. */
export function MoreCards({ hidden, onMore, onList }: { hidden: number; onMore?: () => void; onList: () => void }) {
  const { t } = useWords()
  if (hidden <= 0) return null
  return (
    <Button size="small" type="text" block onClick={onMore ?? onList}>
      {t(onMore ? 'kit.board.more' : 'kit.board.inList', { count: hidden })}
    </Button>
  )
}

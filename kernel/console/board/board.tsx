import { Button } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Key } from '../keyboard/key.tsx'
import { Count } from '../ui/shown.tsx'
import { TabList, tabPanel } from '../ui/tabs/tab-list.tsx'
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
  /** Key of the column shown on a phone, which shows one column at a time. */
  readonly shown: string
  readonly onShow: (column: string) => void
  readonly onOpen: (id: string) => void
  /** Does the move. Resolves to true when it is done; to false when it was refused or given up and the person has been told. */
  readonly onMove: (id: string, to: string) => Promise<boolean>
  /** Draws the foot of a column, which leads to the cards that are not shown. */
  readonly footOf?: (column: BoardColumn) => ReactNode
}

/** A card picked up by keyboard, and the column where Enter would put it down. */
interface Held {
  readonly id: string
  readonly over: string
}

/**
 * Draws cards in columns of states. By keyboard: arrows walk, Space picks up, the left and right arrow carry, Enter puts down,
 * Escape puts back. By mouse the cards are dragged, and each card has a menu with the same moves.
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
    // A keyboard user continues at the same place: the next card in the column that this card leaves.
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
          // A keyboard click has detail 0. A mouse click that ends a drag must not open the card.
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
                      // Focusing another card releases the held one.
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
 * Focuses cards and restores their focus: a card that changes its column is mounted again there and would lose it. Focus that is
 * outside the board is left alone.
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
    /** Names the card that keeps the focus from now on, until the person moves the focus elsewhere. */
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

/** Draws the foot of a column with hidden cards: a button for more cards, or for the list when the board shows no more. */
export function MoreCards({ hidden, onMore, onList }: { hidden: number; onMore?: () => void; onList: () => void }) {
  const { t } = useWords()
  if (hidden <= 0) return null
  return (
    <Button size="small" type="text" block onClick={onMore ?? onList}>
      {t(onMore ? 'kit.board.more' : 'kit.board.inList', { count: hidden })}
    </Button>
  )
}

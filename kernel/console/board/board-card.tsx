import type { KeyboardEvent, ReactNode } from 'react'
import { MoreMenu } from '../ui/menu-button.tsx'
import { useWords } from '../words/use-words.ts'
import type { Dragged } from './use-board-drag.ts'

/** One card of a board. */
export interface BoardItem {
  readonly id: string
  /** Name on the card and for assistive technology. */
  readonly name: string
  /** Further content of the card; without controls. */
  readonly face?: ReactNode
  /** Keys of the columns that the card may move to now. */
  readonly targets: readonly string[]
}

interface CardProps {
  readonly item: BoardItem
  readonly isTabStop: boolean
  readonly isHeld: boolean
  /** Moved here, and not yet confirmed by the server. */
  readonly isMoving: boolean
  readonly dragged: Dragged | null
  readonly hintId: string
  readonly titleOf: (column: string) => string
  readonly onFocus: () => void
  readonly onOpen: () => void
  readonly onMove: (column: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/**
 * Draws one card: a button that opens it and takes the keys, and a menu with the same moves for people who can neither use keys
 * nor drag.
 */
export function BoardCard({
  item,
  isTabStop,
  isHeld,
  isMoving,
  dragged,
  hintId,
  titleOf,
  onFocus,
  onOpen,
  onMove,
  onKeyDown,
}: CardProps) {
  const { t } = useWords()
  const { id, name, face, targets } = item
  return (
    <div
      className="w-board-card"
      data-card={id}
      data-held={isHeld ? '' : undefined}
      data-moving={isMoving ? '' : undefined}
      data-dragged={dragged ? '' : undefined}
      aria-busy={isMoving}
      style={dragged ? { transform: `translate(${dragged.dx}px, ${dragged.dy}px)` } : undefined}
    >
      <button
        type="button"
        className="w-board-main"
        tabIndex={isTabStop ? 0 : -1}
        aria-describedby={targets.length > 0 ? hintId : undefined}
        onFocus={onFocus}
        onClick={onOpen}
        onKeyDown={onKeyDown}
        onKeyUp={event => {
          // Some browsers turn the release of the space key into a click.
          if (event.key === ' ') event.preventDefault()
        }}
      >
        <b>{name}</b>
        {face && <span className="w-board-face">{face}</span>}
      </button>
      {targets.length > 0 && !isMoving && (
        <MoreMenu
          label={t('kit.board.moveOf', { name })}
          actions={targets.map(column => ({
            key: column,
            label: t('kit.board.moveTo', { column: titleOf(column) }),
            run: () => onMove(column),
          }))}
        />
      )}
    </div>
  )
}

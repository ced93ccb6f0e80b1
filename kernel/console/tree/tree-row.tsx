/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a treegrid of boxes: windowed rows are placed by hand, which a table's layout refuses */
import { CaretDownOutlined, HolderOutlined, LoadingOutlined } from '@ant-design/icons'
import type { KeyboardEvent, ReactNode } from 'react'
import { useWords } from '../words/use-words.ts'
import type { TreeLine, TreeNode } from './tree-model.ts'
import type { DropSide } from './tree-moves.ts'

/** A column beside the name. */
export interface TreeColumn<R> {
  readonly key: string
  readonly head: ReactNode
  readonly show: (node: TreeNode<R>) => ReactNode
  /** CSS width, such as `64px`. */
  readonly width: string
  /** False omits the column on a phone. */
  readonly onPhone?: boolean
}

interface TreeRowProps<R> {
  readonly line: TreeLine<R>
  readonly name: ReactNode
  readonly columns: readonly TreeColumn<R>[]
  readonly actions: ReactNode
  readonly data: Readonly<Record<string, string | undefined>>
  /** Label of the handle; undefined draws none. */
  readonly handle: string | undefined
  readonly isChosen: boolean
  /** The only row at which the Tab key stops. */
  readonly isStop: boolean
  readonly isLoading: boolean
  readonly isDragged: boolean
  readonly dropSide: DropSide | undefined
  /** Pixels from the top, in a windowed tree. */
  readonly top: number | undefined
  readonly onFocus: () => void
  readonly onClick: () => void
  readonly onToggle: () => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Level from which rows are not indented any further. */
const MAX_INDENT = 8

export function TreeRow<R>(props: TreeRowProps<R>) {
  const { line, columns } = props
  const { node, level, hasBelow, isOpen } = line
  return (
    <div
      role="row"
      className="w-tree-row"
      data-node={node.id}
      data-dragged={props.isDragged || undefined}
      data-drop={props.dropSide}
      {...props.data}
      aria-level={level}
      aria-posinset={line.place}
      aria-setsize={line.beside}
      aria-selected={props.isChosen}
      aria-expanded={hasBelow ? isOpen : undefined}
      aria-busy={props.isLoading || undefined}
      tabIndex={props.isStop ? 0 : -1}
      style={{ top: props.top }}
      onFocus={props.onFocus}
      onClick={props.onClick}
      onKeyDown={props.onKeyDown}
    >
      <div
        role="rowheader"
        className="w-tree-name"
        style={{ paddingInlineStart: Math.min(level - 1, MAX_INDENT) * 18 }}
      >
        {props.handle !== undefined && (
          <button
            type="button"
            className="w-tree-handle"
            data-handle=""
            tabIndex={props.isStop ? 0 : -1}
            aria-label={props.handle}
            onClick={event => event.stopPropagation()}
          >
            <HolderOutlined />
          </button>
        )}
        <Caret {...props} />
        {props.name}
      </div>
      {columns.map(column => (
        <div key={column.key} role="gridcell" className="w-tree-cell" data-column={column.key}>
          {column.show(node)}
        </div>
      ))}
      {props.actions !== undefined && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- it only keeps clicks on its buttons from the row; the buttons are reached by the arrows
        <div role="gridcell" className="w-tree-actions" onClick={event => event.stopPropagation()}>
          {props.actions}
        </div>
      )}
    </div>
  )
}

/** Draws the caret for pointers; the arrow keys do the same. */
function Caret<R>({ line: { hasBelow, isOpen }, isLoading, onToggle }: TreeRowProps<R>) {
  const { t } = useWords()
  return (
    <span
      className="w-tree-caret"
      data-open={isOpen || undefined}
      data-toggle={hasBelow || undefined}
      aria-hidden="true"
      title={hasBelow ? t(isOpen ? 'kit.tree.collapse' : 'kit.tree.expand') : undefined}
      onClick={event => {
        if (!hasBelow) return
        event.stopPropagation()
        onToggle()
      }}
    >
      {isLoading ? <LoadingOutlined /> : hasBelow && <CaretDownOutlined />}
    </span>
  )
}

/** Draws a field that edits a name in its row; `onDone` gets the new name, or null to keep the old one. */
export function NameInput({
  label,
  name,
  onDone,
}: {
  label: string
  name: string
  onDone: (name: string | null) => void
}) {
  return (
    <input
      className="w-grow w-tree-input"
      aria-label={label}
      defaultValue={name}
      maxLength={100}
      ref={element => element?.focus()}
      onFocus={event => event.currentTarget.select()}
      onClick={event => event.stopPropagation()}
      onBlur={event => onDone(event.currentTarget.value.trim() || null)}
      onKeyDown={event => {
        event.stopPropagation()
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key !== 'Escape') return
        event.currentTarget.value = name
        event.currentTarget.blur()
      }}
    />
  )
}

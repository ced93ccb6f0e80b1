/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a treegrid of boxes: windowed rows are placed by hand, which a table's layout refuses */
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react'
import { EmptyState } from '../ui/states.tsx'
import { useIsPhone } from '../ui/use-phone.ts'
import { useWords } from '../words/use-words.ts'
import { foundIn, linesOf, type TreeLine, type TreeNode, type TreePlace, treeOf } from './tree-model.ts'
import type { MoveRules } from './tree-moves.ts'
import { NameInput, type TreeColumn, TreeRow } from './tree-row.tsx'
import { TreeTools } from './tree-tools.tsx'
import { useOpenNodes } from './use-open-nodes.ts'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeFocus } from './use-tree-focus.ts'
import { useTreeKeys } from './use-tree-keys.ts'
import { type MoveNode, useTreeMoves } from './use-tree-moves.ts'
import { DRAW_ALL_UP_TO, useTreeWindow } from './use-tree-window.ts'
import './tree.css'

export interface TreeTableProps<R> {
  /** Name of the tree for a screen reader. */
  readonly label: string
  /** All nodes in their order; those beside each other stand as they are given. */
  readonly nodes: readonly TreeNode<R>[]
  readonly chosen?: string | null
  /** Enter, space or a click. */
  readonly onChoose?: (node: TreeNode<R>) => void
  /** The name as it is drawn; the label where absent. */
  readonly name?: (node: TreeNode<R>) => ReactNode
  /** Head of the column of names; with it the heads are shown. */
  readonly head?: string
  readonly columns?: readonly TreeColumn<R>[]
  /** Buttons at the end of the row; the right arrow leads to them. */
  readonly actions?: (node: TreeNode<R>) => ReactNode
  /** `data-` attributes of a row, for its looks. */
  readonly rowData?: (node: TreeNode<R>) => Readonly<Record<string, string | undefined>>
  /** Text of the search; without it there is none. */
  readonly search?: string
  /** Beside expand all and collapse all; without it and without a search these are not drawn. */
  readonly note?: ReactNode
  readonly empty?: string
  /** Moves by dragging and by Alt with an arrow. Asked only what the rules allow. */
  readonly onMove?: MoveNode<R>
  /** Cycles are always refused; depth and the rest are the caller's. */
  readonly rules?: MoveRules<R>
  /** Whether a node can be moved at all. */
  readonly canMove?: (node: TreeNode<R>) => boolean
  /** What the arrows mean where it is not the usual: place for a key, null for none. */
  readonly stepTo?: (node: TreeNode<R>, key: string) => TreePlace | null
  readonly moveText?: (node: TreeNode<R>, place: TreePlace) => string
  /** Offers to undo the last move, by a button and by Ctrl+Z. */
  readonly canUndo?: boolean
  /** Label of a handle in each row, which takes arrows without Alt. */
  readonly handle?: (node: TreeNode<R>) => string
  /** F2 edits the name in its place. */
  readonly rename?: { readonly label: string; readonly onDone: (node: TreeNode<R>, name: string) => void }
  /** Loads the children of a lazy node, which are then among `nodes`. */
  readonly onLoad?: (node: TreeNode<R>) => Promise<void>
  /** A line below that tells the keys. */
  readonly keysNote?: string
}

const NOTHING: ReadonlySet<string> = new Set()
const LINE_PX = 36
const PHONE_LINE_PX = 44

/** Everything a tree remembers and does, without its looks. */
function useTreeTable<R>(props: TreeTableProps<R>, box: RefObject<HTMLDivElement | null>) {
  const { nodes, chosen = null, rules = {}, onMove, canMove = () => true } = props
  const isPhone = useIsPhone()
  const linePx = isPhone ? PHONE_LINE_PX : LINE_PX
  const [sought, setSought] = useState('')
  const [held, setHeld] = useState<string | null>(chosen)
  const [renamed, setRenamed] = useState<string | null>(null)
  const tree = useMemo(() => treeOf(nodes), [nodes])
  const folding = useOpenNodes(tree, chosen, props.onLoad)
  const isSought = sought.trim() !== ''
  const lines = useMemo(
    () => (isSought ? linesOf(tree, NOTHING, foundIn(tree, sought)) : linesOf(tree, folding.closed)),
    [tree, isSought, sought, folding.closed],
  )
  const focus = useTreeFocus(box, lines, chosen, linePx)
  const moves = useTreeMoves({
    tree,
    rules,
    onMove,
    canUndo: props.canUndo ?? false,
    moveText: props.moveText,
  })
  // Of a search only a part is seen: nobody could tell where something would go.
  const canHold = (id: string): boolean => {
    const node = tree.byId.get(id)
    return onMove !== undefined && !isSought && node !== undefined && canMove(node)
  }
  const move = (id: string, place: TreePlace | null, isHandle = false): void => {
    focus.want(id, isHandle)
    if (place?.parent) folding.open([place.parent])
    void moves.move(id, place).then(hasMoved => hasMoved && focus.want(id, isHandle))
  }
  const drag = useTreeDrag({ box, tree, lines, canHold, rules, onDrop: (id, place) => move(id, place) })
  const seen = useTreeWindow(box, lines.length, linePx)
  const at = (id: string | null): number => (id === null ? -1 : lines.findIndex(({ node }) => node.id === id))
  const stop = [at(held), at(chosen), 0].find(index => index >= 0) ?? 0
  const goTo = (id: string): void => {
    setHeld(id)
    focus.want(id)
    focus.show(id)
  }
  const onKeyDown = useTreeKeys({ props, tree, lines, folding, focus, canHold, move, moves, goTo, setRenamed })
  return {
    lines,
    seen,
    stop,
    drag,
    moves,
    folding,
    isPhone,
    linePx,
    isSought,
    sought,
    setSought,
    renamed,
    setRenamed,
    setHeld,
    goTo,
    onKeyDown,
    canHold,
  }
}

/**
 * Rows in a tree with columns beside the name (WAI-ARIA treegrid). One stop of the tab key; arrows, Home, End and typing go
 * through the rows. Large trees draw only the rows in sight.
 */
export function TreeTable<R>(props: TreeTableProps<R>) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const state = useTreeTable(props, box)
  const { lines, seen, stop, moves, linePx } = state
  const columns = (props.columns ?? []).filter(column => !state.isPhone || column.onPhone !== false)
  const isWindowed = lines.length > DRAW_ALL_UP_TO
  // The row of the tab key is always there, or the keyboard would lose its way in by scrolling.
  const drawn = lines
    .map((line, index) => ({ line, index }))
    .filter(({ index }) => (index >= seen.from && index < seen.to) || index === stop)
  const widths = ['minmax(0, 1fr)', ...columns.map(({ width }) => width), ...(props.actions ? ['auto'] : [])]
  // A custom property is no key of CSSProperties.
  const style = { '--w-tree-columns': widths.join(' ') } as CSSProperties
  return (
    <div className="w-tree-frame">
      {(props.search !== undefined || props.note !== undefined) && (
        <TreeTools
          search={props.search}
          sought={state.sought}
          onSought={state.setSought}
          note={props.note}
          folding={state.folding}
        />
      )}
      {lines.length === 0 ? (
        <EmptyState title={state.isSought ? t('kit.noMatch') : (props.empty ?? t('kit.noData'))} />
      ) : (
        <div
          ref={box}
          className="w-tree"
          role="treegrid"
          aria-label={props.label}
          data-windowed={isWindowed || undefined}
          style={style}
          {...state.drag.events}
        >
          {props.head !== undefined && <Heads name={props.head} columns={columns} hasActions={!!props.actions} />}
          <div
            className="w-tree-lines"
            role="rowgroup"
            style={isWindowed ? { height: lines.length * linePx } : undefined}
          >
            {drawn.map(({ line, index }) => (
              <Row
                key={line.node.id}
                props={props}
                state={state}
                line={line}
                columns={columns}
                isStop={index === stop}
                top={isWindowed ? index * linePx : undefined}
              />
            ))}
          </div>
        </div>
      )}
      {props.keysNote !== undefined && <p className="w-quiet w-tree-foot w-tree-keys">{props.keysNote}</p>}
      <UndoBar state={state} />
      <output className="w-sr">{moves.said}</output>
    </div>
  )
}

/** The last move and the way back. */
function UndoBar<R>({ state: { moves, goTo } }: { state: ReturnType<typeof useTreeTable<R>> }) {
  const { t } = useWords()
  const { undoable } = moves
  if (undoable === null) return null
  return (
    <p className="w-row w-tree-foot w-no-print">
      <span className="w-grow w-clip">{undoable.text}</span>
      <button
        type="button"
        className="w-link-button"
        onClick={() => {
          // The button goes away with the move; the focus goes to the row.
          goTo(undoable.id)
          void moves.undo()
        }}
      >
        {t('kit.tree.undo')}
      </button>
    </p>
  )
}

interface RowProps<R> {
  readonly props: TreeTableProps<R>
  readonly state: ReturnType<typeof useTreeTable<R>>
  readonly line: TreeLine<R>
  readonly columns: readonly TreeColumn<R>[]
  readonly isStop: boolean
  readonly top: number | undefined
}

function Row<R>({ props, state, line, columns, isStop, top }: RowProps<R>) {
  const { node } = line
  const { drag, folding } = state
  const rename = props.rename
  const name =
    rename && state.renamed === node.id ? (
      <NameInput
        label={rename.label}
        name={node.label}
        onDone={text => {
          state.setRenamed(null)
          state.goTo(node.id)
          if (text !== null && text !== node.label) rename.onDone(node, text)
        }}
      />
    ) : (
      (props.name?.(node) ?? <span className="w-grow w-clip">{node.label}</span>)
    )
  return (
    <TreeRow
      line={line}
      name={name}
      columns={columns}
      actions={props.actions?.(node)}
      data={props.rowData?.(node) ?? {}}
      handle={props.handle && state.canHold(node.id) ? props.handle(node) : undefined}
      isChosen={node.id === (props.chosen ?? null)}
      isStop={isStop}
      isLoading={folding.loading.has(node.id)}
      isDragged={drag.dragged === node.id}
      dropSide={drag.target?.id === node.id ? drag.target.side : undefined}
      top={top}
      onFocus={() => state.setHeld(node.id)}
      onClick={() => !drag.hasDragged() && props.onChoose?.(node)}
      onToggle={() => (line.isOpen ? folding.close([node.id]) : folding.open([node.id]))}
      onKeyDown={(event: KeyboardEvent<HTMLElement>) => state.onKeyDown(event, line)}
    />
  )
}

function Heads<R>({
  name,
  columns,
  hasActions,
}: {
  name: string
  columns: readonly TreeColumn<R>[]
  hasActions: boolean
}) {
  const { t } = useWords()
  return (
    <div role="rowgroup">
      <div role="row" className="w-tree-head">
        <span role="columnheader">{name}</span>
        {columns.map(({ key, head }) => (
          <span key={key} role="columnheader" className="w-clip">
            {head}
          </span>
        ))}
        {hasActions && (
          <span role="columnheader">
            <span className="w-sr">{t('kit.actions')}</span>
          </span>
        )}
      </div>
    </div>
  )
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a treegrid of boxes: windowed rows are placed by hand, which a table's layout refuses */
import { type CSSProperties, type KeyboardEvent, useRef } from 'react'
import { EmptyState } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { Heads } from './tree-heads.tsx'
import type { TreeLine } from './tree-model.ts'
import type { TreeTableProps } from './tree-props.ts'
import { NameInput, type TreeColumn, TreeRow } from './tree-row.tsx'
import { TreeTools } from './tree-tools.tsx'
import { UndoBar } from './undo-bar.tsx'
import { DRAW_ALL_UP_TO } from './use-tree-window.ts'
import { type TreeTableState, useTreeTable } from './use-tree-table.ts'
import './tree.css'

/**
 * Draws a tree with columns beside the name (WAI-ARIA treegrid). It is one Tab stop; arrows, Home, End and typing move between
 * rows. A large tree draws only the rows in view.
 */
export function TreeTable<R>(props: TreeTableProps<R>) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const state = useTreeTable(props, box)
  const { lines, seen, stop, moves, linePx } = state
  const columns = (props.columns ?? []).filter(column => !state.isPhone || column.onPhone !== false)
  const isWindowed = lines.length > DRAW_ALL_UP_TO
  // The row of the Tab stop is always drawn, or scrolling would remove the keyboard's entry.
  const drawn = lines
    .map((line, index) => ({ line, index }))
    .filter(({ index }) => (index >= seen.from && index < seen.to) || index === stop)
  const widths = ['minmax(0, 1fr)', ...columns.map(({ width }) => width), ...(props.actions ? ['auto'] : [])]
  // CSSProperties does not allow custom properties.
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

interface RowProps<R> {
  readonly props: TreeTableProps<R>
  readonly state: TreeTableState<R>
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

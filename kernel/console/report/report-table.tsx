import { type ClipboardEvent, type CSSProperties, type MouseEvent, useMemo, useRef } from 'react'
import { ColumnEdge } from '../resource/list/fit/column-edge.tsx'
import { useRoom } from '../resource/list/fit/use-room.ts'
import { useTreeWindow } from '../tree/use-tree-window.ts'
import { useIsPhone } from '../ui/use-phone.ts'
import { ColumnTicks } from './column-ticks.tsx'
import { ReportHead } from './report-head.tsx'
import { type LineLook, ReportLine, TotalLine } from './report-line.tsx'
import type { ReportLine as Line } from './report-lines.ts'
import type { ReportGridProps } from './report-props.ts'
import { nameOfLine, plainValue, valueIn } from './report-values.ts'
import type { ReportView } from './report-view.ts'
import type { ReportShape } from './use-report.ts'
import { type FittedColumns, useFit } from './use-fit.ts'
import { useReportKeys } from './use-report-keys.ts'

const LINE_PX = 40
const PHONE_LINE_PX = 44
const NO_KEYS: readonly string[] = []

interface ReportTableProps<R> {
  readonly props: ReportGridProps<R>
  readonly shape: ReportShape<R>
  readonly view: ReportView
  readonly onView: (change: Partial<ReportView>) => void
}

/** Draws a report with the columns that have room, and at its right edge how many have none. */
export function ReportTable<R>(given: ReportTableProps<R>) {
  const { props, shape, view, onView } = given
  const { ref, room } = useRoom()
  const isPhone = useIsPhone()
  const { frozen = 1, priority = NO_KEYS, isTight = false } = props
  const fit = useFit(shape, { frozen, priority, view, isPhone, isTight, room })
  return (
    <div ref={ref} className="w-report-sides">
      <ReportBox {...given} fit={fit} />
      <ColumnEdge count={fit.left.length}>
        {() => <ColumnTicks columns={shape.all} heads={shape.heads} view={view} onView={onView} left={fit.left} />}
      </ColumnEdge>
    </div>
  )
}

/**
 * Draws a report as a table, or as a treegrid when lines open. It scrolls in its own box, with fixed heads and first columns; of
 * many lines only those in view are drawn.
 */
function ReportBox<R>({ props, shape, view, onView, fit }: ReportTableProps<R> & { readonly fit: FittedColumns<R> }) {
  const { all, lines, total, heads, opens, count } = shape
  const { columns, widths, stays, sum } = fit
  const box = useRef<HTMLDivElement>(null)
  const isPhone = useIsPhone()
  const linePx = isPhone ? PHONE_LINE_PX : LINE_PX
  const seen = useTreeWindow(box, lines.length, linePx)
  const belowOf = (line: Line<R>) => (line.row === undefined ? null : (props.below?.(line.row) ?? null))
  const toggle = (line: Line<R>): void => (line.group ? shape.toggle(line.key) : belowOf(line)?.onToggle())
  const keys = useReportKeys({ box, lines, columns: columns.length, linePx, toggle })
  const isZeroQuiet = props.isZeroQuiet ?? false
  const look = useMemo(
    (): LineLook<R> => ({ columns, all, stays, opens, isZeroQuiet }),
    [columns, all, stays, opens, isZeroQuiet],
  )
  const totals = props.total === false ? undefined : (props.total ?? {})
  const headRows = columns.some(({ group }) => group !== undefined) ? 2 : 1
  const isFirst = totals?.isFirst ?? false
  const above = headRows + (isFirst ? 1 : 0)
  const stopLine = keys.stop.line >= seen.from && keys.stop.line < seen.to ? keys.stop.line : seen.from
  const sums = totals && total && (
    <TotalLine
      look={look}
      figures={total}
      total={totals}
      count={count}
      rowIndex={isFirst ? above : above + lines.length + 1}
    />
  )
  const press = (event: MouseEvent<HTMLElement>): void => {
    const button = event.target instanceof Element ? event.target.closest('.w-report-toggle') : null
    const line = lines[Number(button?.closest<HTMLElement>('[data-line]')?.dataset.line)]
    if (line) toggle(line)
  }
  /** Copies the value of the cell as the call returned it; a text selection takes precedence. */
  const copy = (event: ClipboardEvent<HTMLElement>): void => {
    if (document.getSelection()?.isCollapsed === false) return
    const text = textOfCell(event.target, lines, look)
    if (text === null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div
      ref={box}
      className="w-report-box"
      data-whole={props.isWhole ? '' : undefined}
      // CSSProperties does not allow custom properties.
      style={{ '--w-report-stays': `${widths[0] ?? 0}px` } as CSSProperties}
      tabIndex={opens ? undefined : 0}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its lines open */}
      <table
        className="w-report"
        data-tight={props.isTight ? '' : undefined}
        role={opens ? 'treegrid' : undefined}
        aria-label={props.label}
        aria-busy={props.isBusy || undefined}
        aria-rowcount={headRows + lines.length + (sums ? 1 : 0)}
        aria-colcount={columns.length}
        style={{ minInlineSize: sum }}
        onCopy={copy}
      >
        <colgroup>
          {columns.map(({ key }, index) => (
            <col key={key} style={{ width: widths[index] }} />
          ))}
        </colgroup>
        <ReportHead
          columns={columns}
          heads={heads}
          leading={shape.leading}
          stays={stays}
          sort={view.sort}
          onSort={sort => onView({ sort })}
        />
        {isFirst && <tbody className="w-report-total">{sums}</tbody>}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the cells inside, as the treegrid around has them */}
        <tbody
          onClick={press}
          onKeyDown={opens ? keys.onKeyDown : undefined}
          onFocus={event => opens && keys.onFocus(event.target)}
        >
          <Space lines={seen.from} linePx={linePx} columns={columns.length} />
          {lines.slice(seen.from, seen.to).map((line, at) => (
            <ReportLine
              key={line.key}
              look={look}
              line={line}
              index={seen.from + at}
              above={above}
              stop={seen.from + at === stopLine ? keys.stop.column : undefined}
              below={line.note === undefined ? null : noteOf(lines, seen.from + at, belowOf)}
            />
          ))}
          <Space lines={lines.length - seen.to} linePx={linePx} columns={columns.length} />
        </tbody>
        {!isFirst && sums && <tfoot>{sums}</tfoot>}
      </table>
    </div>
  )
}

/** Returns the state of the row that a note belongs to, which is the line above it. */
function noteOf<R, B>(lines: readonly Line<R>[], index: number, belowOf: (line: Line<R>) => B | null): B | null {
  const row = lines[index - 1]
  return row ? belowOf(row) : null
}

function textOfCell<R>(target: EventTarget, lines: readonly Line<R>[], { columns, all }: LineLook<R>): string | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-col]') : null
  const line = lines[Number(cell?.closest<HTMLElement>('[data-line]')?.dataset.line)]
  const column = columns[Number(cell?.dataset.col)]
  if (!line || !column) return null
  return column === columns[0] ? nameOfLine(line, column) : plainValue(column, valueIn(column, line, all))
}

/** Draws the space of lines that are out of view. */
function Space({ lines, linePx, columns }: { lines: number; linePx: number; columns: number }) {
  if (lines <= 0) return null
  return (
    <tr aria-hidden="true" className="w-report-space">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- hidden, and no control */}
      <td colSpan={columns} style={{ height: lines * linePx }} />
    </tr>
  )
}

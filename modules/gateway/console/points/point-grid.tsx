import { useWords } from '@wattyard/console-kit'
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type MapProtocol, MAX_CELL, type PointColumn, type PointRow } from '../../contract/point-map/point.ts'
import type { PointProblem } from '../../contract/point-map/read-point.ts'
import { cellsOfPaste } from '../../contract/point-sheet.ts'
import { cellWord, choicesOf, valueOfWord } from './choices.ts'
import { columnsOf, type RowsAction } from './edit-rows.ts'

export interface Place {
  readonly row: number
  readonly column: number
}

interface GridProps {
  readonly protocol: MapProtocol
  readonly rows: readonly PointRow[]
  readonly problems: readonly PointProblem[]
  readonly readOnly: boolean
  readonly at: Place
  readonly onMove: (at: Place) => void
  readonly dispatch: (action: RowsAction) => void
}

const NO_PROBLEMS: readonly PointProblem[] = []

/**
 * Draws the rows of a map as a spreadsheet: arrows move, typing or Enter edits, Delete clears, pasting fills from the cell
 * onwards. Only one cell is an input at a time, because no browser draws 500 rows of 18 inputs quickly.
 */
export function PointGrid({ protocol, rows, problems, readOnly, at, onMove, dispatch }: GridProps) {
  const { t, has } = useWords()
  const columns = useMemo(() => columnsOf(protocol), [protocol])
  const [editing, setEditing] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const byRow = useMemo(() => Map.groupBy(problems, one => one.row), [problems])
  const focusCell = useCallback((place: Place) => {
    table.current?.querySelector<HTMLElement>(`[data-cell="${place.row}:${place.column}"]`)?.focus()
  }, [])
  const move = useCallback(
    (place: Place) => {
      const next = {
        row: Math.max(0, Math.min(rows.length - 1, place.row)),
        column: Math.max(0, Math.min(columns.length - 1, place.column)),
      }
      onMove(next)
      requestAnimationFrame(() => focusCell(next))
    },
    [rows.length, columns.length, onMove, focusCell],
  )
  const column = columns[at.column]
  const commit = (text: string, next: Place | null) => {
    setEditing(null)
    if (column) dispatch({ type: 'set', row: at.row, column, text: valueOfWord(t, has, protocol, column, text) })
    if (next) move(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null) return
    const step = STEPS[event.key]
    if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      move({ row: at.row + step[0], column: at.column + step[1] })
    } else if (readOnly) return
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      dispatch({ type: event.shiftKey ? 'redo' : 'undo' })
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault()
      setEditing(column ? (rows[at.row]?.[column] ?? '') : null)
    } else if ((event.key === 'Delete' || event.key === 'Backspace') && column) {
      event.preventDefault()
      dispatch({ type: 'set', row: at.row, column, text: '' })
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      setEditing(column && choicesOf(protocol, column, rows[at.row] ?? {}) ? (rows[at.row]?.[column] ?? '') : event.key)
    }
  }
  const onPaste = (event: ClipboardEvent) => {
    if (readOnly || editing !== null) return
    event.preventDefault()
    const own = columns.slice(at.column)
    const cells = cellsOfPaste(event.clipboardData.getData('text/plain')).map(line =>
      line.map((cell, i) => {
        const to = own[i]
        return to ? valueOfWord(t, has, protocol, to, cell.slice(0, MAX_CELL)) : cell
      }),
    )
    dispatch({ type: 'paste', row: at.row, columns: own, cells })
  }
  return (
    <div className="w-scroll-x gw-pt-scroll">
      <table
        ref={table}
        className="gw-pt-grid"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table that is walked cell by cell is a grid
        role="grid"
        aria-label={t('gateway.points.table')}
        aria-rowcount={rows.length + 1}
        aria-readonly={readOnly}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      >
        <thead>
          <tr>
            <th scope="col" className="gw-pt-number">
              #
            </th>
            {columns.map(one => (
              <th key={one} scope="col" data-column={one}>
                {t(`gateway.point.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <GridRow
              // Rows have no identifier; what is typed is stored in the row itself.
              // oxlint-disable-next-line react/no-array-index-key -- the position is the row's identity in a spreadsheet
              key={i}
              number={i}
              row={row}
              columns={columns}
              protocol={protocol}
              problems={byRow.get(i) ?? NO_PROBLEMS}
              active={at.row === i ? at.column : -1}
              editing={at.row === i ? editing : null}
              onPick={onMove}
              onEdit={readOnly ? null : setEditing}
              onCommit={commit}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-20, 0],
  PageDown: [20, 0],
  Home: [0, -99],
  End: [0, 99],
}

interface RowProps {
  readonly number: number
  readonly row: PointRow
  readonly columns: readonly PointColumn[]
  readonly protocol: MapProtocol
  readonly problems: readonly PointProblem[]
  /** Index of the active cell in this row, or -1. */
  readonly active: number
  readonly editing: string | null
  readonly onPick: (at: Place) => void
  readonly onEdit: ((text: string | null) => void) | null
  readonly onCommit: (text: string, next: Place | null) => void
}

const GridRow = memo(
  function GridRow({ number, row, columns, protocol, problems, active, editing, onPick, onEdit, onCommit }: RowProps) {
    const { t, has } = useWords()
    return (
      <tr aria-rowindex={number + 2} data-active={active >= 0 ? '' : undefined}>
        <th scope="row" className="gw-pt-number">
          {number + 1}
        </th>
        {columns.map((column, i) => {
          const wrong = problems.filter(one => one.column === column)
          const said = wrong.map(one => t(`gateway.pointProblem.${one.code}`, one.params)).join('; ')
          const isActive = active === i
          return (
            <td
              key={column}
              data-column={column}
              data-cell={`${number}:${i}`}
              data-wrong={wrong.some(one => one.level === 'error') ? 'error' : wrong.length ? 'warning' : undefined}
              tabIndex={isActive || (active === -1 && number === 0 && i === 0) ? 0 : -1}
              aria-selected={isActive}
              aria-invalid={wrong.some(one => one.level === 'error') || undefined}
              title={said || row[column]}
              onFocus={() => !isActive && onPick({ row: number, column: i })}
              onDoubleClick={() => onEdit?.(row[column] ?? '')}
            >
              {isActive && editing !== null ? (
                <CellEditor
                  choices={choicesOf(protocol, column, row)}
                  column={column}
                  start={editing}
                  onEnd={(text, by) => onCommit(text, nextOf(by, number, i))}
                  onCancel={() => onEdit?.(null)}
                />
              ) : (
                <>
                  {cellWord(t, has, column, row[column] ?? '')}
                  {said && <span className="w-sr"> {said}</span>}
                </>
              )}
            </td>
          )
        })}
      </tr>
    )
  },
  // Compares only the values shown, because the callbacks are new on every keystroke.
  (a, b) =>
    a.row === b.row &&
    a.active === b.active &&
    a.editing === b.editing &&
    a.columns === b.columns &&
    a.number === b.number &&
    sameProblems(a.problems, b.problems) &&
    a.active === -1,
)

function sameProblems(a: readonly PointProblem[], b: readonly PointProblem[]): boolean {
  return a.length === b.length && a.every((one, i) => one.code === b[i]?.code && one.column === b[i].column)
}

type EndedBy = 'enter' | 'tab' | 'back' | 'blur'
const nextOf = (by: EndedBy, row: number, column: number): Place | null =>
  by === 'enter'
    ? { row: row + 1, column }
    : by === 'tab'
      ? { row, column: column + 1 }
      : by === 'back'
        ? { row, column: column - 1 }
        : null

interface EditorProps {
  readonly choices: readonly string[] | null
  readonly column: PointColumn
  readonly start: string
  readonly onEnd: (text: string, by: EndedBy) => void
  readonly onCancel: () => void
}

function CellEditor({ choices, column, start, onEnd, onCancel }: EditorProps) {
  const { t, has } = useWords()
  const [text, setText] = useState(start)
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const isOver = useRef(false)
  const end = (by: EndedBy, value = text) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(value, by)
  }
  useEffect(() => input.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') end('enter')
    else if (event.key === 'Tab') {
      event.preventDefault()
      end(event.shiftKey ? 'back' : 'tab')
    } else if (event.key === 'Escape') {
      isOver.current = true
      onCancel()
    }
  }
  const shared = { ref: input, 'aria-label': t(`gateway.point.${column}`), onKeyDown, onBlur: () => end('blur') }
  if (!choices)
    return (
      <input
        {...shared}
        value={text}
        maxLength={MAX_CELL}
        spellCheck={false}
        onChange={event => setText(event.target.value)}
      />
    )
  const all = choices.includes(text) ? choices : [text, ...choices]
  return (
    <select {...shared} value={text} onChange={event => setText(event.target.value)}>
      {all.map(one => (
        <option key={one} value={one}>
          {cellWord(t, has, column, one) || '--'}
        </option>
      ))}
    </select>
  )
}

import {
  AREAS_OF,
  type MapProtocol,
  MAX_POINTS,
  POINT_COLUMNS,
  type PointColumn,
  type PointRow,
} from '../../contract/point-map/point.ts'

/** Number of steps that can be undone. */
const MAX_STEPS = 100

export interface RowsState {
  readonly past: readonly (readonly PointRow[])[]
  readonly rows: readonly PointRow[]
  readonly future: readonly (readonly PointRow[])[]
}

export type RowsAction =
  | { readonly type: 'set'; readonly row: number; readonly column: PointColumn; readonly text: string }
  /** Fills cells from one cell to the right and down, over the visible columns. Missing rows are added. */
  | {
      readonly type: 'paste'
      readonly row: number
      readonly columns: readonly PointColumn[]
      readonly cells: readonly (readonly string[])[]
    }
  | { readonly type: 'insert'; readonly at: number; readonly rows: readonly PointRow[] }
  | { readonly type: 'remove'; readonly row: number }
  | { readonly type: 'replace'; readonly rows: readonly PointRow[] }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }

export const begun = (rows: readonly PointRow[]): RowsState => ({ past: [], rows, future: [] })

function step(state: RowsState, rows: readonly PointRow[]): RowsState {
  if (rows === state.rows) return state
  return { past: [...state.past, state.rows].slice(-MAX_STEPS), rows: rows.slice(0, MAX_POINTS), future: [] }
}

function withCell(row: PointRow, column: PointColumn, text: string): PointRow {
  const value = text.trim()
  if ((row[column] ?? '') === value) return row
  const { [column]: _, ...rest } = row
  return value === '' ? rest : { ...rest, [column]: value }
}

export function changeRows(state: RowsState, action: RowsAction): RowsState {
  const { rows } = state
  switch (action.type) {
    case 'set': {
      const before = rows[action.row]
      const after = before && withCell(before, action.column, action.text)
      return !after || after === before ? state : step(state, rows.with(action.row, after))
    }
    case 'paste':
      return step(state, pasted(rows, action))
    case 'insert':
      return step(state, rows.toSpliced(action.at, 0, ...action.rows))
    case 'remove':
      return rows[action.row] ? step(state, rows.toSpliced(action.row, 1)) : state
    case 'replace':
      return step(state, action.rows)
    case 'undo': {
      const before = state.past.at(-1)
      return before ? { past: state.past.slice(0, -1), rows: before, future: [rows, ...state.future] } : state
    }
    case 'redo': {
      const [after, ...future] = state.future
      return after ? { past: [...state.past, rows], rows: after, future } : state
    }
  }
}

function pasted(
  rows: readonly PointRow[],
  { row, columns, cells }: Extract<RowsAction, { type: 'paste' }>,
): PointRow[] {
  const next = [...rows]
  cells.forEach((line, down) => {
    let target: PointRow = next[row + down] ?? {}
    line.forEach((cell, right) => {
      const column = columns[right]
      if (column) target = withCell(target, column, cell)
    })
    next[row + down] = target
  })
  return next
}

/** Returns a new row with the area, type and byte order of the row before it. */
export function rowAfter(protocol: MapProtocol, before: PointRow | undefined): PointRow {
  const area = before?.area ?? AREAS_OF[protocol][0] ?? 'holding'
  if (protocol !== 'modbusTcp') return { area }
  return { area, type: before?.type ?? 'u16', ...(before?.order ? { order: before.order } : {}) }
}

const HIDDEN: Readonly<Record<MapProtocol, readonly PointColumn[]>> = {
  modbusTcp: [],
  dlt645: ['area', 'bit', 'length', 'order', 'access'],
  // A pile decides itself when it reports; its map only defines how the values are read.
  ocpp16: ['area', 'bit', 'type', 'length', 'order', 'offset', 'access', 'period', 'min', 'max', 'words', 'part'],
  ocpp201: ['area', 'bit', 'type', 'length', 'order', 'offset', 'access', 'period', 'min', 'max', 'words', 'part'],
}

/** Returns the columns that apply to a protocol. */
export function columnsOf(protocol: MapProtocol): readonly PointColumn[] {
  return POINT_COLUMNS.filter(column => !HIDDEN[protocol].includes(column))
}

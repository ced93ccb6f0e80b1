import { POINT_COLUMNS, type PointColumn, type PointRow } from './point.ts'

/** A row that differs between two maps. Rows are matched by key, or by position when they have no key. */
export interface PointDifference {
  readonly kind: 'added' | 'removed' | 'changed'
  /** Key of the point; empty when it has none. */
  readonly key: string
  /** Name, and row number from 1, in the newer of the maps that contain it. */
  readonly name: string
  readonly row: number
  /** Columns with different texts; empty when the whole row was added or removed. */
  readonly columns: readonly { readonly column: PointColumn; readonly before: string; readonly after: string }[]
}

const idOf = (row: PointRow, index: number): string => row.key || `#${index + 1}`

/** Returns the changes from one map to another in the order of the new map's rows, with removed rows last. */
export function diffPoints(before: readonly PointRow[], after: readonly PointRow[]): PointDifference[] {
  const old = new Map(before.map((row, index) => [idOf(row, index), row]))
  const ids = new Set(after.map(idOf))
  const differenceOf = (
    kind: PointDifference['kind'],
    row: PointRow,
    index: number,
    columns: PointDifference['columns'],
  ) => ({
    kind,
    key: row.key ?? '',
    name: row.name ?? '',
    row: index + 1,
    columns,
  })
  const changed = after.flatMap((row, index): PointDifference[] => {
    const former = old.get(idOf(row, index))
    if (!former) return [differenceOf('added', row, index, [])]
    const columns = POINT_COLUMNS.flatMap(column => {
      const [was, is] = [former[column] ?? '', row[column] ?? '']
      return was === is ? [] : [{ column, before: was, after: is }]
    })
    return columns.length > 0 ? [differenceOf('changed', row, index, columns)] : []
  })
  const removed = before.flatMap((row, index) =>
    ids.has(idOf(row, index)) ? [] : [differenceOf('removed', row, index, [])],
  )
  return [...changed, ...removed]
}

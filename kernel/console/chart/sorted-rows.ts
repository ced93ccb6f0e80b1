import type { ChartTable } from './chart-data.ts'
import { drawn } from './chart-data.ts'

/** Sort of the table: column index over heads and value columns, and direction. */
export interface TableSort {
  readonly column: number
  readonly descending: boolean
}

/**
 * Returns the sort after a press on a column's head: names ascending or figures descending first, then the reverse, then the
 * chart's own order (null).
 */
export function nextSort(sort: TableSort | null, column: number, heads: number): TableSort | null {
  const first = column >= heads
  if (sort?.column !== column) return { column, descending: first }
  return sort.descending === first ? { column, descending: !first } : null
}

export interface PlacedRow {
  readonly row: ChartTable['rows'][number]
  /** Index of the row in the chart. */
  readonly place: number
}

/**
 * Returns the rows sorted by one column, gaps last in both directions. Equal rows, and all rows without a sort, keep the chart's
 * order.
 */
export function sortedRows({ heads, rows }: ChartTable, sort: TableSort | null, language: string): PlacedRow[] {
  const placed = rows.map((row, place): PlacedRow => ({ row, place }))
  if (sort === null) return placed
  const { column, descending } = sort
  const sign = descending ? -1 : 1
  if (column < heads.length) {
    const { compare } = new Intl.Collator(language, { numeric: true })
    return placed.toSorted((a, b) => sign * compare(a.row.labels[column] ?? '', b.row.labels[column] ?? ''))
  }
  const valueOf = ({ row }: PlacedRow): number | null => drawn(row.values[column - heads.length] ?? null)
  return placed.toSorted((a, b) => {
    const [left, right] = [valueOf(a), valueOf(b)]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    return sign * (left - right)
  })
}

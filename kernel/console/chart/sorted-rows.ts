import type { ChartTable } from './chart-data.ts'
import { drawn } from './chart-data.ts'

/** A column of the table, counted over its heads and columns, and the way it is sorted. */
export interface TableSort {
  readonly column: number
  readonly descending: boolean
}

/**
 * Returns the sort after a press on the head of a column: names from the first on, figures from the largest on, then
 * the other way, then as the chart has them.
 */
export function nextSort(sort: TableSort | null, column: number, heads: number): TableSort | null {
  const first = column >= heads
  if (sort?.column !== column) return { column, descending: first }
  return sort.descending === first ? { column, descending: !first } : null
}

export interface PlacedRow {
  readonly row: ChartTable['rows'][number]
  /** Where it stands in the chart. */
  readonly place: number
}

/** Returns the rows by one column, gaps last either way; equal ones and all without a sort stay as the chart has them. */
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

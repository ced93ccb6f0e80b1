import { useState } from 'react'
import { useWords } from '../words/use-words.ts'
import type { ChartColumn, ChartTable } from './chart-data.ts'
import { nextSort, sortedRows, type TableSort } from './sorted-rows.ts'

interface ChartTableViewProps {
  table: ChartTable
  /** Largest height in pixels; a longer table scrolls below its head. */
  height: number
  show: (value: unknown, column: Partial<ChartColumn>) => string
  onPick?: ((index: number, series: string) => void) | undefined
}

/** Draws the figures of a chart as a table. Where the chart's points can be picked, so can the rows, by keyboard as well. */
export function ChartTableView({ table, height, show, onPick }: ChartTableViewProps) {
  const { language } = useWords()
  const [sort, setSort] = useState<TableSort | null>(null)
  const { heads, columns } = table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="w-scroll-x w-chart-table" style={{ maxHeight: height }} tabIndex={0}>
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            {[...heads, ...columns.map(({ head }) => head)].map((head, column) => (
              <Head
                // Two series may have the same name; their place tells them apart.
                key={column}
                head={head}
                isFigure={column >= heads.length}
                sorted={sort?.column === column ? sort : null}
                onSort={() => setSort(nextSort(sort, column, heads.length))}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sortedRows(table, sort, language).map(({ row, place }) => {
            const {
              labels: [first = '', ...more],
              values,
              pick = { index: place, series: columns[0]?.head ?? '' },
            } = row
            return (
              // Labels may repeat (two Mondays); the row's place in the chart is its identity.
              <tr key={place}>
                <th scope="row">
                  {onPick ? (
                    <button type="button" className="w-link-button" onClick={() => onPick(pick.index, pick.series)}>
                      {first}
                    </button>
                  ) : (
                    first
                  )}
                </th>
                {more.map((label, column) => (
                  <td key={`label-${column}`}>{label}</td>
                ))}
                {values.map((value, column) => (
                  <td key={column} className="w-num" data-align="end">
                    {show(value, columns[column] ?? {})}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface HeadProps {
  head: string
  isFigure: boolean
  sorted: TableSort | null
  onSort: () => void
}

function Head({ head, isFigure, sorted, onSort }: HeadProps) {
  return (
    <th
      scope="col"
      data-align={isFigure ? 'end' : undefined}
      aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="w-chart-sort" onClick={onSort}>
        {head}
        <span aria-hidden="true">{sorted ? (sorted.descending ? '▾' : '▴') : ''}</span>
      </button>
    </th>
  )
}

import type { ChartTable } from './chart-data.ts'

interface ChartTableViewProps {
  table: ChartTable
  /** Pixels; what is longer scrolls below its head. */
  height: number
  show: (value: unknown, decimals: number | undefined) => string
  onPick?: ((index: number, series: string) => void) | undefined
}

/** The figures of a chart. Where its points lead somewhere, so do the lines here, by keyboard as well. */
export function ChartTableView({ table: { heads, columns, rows }, height, show, onPick }: ChartTableViewProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="w-scroll-x w-chart-table" style={{ maxHeight: height }} tabIndex={0}>
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            {[...heads, ...columns.map(({ head }) => head)].map((head, index) => (
              // Two series may have one name; their place tells them apart.
              <th key={index} scope="col" data-align={index < heads.length ? undefined : 'end'}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ labels: [first = '', ...more], values }, row) => (
            // Labels may repeat (two Mondays); the row's place is its identity.
            <tr key={row}>
              <th scope="row">
                {onPick ? (
                  <button type="button" className="w-link-button" onClick={() => onPick(row, columns[0]?.head ?? '')}>
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
                  {show(value, columns[column]?.decimals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

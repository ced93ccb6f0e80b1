import { BarChartOutlined, TableOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { NO_VALUE, showNumber } from '../format/decimal.ts'
import { useSettings } from '../session/settings.ts'
import { seriesColours } from '../theme/palette.ts'
import { usePalette } from '../theme/theme-provider.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { EmptyState } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { type ChartData, chartTable, hasValues } from './chart-data.ts'
import { chartOption } from './chart-option.ts'
import './chart.css'

const EchartsCanvas = lazyPart(async () => (await import('./echarts-canvas.tsx')).EchartsCanvas)

interface ChartProps extends ChartData {
  /** Name of the chart, also for assistive technology. */
  title: string
  /** Pixels. */
  height?: number
  /** A bar, point, slice or cell was picked: the way down to its rows. */
  onPick?: (index: number, series: string) => void
}

const reducedMotion = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-reduced-motion: reduce)')

/** A chart with its table beside it: one click away for everybody, and the same figures. */
export function Chart({ title, height = 260, onPick, kind, labels, series, unit, decimals = 2 }: ChartProps) {
  const { t, language } = useWords()
  const { palette, dark } = usePalette()
  const theme = useSettings(settings => settings.theme)
  const [asTable, setAsTable] = useState(false)
  const show = useMemo(
    () => (value: number | null) => (value === null ? NO_VALUE : showNumber(value, language, decimals)),
    [language, decimals],
  )
  const option = useMemo(
    () =>
      chartOption(
        { kind, labels, series, ...(unit ? { unit } : {}) },
        { palette, colours: seriesColours(theme, dark), show, reducedMotion: reducedMotion?.matches ?? false },
      ),
    [kind, labels, series, unit, palette, theme, dark, show],
  )
  const data: ChartData = { kind, labels, series, decimals, ...(unit ? { unit } : {}) }
  return (
    <figure className="w-chart" aria-label={title}>
      <figcaption className="w-row">
        <h2 className="w-grow w-clip">{title}</h2>
        <button
          type="button"
          className="w-icon-button w-no-print"
          aria-pressed={asTable}
          aria-label={t(asTable ? 'kit.showChart' : 'kit.showTable')}
          title={t(asTable ? 'kit.showChart' : 'kit.showTable')}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <BarChartOutlined /> : <TableOutlined />}
        </button>
      </figcaption>
      {!hasValues(data) ? (
        <div style={{ minHeight: height }}>
          <EmptyState title={t('kit.noData')} />
        </div>
      ) : asTable ? (
        <ChartTable data={data} height={height} show={show} />
      ) : (
        <div style={{ minHeight: height }}>
          <EchartsCanvas option={option} height={height} onPick={onPick} />
        </div>
      )}
    </figure>
  )
}

function ChartTable({
  data,
  height,
  show,
}: {
  data: ChartData
  height: number
  show: (value: number | null) => string
}) {
  const { t } = useWords()
  const { heads, rows } = chartTable(data, show, t('kit.category'))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="w-scroll-x" style={{ maxHeight: height }} tabIndex={0}>
      <table className="w-table w-table-plain">
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label = '', ...values], row) => (
            // Labels may repeat (two Mondays); the row's place is its identity.
            <tr key={row}>
              <th scope="row">{label}</th>
              {values.map((value, column) => (
                <td key={heads[column + 1]} className="w-num" data-align="end">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

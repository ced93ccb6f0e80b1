import {
  BarChartOutlined,
  DownloadOutlined,
  LeftOutlined,
  RightOutlined,
  TableOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { saveFile } from '../exchange/download.ts'
import { showClock } from '../format/time.ts'
import { useIsGuest } from '../session/session.ts'
import { useSettings } from '../session/settings.ts'
import { seriesColours } from '../theme/palette.ts'
import { usePalette } from '../theme/theme-provider.tsx'
import { HowCounted } from '../stat/how-counted.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useZone } from '../ui/shown.tsx'
import { EmptyState, Skeleton } from '../ui/states.tsx'
import { useWords } from '../words/use-words.ts'
import { type ChartAxis, type ChartData, type ChartTable, chartTable, hasValues } from './chart-data.ts'
import type { Look } from './chart-parts.ts'
import { chartText, markText } from './chart-text.ts'
import { ChartTableView } from './chart-table-view.tsx'
import type { ChartHandle } from './echarts-canvas.tsx'
import type { ZoomStep } from './stepped-window.ts'
import './chart.css'

/** Stands in the place of the drawing until the code for it is there. */
const WAITING = <Skeleton lines={7} height={20} />
const EchartsCanvas = lazyPart(async () => (await import('./echarts-canvas.tsx')).EchartsCanvas, WAITING)
const MoreCanvas = lazyPart(async () => {
  const [canvas, more] = await Promise.all([import('./echarts-canvas.tsx'), import('./more-charts.ts')])
  more.knowMoreCharts()
  return canvas.EchartsCanvas
}, WAITING)

interface ChartProps {
  /** Name of the chart, also for assistive technology. */
  title: string
  /** Values to draw; memoised by the caller, because every new object is drawn again. */
  data: ChartData
  /** Height in pixels. */
  height?: number
  /** Grows with its card where that has more room than `height`. */
  fills?: boolean
  /** How the values are counted; shown behind the question mark. */
  hint?: string | undefined
  /** Text for a chart without values. */
  empty?: ReactNode
  /** Called with the bar, point, slice or cell that a person picked in the chart or the table; opens its rows. */
  onPick?: (index: number, series: string) => void
  /** Charts with the same name share the pointer and the zoom: curves of one session over the same time. */
  together?: string
}

const reducedMotion = typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-reduced-motion: reduce)')
/** Pixels of a saved picture per pixel of the page, so that it is sharp on paper and dense screens. */
const PICTURE_SCALE = 2

/** Draws a chart. One click shows the same figures as a table; both can be saved as a file. */
export function Chart({ title, data, height = 260, fills = false, hint, empty, onPick, together }: ChartProps) {
  const { t, language } = useWords()
  const { palette, dark } = usePalette()
  const zone = useZone()
  const theme = useSettings(settings => settings.theme)
  const isGuest = useIsGuest()
  const [asTable, setAsTable] = useState(false)
  const handle = useRef<ChartHandle>(null)
  const show = useMemo(
    () =>
      (value: unknown, axis: ChartAxis): string =>
        chartText(value, axis, language),
    [language],
  )
  const table = useMemo(
    () =>
      chartTable(data, {
        category: t('kit.category'),
        series: t('kit.chart.series'),
        value: t('kit.chart.value'),
        from: t('kit.chart.from'),
        to: t('kit.chart.to'),
      }),
    [data, t],
  )
  const look = useMemo(
    (): Look => ({
      palette,
      colours: seriesColours(theme, dark),
      show,
      mark: value => markText(value, language),
      clock: at => showClock(at, zone),
      font: typeof document === 'undefined' ? 'sans-serif' : getComputedStyle(document.body).fontFamily,
      reducedMotion: reducedMotion?.matches ?? false,
      description: t('kit.chart.described', {
        title,
        columns: table.columns.map(({ head }) => head).join(', '),
        count: table.rows.length,
      }),
    }),
    [palette, theme, dark, show, language, zone, t, title, table],
  )
  const isThere = hasValues(data)
  const Canvas = data.kind === 'line' || data.kind === 'area' || data.kind === 'bar' ? EchartsCanvas : MoreCanvas
  const isZoomed = isThere && !asTable && 'zoom' in data && data.zoom === true
  return (
    <figure className="w-chart" data-fills={fills ? '' : undefined} aria-label={title}>
      <figcaption className="w-row">
        <h2 className="w-clip">{title}</h2>
        {hint && <HowCounted label={title} hint={hint} />}
        <span className="w-grow" />
        {isZoomed && <ZoomButtons onStep={step => handle.current?.zoom(step)} />}
        {isThere && (
          <>
            <IconButton
              icon={asTable ? <BarChartOutlined /> : <TableOutlined />}
              label={t(asTable ? 'kit.showChart' : 'kit.showTable')}
              isPressed={asTable}
              onClick={() => setAsTable(!asTable)}
            />
            {!isGuest && <SaveButton title={title} table={table} handle={asTable ? null : handle} />}
          </>
        )}
      </figcaption>
      {!isThere ? (
        <div style={{ minHeight: height }}>{empty ?? <EmptyState title={t('kit.noData')} />}</div>
      ) : asTable ? (
        <ChartTableView table={table} height={height} show={show} onPick={onPick} />
      ) : (
        <div className="w-chart-place" style={{ minHeight: height }}>
          <Canvas
            data={data}
            look={look}
            height={height}
            fills={fills}
            handle={handle}
            onPick={onPick}
            together={together}
          />
        </div>
      )}
    </figure>
  )
}

const STEPS: readonly { step: ZoomStep; icon: ReactNode }[] = [
  { step: 'earlier', icon: <LeftOutlined /> },
  { step: 'later', icon: <RightOutlined /> },
  { step: 'out', icon: <ZoomOutOutlined /> },
  { step: 'in', icon: <ZoomInOutlined /> },
]

/** Draws the zoom buttons for keyboard and touch; the slider below the chart is for the pointer only. */
function ZoomButtons({ onStep }: { onStep: (step: ZoomStep) => void }) {
  const { t } = useWords()
  return STEPS.map(({ step, icon }) => (
    <IconButton key={step} icon={icon} label={t(`kit.chart.zoom.${step}`)} onClick={() => onStep(step)} />
  ))
}

interface SaveButtonProps {
  title: string
  table: ChartTable
  /** Handle of the drawing; null while the table is shown. */
  handle: { readonly current: ChartHandle | null } | null
}

/** Saves what is shown: the drawing as PNG, the table as CSV. */
function SaveButton({ title, table, handle }: SaveButtonProps) {
  const { t } = useWords()
  const { palette } = usePalette()
  const zone = useZone()
  const save = async (): Promise<void> => {
    const { chartCsv, chartFileName, chartPicture } = await import('./chart-file.ts')
    const name = (ending: string): string => chartFileName(title, ending, Date.now(), zone)
    if (handle === null) return saveFile(name('csv'), new Blob([chartCsv(table)], { type: 'text/csv;charset=utf-8' }))
    const drawing = handle.current?.drawing(PICTURE_SCALE)
    const look = { title, ground: palette.surface, text: palette.text }
    const picture = drawing && (await chartPicture(drawing, look, PICTURE_SCALE))
    if (picture) saveFile(name('png'), picture)
  }
  return (
    <IconButton
      icon={<DownloadOutlined />}
      label={t(handle ? 'kit.chart.savePicture' : 'kit.chart.saveTable')}
      onClick={() => void save()}
    />
  )
}

import type { EChartsCoreOption } from 'echarts/core'
import {
  bandAt,
  type CartesianChart,
  type ChartBand,
  type ChartAxis,
  type ChartSeries,
  drawn,
  type Threshold,
} from './chart-data.ts'
import { axisLook, GRID, type Hovered, legendOf, type Look, shownAt, valueAxis } from './chart-parts.ts'

const POINTS_WITH_SYMBOLS = 60
const SHORT_MS = 20 * 60_000

const SLIDER_HEIGHT = 18

/** Returns the option of lines, areas and bars. */
export function cartesian(data: CartesianChart, look: Look): EChartsCoreOption {
  const { palette } = look
  const { label, line } = axisLook(palette)
  const hasRight = data.series.some(({ axis }) => axis === 'right')
  const hasLegend = data.series.length > 1
  const hasUnits = Boolean(data.left?.unit ?? (hasRight ? data.right?.unit : undefined))
  // Over a short time the minute is the same at every mark, so seconds are shown.
  const isShort = (data.at?.at(-1) ?? 0) - (data.at?.[0] ?? 0) < SHORT_MS
  const digits = isShort ? 'HH:MM:SS'.length : 'HH:MM'.length
  const along = {
    type: data.at ? 'time' : 'category',
    ...(data.at ? {} : { data: [...data.labels], boundaryGap: data.kind === 'bar', inverse: data.sideways === true }),
    axisLine: line,
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: data.at ? { ...label, formatter: (at: number) => look.clock(at).slice(0, digits) } : label,
  }
  const linesAt = (side: 'left' | 'right'): number[] =>
    (data.thresholds ?? []).filter(one => sideOf(one) === side).flatMap(({ value }) => drawn(value) ?? [])
  const values = [
    {
      ...valueAxis(data.left ?? {}, look, { lines: linesAt('left') }),
      // Early in the day the name of "now" stands where the unit does, so the unit goes up to the line of the legend.
      ...((data.moments?.length ?? 0) > 0 ? { nameGap: GAP_OVER_MOMENTS } : {}),
    },
    ...(hasRight ? [valueAxis(data.right ?? {}, look, { side: 'right', lines: linesAt('right') })] : []),
  ]
  const axisOf = ({ axis = 'left' }: { axis?: 'left' | 'right' }): ChartAxis => data[axis] ?? {}
  const said = (hovered: readonly Hovered[]): string => {
    const [first] = hovered
    if (!first) return ''
    const lines = hovered.flatMap(one => {
      const series = data.series[one.seriesIndex]
      const value = series?.values[indexOf(one)] ?? null
      if (!series || value === null) return []
      return [`${series.name}  ${shownAt(value, look, axisOf(series))}`]
    })
    const index = indexOf(first)
    const head = [data.labels[index], bandAt(data, index)?.name].filter(Boolean).join('  ')
    return lines.length > 0 || !data.at ? [head, ...lines].join('\n') : ''
  }
  return {
    ...(data.sideways ? { xAxis: values, yAxis: along } : { xAxis: along, yAxis: values }),
    grid: {
      ...GRID,
      // The name of the right axis stands below the legend.
      top: hasRight && hasLegend ? 54 : hasUnits || hasLegend ? 34 : 12,
      bottom: data.zoom ? SLIDER_HEIGHT + 12 : GRID.bottom,
      // The end of a line's name must not leave the drawing.
      right: (data.thresholds?.length ?? 0) > 0 && !hasRight ? 24 : GRID.right,
    },
    legend: hasLegend ? legendOf(look) : { show: false },
    ...(data.zoom ? { dataZoom: zoomOf(look) } : {}),
    tooltip: { formatter: (hovered: Hovered | readonly Hovered[]) => said([hovered].flat()) },
    series: data.series.map((series, index) => ({
      ...drawnSeries(data, series),
      // Threshold lines belong to the first series of their axis, so that the library places them by its values.
      ...(index === data.series.findIndex(one => sideOf(one) === sideOf(series))
        ? { markLine: linesOf(data, sideOf(series), look) }
        : {}),
      ...(index === 0 && data.bands ? { markArea: areasOf(data, look) } : {}),
    })),
  }
}

const sideOf = ({ axis = 'left' }: { axis?: 'left' | 'right' }): 'left' | 'right' => axis

/** A point over time, with its index among the values; −1 where a line breaks. */
type Timed = readonly [at: number, value: number | null, index: number]

/** Returns points over time. Between two that are further apart than `gap_ms` stands an empty one, so that no line joins them. */
export function timed(at: readonly number[], values: readonly (number | null)[], gap_ms = Infinity): Timed[] {
  return values.flatMap((value, index): Timed[] => {
    const here = at[index] ?? 0
    const before = at[index - 1]
    const point: Timed = [here, value, index]
    return before !== undefined && here - before > gap_ms ? [[(before + here) / 2, null, -1], point] : [point]
  })
}

/** Returns the index of a drawn value among the values of its series. */
export function indexOf({ dataIndex, data }: Pick<Hovered, 'dataIndex' | 'data'>): number {
  return Array.isArray(data) && typeof data[2] === 'number' ? data[2] : dataIndex
}

function drawnSeries(data: CartesianChart, series: ChartSeries) {
  const { name, values, as = data.kind, axis, stack, colour } = series
  const points = values.map(drawn)
  const isBar = as === 'bar'
  const index = axis === 'right' ? 1 : 0
  return {
    name,
    type: isBar ? 'bar' : 'line',
    data: data.at ? timed(data.at, points, data.gap_ms) : points,
    connectNulls: false,
    showSymbol: values.length <= POINTS_WITH_SYMBOLS && as === 'line',
    symbolSize: 5,
    barMaxWidth: 28,
    lineStyle: { width: 2, ...(colour ? { color: colour } : {}) },
    ...(colour ? { itemStyle: { color: colour } } : {}),
    ...(as === 'area' ? { areaStyle: { opacity: stack ? 0.5 : 0.14 } } : {}),
    ...(stack ? { stack } : {}),
    ...(data.sideways ? { xAxisIndex: index } : { yAxisIndex: index }),
  }
}

/** Share of the axis at its ends in which a moment's centred name would be cut: it begins, or ends, at its line there. */
const END_SHARE = 0.08
/** Height in pixels of a moment's name with the room around it. */
const GAP_OVER_MOMENTS = 24

/** Returns the thresholds of one axis as named lines. */
function linesOf(
  { thresholds = [], moments = [], sideways, at: times = [], ...data }: CartesianChart,
  side: 'left' | 'right',
  look: Look,
) {
  const first = times[0] ?? 0
  const last = times.at(-1) ?? 0
  const shareOf = (at: number): number => (last > first ? (at - first) / (last - first) : 0.5)
  const alignAt = (share: number) =>
    share > 1 - END_SHARE ? { align: 'right' } : share < END_SHARE ? { align: 'left' } : {}
  const own = thresholds.filter(one => sideOf(one) === side)
  const named = ({ name, value }: Threshold) => `${name} ${shownAt(value, look, data[side])}`
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: look.palette.bad, type: 'dashed', width: 1 },
    label: { position: 'insideStartTop', color: look.palette.bad, fontSize: 11 },
    data: [
      ...own.map(one => ({
        [sideways ? 'xAxis' : 'yAxis']: drawn(one.value),
        label: { formatter: named(one) },
      })),
      ...(side === 'left' ? moments : []).map(({ at, name }) => ({
        [sideways ? 'yAxis' : 'xAxis']: at,
        lineStyle: { color: look.palette.text2, type: 'solid' },
        // Above the drawing, where it stands upright and hides nothing.
        label: {
          formatter: name,
          position: 'end',
          color: look.palette.text2,
          ...alignAt(shareOf(at)),
        },
      })),
    ],
  }
}

/** Share of a band's colour over the surface: the series in front must stay readable. */
const BAND_OPACITY = 0.12
const BAND_FONT = 11
/** Width left of the first mark, for the figures of the value axis. */
const AXIS_WIDTH = 48
const GAP = 6

/** Returns about how many pixels a name takes: Chinese characters are as wide as they are high, others about 0.6 of it. */
const widthOf = (name: string): number =>
  Array.from(name).reduce((sum, one) => sum + BAND_FONT * (one >= '\u2E80' ? 1 : 0.6), 0)

/** Returns the bands as areas behind the series. Names that do not fit their band are left to the pointer and the table. */
function areasOf({ bands, sideways, at = [] }: CartesianChart, look: Look) {
  const axis = sideways ? 'yAxis' : 'xAxis'
  const span = (at.at(-1) ?? 0) - (at[0] ?? 0)
  const pixels = look.width === undefined || sideways || span <= 0 ? Infinity : (look.width - AXIS_WIDTH) / span
  const fits = ({ from, to, name }: ChartBand): boolean => widthOf(name) + GAP <= (to - from) * pixels
  return {
    silent: true,
    label: { position: 'insideTop', color: look.palette.text3, fontSize: BAND_FONT },
    data: (bands?.list ?? []).map(band => [
      {
        name: band.name,
        [axis]: band.from,
        itemStyle: { color: band.colour, opacity: BAND_OPACITY },
        ...(fits(band) ? {} : { label: { show: false } }),
      },
      { [axis]: band.to },
    ]),
  }
}

function zoomOf({ palette }: Look) {
  return [
    { type: 'inside', zoomOnMouseWheel: 'ctrl', moveOnMouseWheel: false, filterMode: 'none' },
    {
      type: 'slider',
      height: SLIDER_HEIGHT,
      bottom: 2,
      filterMode: 'none',
      showDetail: false,
      brushSelect: false,
      borderColor: palette.line,
      fillerColor: palette.soft,
      handleStyle: { color: palette.surface, borderColor: palette.text3 },
      dataBackground: { lineStyle: { opacity: 0 }, areaStyle: { opacity: 0 } },
    },
  ]
}

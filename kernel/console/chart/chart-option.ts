import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../theme/palette.ts'
import {
  type CartesianChart,
  type ChartAxis,
  type ChartData,
  type ChartSeries,
  drawn,
  type GaugeChart,
  type HeatmapChart,
  type PieChart,
  type SankeyChart,
  type ScatterChart,
  type Threshold,
} from './chart-data.ts'

export interface Look {
  readonly palette: Palette
  readonly colours: readonly string[]
  /** Formats a value for people, with all digits as it came. */
  readonly show: (value: unknown, decimals: number | undefined) => string
  /** Returns the time of day of a moment, on the zone's clock. */
  readonly clock: (at: number) => string
  /** Font families of the page, because a canvas inherits none. */
  readonly font: string
  readonly reducedMotion: boolean
  /** Text that assistive technology reads instead of the drawing. */
  readonly description: string
}

const POINTS_WITH_SYMBOLS = 60
const SHORT_MS = 20 * 60_000

/**
 * Returns the option of the chart library. Tooltips are rich text, never HTML, so that a name cannot become markup (trust R-32).
 * Every word in them is ours, because the library's own are in one language.
 */
export function chartOption(data: ChartData, look: Look): EChartsCoreOption {
  const { palette } = look
  const base: EChartsCoreOption = {
    color: [...look.colours],
    animation: !look.reducedMotion,
    animationDuration: 250,
    textStyle: { fontFamily: look.font, color: palette.text2 },
    aria: { enabled: true, label: { description: look.description }, decal: { show: data.kind === 'pie' } },
    tooltip: {
      renderMode: 'richText',
      trigger: data.kind === 'line' || data.kind === 'area' || data.kind === 'bar' ? 'axis' : 'item',
      confine: true,
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
    },
  }
  return merged(base, partsOf(data, look))
}

function partsOf(data: ChartData, look: Look): EChartsCoreOption {
  switch (data.kind) {
    case 'pie':
      return pie(data, look)
    case 'heatmap':
      return heatmap(data, look)
    case 'scatter':
      return scatter(data, look)
    case 'gauge':
      return gauge(data, look)
    case 'sankey':
      return sankey(data, look)
    default:
      return cartesian(data, look)
  }
}

/** Merges the tooltip of one kind of chart into the common tooltip instead of replacing it. */
const merged = (base: EChartsCoreOption, own: EChartsCoreOption): EChartsCoreOption => ({
  ...base,
  ...own,
  tooltip: { ...(base.tooltip as object), ...(own.tooltip as object | undefined) }, // both objects are made in this file
})

const withUnit = (text: string, { unit }: ChartAxis = {}): string => (unit ? `${text} ${unit}` : text)

function axisLook(palette: Palette) {
  const line = { lineStyle: { color: palette.line } }
  return { line, label: { color: palette.text3, fontSize: 11, hideOverlap: true } }
}

function valueAxis({ unit, min, max }: ChartAxis, look: Look, side: 'left' | 'right' = 'left') {
  const { line, label } = axisLook(look.palette)
  return {
    type: 'value',
    name: unit ?? '',
    nameTextStyle: { color: look.palette.text3, fontSize: 11, align: side === 'left' ? 'left' : 'right' },
    // Two sets of grid lines behind one another cannot be read.
    splitLine: side === 'left' ? line : { show: false },
    axisLabel: { ...label, formatter: (value: number) => look.show(value, 6) },
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

const legendOf = (look: Look) => ({
  type: 'scroll',
  top: 0,
  right: 0,
  itemWidth: 14,
  itemHeight: 8,
  textStyle: { color: look.palette.text2, fontSize: 12 },
})

const GRID = { left: 8, right: 12, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' } as const
const SLIDER_HEIGHT = 18

interface Hovered {
  readonly seriesIndex: number
  readonly dataIndex: number
}

function cartesian(data: CartesianChart, look: Look): EChartsCoreOption {
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
  const values = [valueAxis(data.left ?? {}, look), ...(hasRight ? [valueAxis(data.right ?? {}, look, 'right')] : [])]
  const axisOf = ({ axis = 'left' }: { axis?: 'left' | 'right' }): ChartAxis => data[axis] ?? {}
  const said = (hovered: readonly Hovered[]): string => {
    const [first] = hovered
    if (!first) return ''
    const lines = hovered.flatMap(({ seriesIndex, dataIndex }) => {
      const series = data.series[seriesIndex]
      const value = series?.values[dataIndex] ?? null
      if (!series || value === null) return []
      const axis = axisOf(series)
      return [`${series.name}  ${withUnit(look.show(value, axis.decimals), axis)}`]
    })
    return [data.labels[first.dataIndex] ?? '', ...lines].join('\n')
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
    })),
  }
}

const sideOf = ({ axis = 'left' }: { axis?: 'left' | 'right' }): 'left' | 'right' => axis

function drawnSeries(data: CartesianChart, series: ChartSeries) {
  const { name, values, as = data.kind, axis, stack, colour } = series
  const points = values.map(drawn)
  const isBar = as === 'bar'
  const index = axis === 'right' ? 1 : 0
  return {
    name,
    type: isBar ? 'bar' : 'line',
    data: data.at ? points.map((value, i) => [data.at?.[i], value]) : points,
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

/** Returns the thresholds of one axis as named lines. */
function linesOf({ thresholds = [], sideways, ...data }: CartesianChart, side: 'left' | 'right', look: Look) {
  const own = thresholds.filter(one => sideOf(one) === side)
  const named = ({ name, value }: Threshold) =>
    `${name} ${withUnit(look.show(value, data[side]?.decimals), data[side])}`
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: look.palette.bad, type: 'dashed', width: 1 },
    label: { position: 'insideStartTop', color: look.palette.bad, fontSize: 11 },
    data: own.map(one => ({
      [sideways ? 'xAxis' : 'yAxis']: drawn(one.value),
      label: { formatter: named(one) },
    })),
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

function pie(data: PieChart, look: Look): EChartsCoreOption {
  const text = (index: number): string => withUnit(look.show(data.slices[index]?.value ?? null, data.decimals), data)
  return {
    tooltip: {
      formatter: ({ name, dataIndex, percent }: { name: string; dataIndex: number; percent: number }) =>
        `${name}\n${text(dataIndex)} · ${look.show(percent, 1)}%`,
    },
    series: [
      {
        type: 'pie',
        radius: ['48%', '74%'],
        label: { color: look.palette.text2, fontSize: 12 },
        itemStyle: { borderColor: look.palette.surface, borderWidth: 2 },
        data: data.slices.map(({ name, value, colour }) => ({
          name,
          value: drawn(value) ?? 0,
          ...(colour ? { itemStyle: { color: colour } } : {}),
        })),
      },
    ],
  }
}

function heatmap(data: HeatmapChart, look: Look): EChartsCoreOption {
  const { palette } = look
  const { label } = axisLook(palette)
  const numbers = data.series.flatMap(({ values }) => values.map(drawn)).filter(value => value !== null)
  const category = { type: 'category', axisTick: { show: false }, axisLabel: label }
  return {
    xAxis: { ...category, data: [...data.labels], axisLine: { lineStyle: { color: palette.line } } },
    yAxis: { ...category, data: data.series.map(({ name }) => name), axisLine: { show: false } },
    grid: { ...GRID, top: 8, bottom: 44 },
    visualMap: {
      min: Math.min(0, ...numbers),
      max: Math.max(1, ...numbers),
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemHeight: 120,
      itemWidth: 10,
      calculable: false,
      textStyle: { color: palette.text3 },
      inRange: { color: [palette.sunken, palette.brand, palette.solid] },
    },
    tooltip: {
      formatter: ({ value: [column, row] }: { value: [number, number] }) => {
        const series = data.series[row]
        return `${data.labels[column] ?? ''} · ${series?.name ?? ''}\n${withUnit(look.show(series?.values[column] ?? null, data.decimals), data)}`
      },
    },
    series: [
      {
        type: 'heatmap',
        data: data.series.flatMap(({ values }, row) =>
          values.map((value, column) => [column, row, drawn(value) ?? '-']),
        ),
        itemStyle: { borderColor: palette.surface, borderWidth: 1 },
      },
    ],
  }
}

function scatter({ x, y, series }: ScatterChart, look: Look): EChartsCoreOption {
  return {
    xAxis: { ...valueAxis(x, look), name: withUnit(x.name, x), nameLocation: 'middle', nameGap: 26, scale: true },
    yAxis: { ...valueAxis(y, look), name: withUnit(y.name, y), scale: true },
    grid: { ...GRID, top: 34, bottom: 22 },
    legend: series.length > 1 ? legendOf(look) : { show: false },
    tooltip: {
      formatter: ({ seriesIndex, dataIndex }: Hovered) => {
        const point = series[seriesIndex]?.points[dataIndex]
        if (!point) return ''
        const said = (axis: ScatterChart['x'], value: unknown): string =>
          `${axis.name}  ${withUnit(look.show(value, axis.decimals), axis)}`
        return [point.name, said(x, point.x), said(y, point.y)].join('\n')
      },
    },
    series: series.map(({ name, points }) => ({
      name,
      type: 'scatter',
      symbolSize: 9,
      data: points.map(point => [drawn(point.x), drawn(point.y)]),
      itemStyle: { opacity: 0.75 },
    })),
  }
}

function gauge({ name, value, min, max, bands = [], ...axis }: GaugeChart, look: Look): EChartsCoreOption {
  const { palette } = look
  const span = max - min || 1
  const colours = bands.map(({ to, tone }): [number, string] => [
    Math.min(1, Math.max(0, (to - min) / span)),
    palette[tone],
  ])
  return {
    tooltip: { show: false },
    series: [
      {
        type: 'gauge',
        min,
        max,
        startAngle: 210,
        endAngle: -30,
        progress: { show: colours.length === 0, width: 12 },
        axisLine: { lineStyle: { width: 12, color: colours.length > 0 ? colours : [[1, palette.sunken]] } },
        axisTick: { show: false },
        splitLine: { length: 8, distance: -12, lineStyle: { color: palette.surface, width: 1 } },
        axisLabel: { color: palette.text3, fontSize: 11, distance: 18, formatter: (at: number) => look.show(at, 2) },
        pointer: { width: 4, itemStyle: { color: palette.text2 } },
        anchor: { show: true, size: 8, itemStyle: { color: palette.text2 } },
        title: { color: palette.text2, fontSize: 12, offsetCenter: [0, '88%'] },
        detail: {
          color: palette.text,
          fontSize: 22,
          offsetCenter: [0, '58%'],
          formatter: () => withUnit(look.show(value, axis.decimals), axis),
        },
        data: [{ name, value: drawn(value) ?? min }],
      },
    ],
  }
}

function sankey({ links, ...axis }: SankeyChart, look: Look): EChartsCoreOption {
  const names = [...new Set(links.flatMap(({ from, to }) => [from, to]))]
  return {
    tooltip: {
      formatter: ({ dataType, dataIndex, name }: { dataType: string; dataIndex: number; name: string }) => {
        const link = dataType === 'edge' ? links[dataIndex] : undefined
        return link ? `${link.from} → ${link.to}\n${withUnit(look.show(link.value, axis.decimals), axis)}` : name
      },
    },
    series: [
      {
        type: 'sankey',
        left: 8,
        right: 90,
        top: 8,
        bottom: 8,
        nodeGap: 12,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        label: { color: look.palette.text2, fontSize: 12 },
        lineStyle: { color: 'gradient', opacity: 0.35 },
        data: names.map(name => ({ name })),
        links: links.map(({ from, to, value }) => ({ source: from, target: to, value: drawn(value) ?? 0 })),
      },
    ],
  }
}

import type { EChartsCoreOption } from 'echarts/core'
import type { Palette } from '../theme/palette.ts'
import type { ChartData } from './chart-data.ts'

interface Look {
  readonly palette: Palette
  readonly colours: readonly string[]
  readonly show: (value: number | null) => string
  readonly reducedMotion: boolean
}

const POINTS_WITH_SYMBOLS = 60

/** Option of the chart library. Tooltips are rich text, never HTML, so that a name cannot become markup (trust R-32). */
export function chartOption(data: ChartData, look: Look): EChartsCoreOption {
  const { palette, colours, show } = look
  const unit = data.unit ? ` ${data.unit}` : ''
  const base: EChartsCoreOption = {
    color: [...colours],
    animation: !look.reducedMotion,
    animationDuration: 250,
    textStyle: { fontFamily: 'inherit', color: palette.text2 },
    aria: { enabled: true, decal: { show: data.kind === 'pie' } },
    tooltip: {
      renderMode: 'richText',
      trigger: data.kind === 'pie' || data.kind === 'heatmap' ? 'item' : 'axis',
      confine: true,
      backgroundColor: palette.surface,
      borderColor: palette.line,
      textStyle: { color: palette.text, fontSize: 12 },
      valueFormatter: (value: unknown) => show(typeof value === 'number' ? value : null) + unit,
    },
  }
  if (data.kind === 'pie') return { ...base, ...pie(data, palette) }
  if (data.kind === 'heatmap') return { ...base, ...heatmap(data, palette) }
  return { ...base, ...cartesian(data, palette, data.series.length > 1) }
}

function axes(data: ChartData, palette: Palette) {
  const line = { lineStyle: { color: palette.line } }
  const label = { color: palette.text3, fontSize: 11, hideOverlap: true }
  return {
    xAxis: {
      type: 'category',
      data: [...data.labels],
      axisLine: line,
      axisTick: { show: false },
      axisLabel: label,
      boundaryGap: data.kind === 'bar' || data.kind === 'heatmap',
    },
    yAxis: {
      type: 'value',
      name: data.unit ?? '',
      nameTextStyle: { color: palette.text3, fontSize: 11, align: 'left' },
      splitLine: line,
      axisLabel: label,
    },
  }
}

function cartesian(data: ChartData, palette: Palette, hasLegend: boolean): EChartsCoreOption {
  return {
    ...axes(data, palette),
    grid: {
      left: 8,
      right: 12,
      top: data.unit || hasLegend ? 34 : 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: hasLegend
      ? {
          type: 'scroll',
          top: 0,
          right: 0,
          itemWidth: 14,
          itemHeight: 8,
          textStyle: { color: palette.text2, fontSize: 12 },
        }
      : { show: false },
    series: data.series.map(series => ({
      name: series.name,
      type: data.kind === 'bar' ? 'bar' : 'line',
      data: [...series.values],
      connectNulls: false,
      showSymbol: data.labels.length <= POINTS_WITH_SYMBOLS && data.kind === 'line',
      symbolSize: 5,
      barMaxWidth: 28,
      lineStyle: { width: 2 },
      ...(series.colour ? { itemStyle: { color: series.colour }, lineStyle: { width: 2, color: series.colour } } : {}),
      ...(data.kind === 'area' ? { areaStyle: { opacity: 0.14 } } : {}),
      ...(series.stack ? { stack: series.stack } : {}),
    })),
  }
}

function pie(data: ChartData, palette: Palette): EChartsCoreOption {
  const values = data.series[0]?.values ?? []
  return {
    series: [
      {
        type: 'pie',
        radius: ['48%', '74%'],
        label: { color: palette.text2, fontSize: 12 },
        itemStyle: { borderColor: palette.surface, borderWidth: 2 },
        data: data.labels.map((name, index) => ({ name, value: values[index] ?? 0 })),
      },
    ],
  }
}

function heatmap(data: ChartData, palette: Palette): EChartsCoreOption {
  const cells = data.series.flatMap((series, row) => series.values.map((value, column) => [column, row, value ?? '-']))
  const numbers = data.series.flatMap(series => series.values.filter(value => value !== null))
  const shared = axes(data, palette)
  return {
    xAxis: shared.xAxis,
    yAxis: {
      type: 'category',
      data: data.series.map(series => series.name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: shared.xAxis.axisLabel,
    },
    grid: { left: 8, right: 12, top: 8, bottom: 44, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
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
    series: [{ type: 'heatmap', data: cells, itemStyle: { borderColor: palette.surface, borderWidth: 1 } }],
  }
}

import type { EChartsCoreOption } from 'echarts/core'
import { cartesian } from './cartesian-option.ts'
import {
  type ChartAxis,
  type ChartData,
  drawn,
  type GaugeChart,
  type HeatmapChart,
  type PieChart,
  type SankeyChart,
  type ScatterChart,
} from './chart-data.ts'
import { axisLook, GRID, type Hovered, legendOf, type Look, shownAt, valueAxis, withUnit } from './chart-parts.ts'

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

/** Share of a slice, in percent. */
const SHARE: ChartAxis = { unit: '%' }

function pie(data: PieChart, look: Look): EChartsCoreOption {
  const text = (index: number): string => shownAt(data.slices[index]?.value ?? null, look, data)
  return {
    tooltip: {
      formatter: ({ name, dataIndex, percent }: { name: string; dataIndex: number; percent: number }) =>
        `${name}\n${text(dataIndex)} · ${shownAt(percent, look, SHARE)}`,
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
        return `${data.labels[column] ?? ''} · ${series?.name ?? ''}\n${shownAt(series?.values[column] ?? null, look, data)}`
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
        const said = (axis: ScatterChart['x'], value: unknown): string => `${axis.name}  ${shownAt(value, look, axis)}`
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
        axisLabel: { color: palette.text3, fontSize: 11, distance: 18, formatter: look.mark },
        pointer: { width: 4, itemStyle: { color: palette.text2 } },
        anchor: { show: true, size: 8, itemStyle: { color: palette.text2 } },
        title: { color: palette.text2, fontSize: 12, offsetCenter: [0, '88%'] },
        detail: {
          color: palette.text,
          fontSize: 22,
          offsetCenter: [0, '58%'],
          formatter: () => shownAt(value, look, axis),
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
        return link ? `${link.from} → ${link.to}\n${shownAt(link.value, look, axis)}` : name
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

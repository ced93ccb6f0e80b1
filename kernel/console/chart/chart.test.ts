import { expect, test } from 'vitest'
import { showDecimalText } from '@wattyard/resource'
import { paletteOf, seriesColours } from '../theme/palette.ts'
import { type CartesianChart, type ChartAxis, type ChartData, chartTable, drawn, hasValues } from './chart-data.ts'
import { chartCsv, chartFileName } from './chart-file.ts'
import { timed } from './cartesian-option.ts'
import { chartOption } from './chart-option.ts'
import { chartText } from './chart-text.ts'

const WORDS = { category: 'time', series: 'series', value: 'value', from: 'from', to: 'to' }
const look = {
  palette: paletteOf('#409EFF', false),
  colours: seriesColours('#409EFF', false),
  show: (value: unknown, axis: ChartAxis) => chartText(value, axis, 'en'),
  mark: String,
  clock: (at: number) => new Date(at).toISOString().slice(11, 19),
  font: 'sans-serif',
  reducedMotion: true,
  description: 'said',
}
const line: CartesianChart = {
  kind: 'line',
  labels: ['00:00', '01:00'],
  series: [{ name: '<img onerror=x>', values: ['123456789012.3456', null] }],
  left: { unit: 'kWh' },
}
const KINDS: readonly ChartData[] = [
  line,
  { ...line, kind: 'area' },
  { ...line, kind: 'bar', sideways: true },
  { kind: 'pie', slices: [{ name: 'a', value: '1.10' }] },
  { kind: 'heatmap', labels: ['0'], series: [{ name: 'Mo', values: ['2'] }] },
  {
    kind: 'scatter',
    x: { name: 'power', unit: 'kW' },
    y: { name: 'energy', unit: 'kWh' },
    series: [{ name: 'DC', points: [{ name: 'P-1', x: 60, y: '12.5000' }] }],
  },
  { kind: 'gauge', name: 'load', value: '71.5', min: 0, max: 100, bands: [{ to: 80, tone: 'good' }] },
  { kind: 'sankey', links: [{ from: 'grid', to: 'piles', value: '40.25' }] },
]

test.each(KINDS.map(data => [data.kind, data] as const))(
  '%s: tooltips are never HTML, motion stops where it is unwanted, what is read aloud is ours',
  (_kind, data) => {
    expect(hasValues(data)).toBe(true)
    expect(chartOption(data, look)).toMatchObject({
      tooltip: { renderMode: 'richText' },
      aria: { enabled: true, label: { description: 'said' } },
      animation: false,
    })
  },
)

test.each(KINDS.map(data => [data.kind, data] as const))(
  '%s: every figure is in its table as it came',
  (_kind, data) => {
    const { heads, columns, rows } = chartTable(data, WORDS)
    for (const { labels, values } of rows)
      expect([labels.length, values.length]).toEqual([heads.length, columns.length])
    const figures = rows.flatMap(({ values }) => values)
    const sent = [...JSON.stringify(data).matchAll(/"(\d[\d.]*)"/g)].map(([, text]) => text)
    expect(figures.filter(value => typeof value === 'string')).toEqual(
      sent.filter(text => figures.includes(text ?? '')),
    )
    expect(figures.some(value => value !== null)).toBe(true)
  },
)

test('decimal text is not rounded in displayed values, and gaps stay gaps', () => {
  const table = chartTable(line, WORDS)
  expect(table).toMatchObject({ heads: ['time'], columns: [{ head: '<img onerror=x> (kWh)' }] })
  expect(table.rows.map(({ values }) => values)).toEqual([['123456789012.3456'], [null]])
  expect(showDecimalText('123456789012.3456', 'en')).toBe('123,456,789,012.3456')
  expect(showDecimalText('-123456789012345678901.10', 'es')).toBe('-123.456.789.012.345.678.901,10')
  expect(showDecimalText('open', 'zh')).toBe('open')
  const option = chartOption(line, look) as { series: { data: unknown[]; connectNulls: boolean }[] } // the shape that it builds
  expect(option.series[0]).toMatchObject({ data: [123_456_789_012.3456, null], connectNulls: false })
  expect(hasValues({ ...line, series: [{ name: 'a', values: [null, 'open', ''] }] })).toBe(false)
  expect([drawn('0.10'), drawn(''), drawn('x'), drawn(Number.NaN)]).toEqual([0.1, null, null, null])
})

test('each axis has its unit, and a threshold uses its own axis', () => {
  const both: CartesianChart = {
    kind: 'area',
    labels: ['00:00'],
    left: { unit: 'kW' },
    right: { unit: '%', min: 0, max: 100 },
    series: [
      { name: 'power', values: [58.2] },
      { name: 'soc', values: [41], as: 'line', axis: 'right' },
    ],
    thresholds: [{ name: 'rated', value: '60' }],
  }
  const option = chartOption(both, look) as {
    yAxis: unknown[]
    series: { yAxisIndex: number; type: string; markLine?: { data: unknown[] } }[]
    tooltip: { formatter: (hovered: unknown) => string }
  } // the shape that it builds
  expect(option.yAxis).toMatchObject([{ name: 'kW' }, { name: '%', min: 0, max: 100 }])
  expect(option.series.map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1])
  expect(option.series[0]?.markLine?.data).toEqual([{ yAxis: 60, label: { formatter: 'rated 60.00 kW' } }])
  expect(option.series[1]?.markLine?.data).toEqual([])
  expect(
    option.tooltip.formatter([
      { seriesIndex: 0, dataIndex: 0 },
      { seriesIndex: 1, dataIndex: 0 },
    ]),
  ).toBe('00:00\npower  58.20 kW\nsoc  41.0 %')
  const turned = chartOption({ ...both, series: both.series.toReversed() }, look) as typeof option // as above
  expect(turned.series.map(({ yAxisIndex, markLine }) => [yAxisIndex, markLine?.data.length])).toEqual([
    [1, 0],
    [0, 1],
  ])
  expect(chartTable(both, WORDS)).toMatchObject({
    columns: [{ head: 'power (kW)' }, { head: 'soc (%)' }, { head: 'rated (kW)' }],
    rows: [{ values: [58.2, 41, '60'] }],
  })
})

test('a time axis is to scale; horizontal bars have their values below', () => {
  // the shape that it builds
  const timed = chartOption({ ...line, at: [0, 3_600_000] }, look) as { xAxis: object; series: { data: unknown }[] }
  expect(timed.xAxis).toMatchObject({ type: 'time' })
  expect(timed.series[0]?.data).toEqual([
    [0, 123_456_789_012.3456, 0],
    [3_600_000, null, 1],
  ])
  const lying = chartOption({ ...line, kind: 'bar', sideways: true }, look)
  expect([lying.xAxis, lying.yAxis]).toMatchObject([[{ type: 'value' }], { type: 'category', data: line.labels }])
})

test('a line breaks where readings are too far apart, and the pointer still names the right one', () => {
  expect(timed([0, 10, 100, 110], [1, 2, 3, null], 50)).toEqual([
    [0, 1, 0],
    [10, 2, 1],
    [55, null, -1],
    [100, 3, 2],
    [110, null, 3],
  ])
  expect(timed([0, 100], [1, 2])).toHaveLength(2)
  const option = chartOption(
    {
      kind: 'line',
      labels: ['a', 'b', 'c'],
      at: [0, 10, 100],
      gap_ms: 50,
      series: [{ name: 'power', values: [1, 2, 3] }],
    },
    look,
  ) as { tooltip: { formatter: (hovered: unknown) => string } } // the shape that it builds
  const under = (data: unknown) => option.tooltip.formatter([{ seriesIndex: 0, dataIndex: 3, data }])
  expect(under([100, 3, 2])).toBe('c\npower  3')
  expect(under([55, null, -1])).toBe('')
})

test("a moment's name stays inside the drawing: near the end it stands left of its line, near the start right of it", () => {
  const alignOf = (at: number): unknown => {
    const data: CartesianChart = {
      kind: 'line',
      labels: ['00:00', '24:00'],
      at: [0, 1_000],
      series: [{ name: 'power', values: [1, 2] }],
      moments: [{ at, name: 'now' }],
    }
    // the shape that it builds
    const { series } = chartOption(data, look) as { series: { markLine: { data: { label: object }[] } }[] }
    const label = series[0]?.markLine.data[0]?.label
    return label !== undefined && 'align' in label ? label.align : 'centred'
  }
  expect([0, 70, 85, 500, 915, 930, 1_000].map(alignOf)).toEqual([
    'left',
    'left',
    'centred',
    'centred',
    'centred',
    'right',
    'right',
  ])
})

test('the unit stands above the name of a moment, which early in the day is where the unit was', () => {
  const gapOf = (moments: CartesianChart['moments']): unknown => {
    const data: CartesianChart = {
      kind: 'line',
      labels: ['00:00', '24:00'],
      at: [0, 1_000],
      left: { unit: 'kWh' },
      series: [{ name: 'energy', values: [1, 2] }],
      ...(moments ? { moments } : {}),
    }
    return (chartOption(data, look) as { yAxis: { nameGap?: number }[] }).yAxis[0]?.nameGap // the shape that it builds
  }
  expect(gapOf([{ at: 10, name: 'now' }])).toBe(24)
  expect(gapOf(undefined)).toBeUndefined()
})

test('bands are drawn behind, named under the pointer and in the table', () => {
  const data: CartesianChart = {
    kind: 'line',
    labels: ['07:00', '08:00', '09:00'],
    at: [0, 60, 120],
    series: [{ name: 'power', values: [1, 2, 3] }],
    bands: {
      name: 'period',
      list: [
        { from: 0, to: 60, name: 'valley', colour: '#31ab6f' },
        { from: 60, to: 90, name: 'peak', colour: '#ea7d12' },
      ],
    },
    moments: [{ at: 100, name: 'now' }],
  }
  const option = chartOption(data, look) as {
    series: { markArea?: { data: unknown[] }; markLine?: { data: unknown[] } }[]
    tooltip: { formatter: (hovered: unknown) => string }
  } // the shape that it builds
  expect(option.series[0]?.markArea?.data).toMatchObject([
    [{ name: 'valley', xAxis: 0, itemStyle: { color: '#31ab6f' } }, { xAxis: 60 }],
    [{ name: 'peak', xAxis: 60 }, { xAxis: 90 }],
  ])
  expect(option.series[0]?.markLine?.data).toMatchObject([{ xAxis: 100, label: { formatter: 'now' } }])
  expect(option.tooltip.formatter([{ seriesIndex: 0, dataIndex: 1, data: [60, 2, 1] }])).toBe('08:00  peak\npower  2')
  expect(chartTable(data, WORDS)).toMatchObject({
    heads: ['time', 'period'],
    rows: [{ labels: ['07:00', 'valley'] }, { labels: ['08:00', 'peak'] }, { labels: ['09:00', ''] }],
  })
  const named = (width: number): unknown =>
    // the shape that it builds
    (chartOption(data, { ...look, width }) as typeof option).series[0]?.markArea?.data.map(
      band => (band as [{ name: string; label?: unknown }])[0].label,
    )
  expect(named(600), 'both names fit').toEqual([undefined, undefined])
  expect(named(160), 'half an hour is too narrow for its name').toEqual([undefined, { show: false }])
})

test('an axis makes room for thresholds beyond the values, on round numbers', () => {
  const axisOf = (lines: readonly string[], cropped: boolean) => {
    const option = chartOption(
      { ...line, left: { cropped }, thresholds: lines.map(value => ({ name: 'limit', value })) },
      look,
    ) as { yAxis: { scale: boolean; min: (drawn: object) => unknown; max: (drawn: object) => unknown }[] } // the shape that it builds
    const [axis] = option.yAxis
    return { scale: axis?.scale, min: axis?.min({ min: 40, max: 58 }), max: axis?.max({ min: 40, max: 58 }) }
  }
  expect(axisOf(['120'], false)).toEqual({ scale: false, min: null, max: 130 })
  expect(axisOf(['50'], false)).toEqual({ scale: false, min: null, max: null })
  expect(axisOf(['30', '61'], true)).toEqual({ scale: true, min: 28, max: 63 })
  expect(axisOf([], true)).toEqual({ scale: true, min: null, max: null })
})

test('a figure of a kind has its decimals in the table, under the pointer and in the file', () => {
  const texts = (unit: string | undefined, ...values: (string | number | null)[]) =>
    values.map(value => chartText(value, unit === undefined ? {} : { unit }, 'es'))
  expect(texts('kWh', '1234.5000', '0.0000', 0.25, null)).toEqual(['1.234,500', '0,000', '0,250', '--'])
  expect(texts('¥', '12.5', 3)).toEqual(['12,50', '3,00'])
  expect(texts('%', 47, '33.3333')).toEqual(['47,0', '33,3'])
  expect(texts('V', '230.4567', 7)).toEqual(['230,4567', '7'])
  expect(texts(undefined, 1.239)).toEqual(['1,24'])
  const both: CartesianChart = {
    kind: 'bar',
    labels: ['a'],
    left: { unit: '¥' },
    right: { unit: 'kWh' },
    series: [
      { name: 'fee', values: ['9.90'] },
      { name: 'energy', values: ['8.1250'], axis: 'right' },
    ],
  }
  expect(chartCsv(chartTable(both, WORDS))).toBe('\uFEFFtime,fee (¥),energy (kWh)\r\na,9.90,8.125\r\n')
})

test('a file has the content of the table, and nothing that a spreadsheet would execute', () => {
  const table = chartTable({ ...line, labels: ['=cmd()', '01:00'] }, WORDS)
  expect(chartCsv(table)).toBe("\uFEFFtime,<img onerror=x> (kWh)\r\n'=cmd(),123456789012.346\r\n01:00,\r\n")
  expect(chartFileName('Power / SoC: today', 'csv', Date.UTC(2026, 0, 1, 20), 'Asia/Shanghai')).toBe(
    'Power SoC today 2026-01-02.csv',
  )
})

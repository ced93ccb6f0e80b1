import { expect, test } from 'vitest'
import { seriesColours, paletteOf } from '../theme/palette.ts'
import { chartTable, hasValues } from './chart-data.ts'
import { chartOption } from './chart-option.ts'

const look = {
  palette: paletteOf('#409EFF', false),
  colours: seriesColours('#409EFF', false),
  show: (value: number | null) => (value === null ? '--' : String(value)),
  reducedMotion: true,
}
const data = {
  kind: 'line' as const,
  labels: ['00:00', '01:00'],
  series: [{ name: '<img onerror=x>', values: [1, null] }],
  unit: 'kWh',
}

test('the table beside a chart has the same figures, and gaps stay gaps', () => {
  expect(chartTable(data, look.show, 'time')).toEqual({
    heads: ['time', '<img onerror=x> (kWh)'],
    rows: [
      ['00:00', '1'],
      ['01:00', '--'],
    ],
  })
  expect(hasValues(data)).toBe(true)
  expect(hasValues({ ...data, series: [{ name: 'a', values: [null] }] })).toBe(false)
})

test.each(['line', 'area', 'bar', 'pie', 'heatmap'] as const)(
  '%s: tooltips are never HTML, and motion stops where it is unwanted',
  kind => {
    expect(chartOption({ ...data, kind }, look)).toMatchObject({
      tooltip: { renderMode: 'richText' },
      aria: { enabled: true },
      animation: false,
    })
  },
)

import { expect, test } from 'vitest'
import type { ReportColumn } from './report-column.ts'
import { chartOfReport, statsOfReport } from './sums-of-report.ts'

interface Row {
  readonly station: string
  readonly orders: number
  readonly total: string | null
  readonly price: string
}

const columns: readonly ReportColumn<Row>[] = [
  { key: 'station', head: 'Station', kind: 'text', value: row => row.station, word: name => `«${name}»` },
  { key: 'orders', head: 'Orders', kind: 'integer', value: row => row.orders },
  { key: 'total', head: 'Total', kind: 'money', value: row => row.total },
  { key: 'price', head: 'Price', kind: 'price', value: row => row.price, adds: false },
]
const ROWS: readonly Row[] = [
  { station: 'a', orders: 2, total: '9007199254740993.10', price: '1.000000' },
  { station: 'b', orders: 3, total: '0.20', price: '2.000000' },
]

test('each additive figure has a tile, exact to the last digit', () => {
  expect(statsOfReport(columns, ROWS, null)).toEqual([
    { key: 'orders', label: 'Orders', figure: { kind: 'count', value: 5 } },
    { key: 'total', label: 'Total', figure: { kind: 'money', value: '9007199254740993.30' } },
  ])
})

test('compared rows give the base once loaded; unknown sums stay unknown', () => {
  const [orders, total] = statsOfReport(columns, ROWS, [{ station: 'a', orders: 4, total: null, price: '1.000000' }])
  expect(orders).toMatchObject({ before: 4 })
  expect(total).not.toHaveProperty('before')
  // Days without a row are no base: 0.00 would say that something was recorded.
  for (const stat of statsOfReport(columns, ROWS, [])) expect(stat).toMatchObject({ before: null })
  expect(statsOfReport(columns, undefined, undefined)[0]).toEqual({ key: 'orders', label: 'Orders', figure: undefined })
})

test('the chart shows figures by a dimension; an unknown column throws', () => {
  expect(chartOfReport(columns, ROWS, { by: 'station', of: ['orders'], unit: '' })).toEqual({
    kind: 'bar',
    sideways: true,
    labels: ['«a»', '«b»'],
    left: { unit: '' },
    series: [{ name: 'Orders', values: [2, 3] }],
  })
  expect(() => chartOfReport(columns, ROWS, { by: 'day', of: [] })).toThrow('no dimension day')
  expect(() => chartOfReport(columns, ROWS, { by: 'station', of: ['cost'] })).toThrow('no figure cost')
})

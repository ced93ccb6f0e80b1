import { expect, test } from 'vitest'
import type { ChartTable } from './chart-data.ts'
import { nextSort, sortedRows } from './sorted-rows.ts'

const table: ChartTable = {
  heads: ['day'],
  columns: [{ head: 'kWh' }],
  rows: [
    { labels: ['2'], values: ['9.5'] },
    { labels: ['10'], values: [null] },
    { labels: ['1'], values: ['10.25'] },
    { labels: ['3'], values: [-1] },
  ],
}
const places = (...[column, descending]: [number, boolean]) =>
  sortedRows(table, { column, descending }, 'en').map(({ place }) => place)

test('figures are sorted by their value, gaps last either way', () => {
  expect(places(1, true)).toEqual([2, 0, 3, 1])
  expect(places(1, false)).toEqual([3, 0, 2, 1])
})

test('names are sorted as people count, and without a sort nothing moves', () => {
  expect(places(0, false)).toEqual([2, 0, 3, 1])
  expect(sortedRows(table, null, 'en').map(({ place }) => place)).toEqual([0, 1, 2, 3])
})

test('the first press sorts, the second reverses, the third restores the chart’s own order', () => {
  expect(nextSort(null, 0, 1)).toEqual({ column: 0, descending: false })
  expect(nextSort({ column: 0, descending: false }, 0, 1)).toEqual({ column: 0, descending: true })
  expect(nextSort({ column: 0, descending: true }, 0, 1)).toBeNull()
  expect(nextSort({ column: 0, descending: true }, 1, 1)).toEqual({ column: 1, descending: true })
  expect(nextSort({ column: 1, descending: true }, 1, 1)).toEqual({ column: 1, descending: false })
})

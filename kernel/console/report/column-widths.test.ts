import { expect, test } from 'vitest'
import { COLUMNS } from '../testing/report-rows.ts'
import { leadingWidth, widthOfColumn } from './column-widths.ts'

const column = (key: string) => {
  const found = COLUMNS.find(one => one.key === key)
  if (!found) throw new Error(key)
  return found
}
const widthWith = (key: string, figure: bigint) =>
  widthOfColumn(column(key), [{ figures: new Map([[key, figure]]) }], COLUMNS)

test('a column is as wide as its longest figure with sign and grouping, and not wider', () => {
  expect(widthWith('money', 5n)).toBeLessThan(widthWith('money', 123_456_789_012n))
  // 1,234,567,890.12 with its minus: 17 digits and signs with at least 7 pixels each.
  expect(widthWith('money', -123_456_789_012n)).toBeGreaterThan(17 * 7)
  expect(widthWith('orders', 0n)).toBeLessThan(110)
})

test('a tight report has less room around a figure, and still shows all of it', () => {
  const figures = [{ figures: new Map([['money', -123_456_789_012n]]) }]
  const tight = widthOfColumn(column('money'), figures, COLUMNS, true)
  expect(tight).toBeLessThan(widthWith('money', -123_456_789_012n))
  expect(tight).toBeGreaterThan(17 * 7)
})

test('names have the requested width, and on a phone at most half of the screen', () => {
  expect(leadingWidth(240, false)).toBe(240)
  expect(leadingWidth(240, true)).toBeLessThanOrEqual(160)
  expect(leadingWidth(100, true)).toBe(100)
})

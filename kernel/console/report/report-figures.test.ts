import { divideHalfUp } from '@wattyard/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMeasure, type Ratio } from './report-column.ts'
import { figureIn, figureOf, measureRows, sumFigures, textOfFigure } from './report-figures.ts'
import { COLUMNS, plainSum, type TestRow, testRows } from '../testing/report-rows.ts'

const PER_KWH: Ratio<TestRow> = {
  key: 'perKwh',
  head: '',
  kind: 'price',
  ratio: { of: 'money', by: 'energy' },
}

test('figures are read exactly, and an invalid figure is unknown', () => {
  expect(figureOf('money', '9007199254740993.01')).toBe(900_719_925_474_099_301n)
  expect(figureOf('integer', 12)).toBe(12n)
  expect(figureOf('energy', '0.0001')).toBe(1n)
  for (const value of [null, '', 'x', '1.234', 1.5, Number.NaN, 2 ** 60]) expect(figureOf('money', value)).toBe(null)
  expect(textOfFigure('money', 5n)).toBe('0.05')
  expect(textOfFigure('money', null)).toBe(null)
})

test('sums equal the rows added one by one; a column that is not additive has none', () => {
  fc.assert(
    fc.property(testRows, rows => {
      const sums = sumFigures(measureRows(rows, COLUMNS), COLUMNS.filter(isMeasure))
      expect(sums.get('money') ?? null).toBe(
        plainSum(
          rows.map(row => row.money),
          2,
        ),
      )
      expect(sums.get('energy') ?? null).toBe(
        plainSum(
          rows.map(row => row.energy),
          4,
        ),
      )
      expect(sums.get('orders') ?? null).toBe(
        plainSum(
          rows.map(row => String(row.orders)),
          0,
        ),
      )
      expect(sums.get('price')).toBe(null)
    }),
  )
})

test('a ratio is of the sums, not the mean of the ratios of the rows', () => {
  const rows: TestRow[] = [
    { station: 'a', day: '', orders: 1, money: '1.00', energy: '1.0000', price: '1.000000' },
    { station: 'a', day: '', orders: 1, money: '20.00', energy: '40.0000', price: '0.500000' },
  ]
  const sums = sumFigures(measureRows(rows, COLUMNS), COLUMNS.filter(isMeasure))
  // 21 / 41; the mean of the two would be 0.75.
  expect(textOfFigure('price', figureIn(PER_KWH, sums, COLUMNS))).toBe('0.512195')
})

test('a ratio of any sums is their quotient rounded once, and empty for a zero divisor', () => {
  fc.assert(
    fc.property(testRows, rows => {
      const sums = sumFigures(measureRows(rows, COLUMNS), COLUMNS.filter(isMeasure))
      const money = sums.get('money') ?? null
      const energy = sums.get('energy') ?? null
      const expected =
        money === null || energy === null || energy === 0n
          ? null
          : // fen / 100 ÷ (units / 10,000), in millionths
            divideHalfUp(money * 100_000_000n, energy)
      expect(figureIn(PER_KWH, sums, COLUMNS)).toBe(expected)
    }),
  )
})

test('a share is in percent', () => {
  const share: Ratio<TestRow> = { key: 'share', head: '', kind: 'share', ratio: { of: 'orders', by: 'orders' } }
  const sums = new Map([['orders', 8n]])
  expect(textOfFigure('share', figureIn(share, sums, COLUMNS))).toBe('100.0000')
})

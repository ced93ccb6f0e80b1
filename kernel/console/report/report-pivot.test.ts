import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDimension, isMeasure, isRatio, type ReportColumn } from './report-column.ts'
import { figureIn, measureRows, sumFigures, textOfFigure } from './report-figures.ts'
import { MAX_PIVOT_COLUMNS, type PivotRow, pivotRows } from './report-pivot.ts'
import { COLUMNS, plainSum, type TestRow, testRows } from '../testing/report-rows.ts'

const [station, day] = COLUMNS.filter(isDimension)

function pivot(rows: readonly TestRow[], key: string) {
  const figure = COLUMNS.find(column => column.key === key)
  if (!station || !day || !figure || !(isMeasure(figure) || isRatio(figure))) throw new Error('columns of the tests')
  return pivotRows(measureRows(rows, COLUMNS), { rows: [station], across: day, figure, columns: COLUMNS, total: 'All' })
}

const shown = (columns: readonly ReportColumn<PivotRow>[]) => columns.filter(({ isHidden }) => !isHidden)

test('every cell, every total of a row and every total of a column equals its rows added up one by one', () => {
  fc.assert(
    fc.property(testRows, rows => {
      const { rows: lines, columns } = pivot(rows, 'money')
      const sums = sumFigures(measureRows(lines, columns), columns.filter(isMeasure))
      const moneyOf = (keep: (row: TestRow) => boolean) =>
        plainSum(
          rows.filter(keep).map(row => row.money),
          2,
        )
      for (const line of lines) {
        const [of] = line.values
        for (const column of columns.filter(isMeasure)) {
          const date = column.key.startsWith('v:') ? column.head : null
          const expected = moneyOf(row => row.station === of && (date === null || row.day === date))
          expect(column.value(line)).toBe(textOfFigure('money', expected))
        }
      }
      for (const column of columns.filter(isMeasure)) {
        const date = column.key.startsWith('v:') ? column.head : null
        expect(sums.get(column.key) ?? null).toBe(moneyOf(row => date === null || row.day === date))
      }
    }),
  )
})

test('a ratio in each cell and total is calculated from the sums of its parts', () => {
  fc.assert(
    fc.property(testRows, rows => {
      const { rows: lines, columns } = pivot(rows, 'perKwh')
      const sums = sumFigures(measureRows(lines, columns), columns.filter(isMeasure))
      const whole = sumFigures(measureRows(rows, COLUMNS), COLUMNS.filter(isMeasure))
      const perKwh = COLUMNS.filter(isRatio)[0]
      const total = columns.filter(isRatio).at(-1)
      if (!perKwh || !total) throw new Error('a ratio')
      expect(figureIn(total, sums, columns)).toBe(figureIn(perKwh, whole, COLUMNS))
    }),
  )
})

test('columns are in the order of their values, the total last, and hidden parts are left out', () => {
  const rows: TestRow[] = ['2026-11-02', '2026-11-01'].map(date => ({
    station: 'a',
    day: date,
    orders: 1,
    money: '1.00',
    energy: '2.0000',
    price: '1.000000',
  }))
  expect(shown(pivot(rows, 'perKwh').columns).map(({ head }) => head)).toEqual([
    'Station',
    '2026-11-01',
    '2026-11-02',
    'All',
  ])
})

test('more values than the allowed columns give no table', () => {
  const rows: TestRow[] = Array.from({ length: MAX_PIVOT_COLUMNS + 1 }, (_, index) => ({
    station: 'a',
    day: `d${index}`,
    orders: 1,
    money: '1.00',
    energy: '2.0000',
    price: '1.000000',
  }))
  expect(pivot(rows, 'money')).toEqual({ rows: [], columns: [], values: MAX_PIVOT_COLUMNS + 1 })
  expect(pivot(rows.slice(1), 'money').rows).toHaveLength(1)
})

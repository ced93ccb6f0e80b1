import { expect, test } from 'vitest'
import { isDimension, isMeasure } from './report-column.ts'
import { measureRows, sumFigures } from './report-figures.ts'
import { groupRows } from './report-groups.ts'
import { linesOfReport } from './report-lines.ts'
import { csvOfSheet, sheetOfReport } from './report-sheet.ts'
import { aTestRow, COLUMNS, type TestRow } from '../testing/report-rows.ts'
import { PLAIN_VIEW, readReportView, reportParams } from './report-view.ts'

function sheet(rows: readonly TestRow[]) {
  const measured = measureRows(rows, COLUMNS)
  const [station, ...columns] = COLUMNS
  const groups = groupRows(measured, station && isDimension(station) ? [station] : [], COLUMNS)
  return sheetOfReport({
    columns: columns.filter(({ key }) => key !== 'price'),
    all: COLUMNS,
    heads: [{ key: 'fees', head: 'Fees' }],
    leading: 'Station / Day',
    lines: linesOfReport(
      { groups, rows: [] },
      { closed: new Set(['["b"]']), rowKey: one => one.day, below: () => null },
    ),
    total: { label: 'Total', figures: sumFigures(measured, COLUMNS.filter(isMeasure)) },
  })
}

const ROWS = [
  aTestRow('a', '2026-11-01', '1.00'),
  aTestRow('a', '2026-11-02', '2.50'),
  aTestRow('b', '2026-11-01', '-0.50'),
]

test('a file has the visible content: heads, open groups with their rows, sums, ratios, the total', () => {
  expect(sheet(ROWS)).toEqual([
    ['Station / Day', 'Orders', 'Fees · Money (¥)', 'Energy (kWh)', 'Fees · Per kWh (¥/kWh)'],
    ['S a', 4, '3.50', '8.0000', '0.437500'],
    ['  2026-11-01', 2, '1.00', '4.0000', '0.250000'],
    ['  2026-11-02', 2, '2.50', '4.0000', '0.625000'],
    ['S b', 2, '-0.50', '4.0000', '-0.125000'],
    ['Total', 6, '3.00', '12.0000', '0.250000'],
  ])
})

test('a name that begins like a formula is text in the file, a negative figure stays a figure', () => {
  const csv = csvOfSheet([['=HYPERLINK("x")', '-0.50', 3]])
  expect(csv).toBe('\uFEFF"\'=HYPERLINK(""x"")",-0.50,3\r\n')
})

test('a view is written to the address and read back, even where it removes a default', () => {
  const usual = {
    ...PLAIN_VIEW,
    groupBy: ['station'],
    sort: { key: 'money', isDown: true },
    hidden: ['price'],
    shown: ['orders'],
  }
  for (const view of [
    usual,
    { groupBy: [], across: '', figure: '', sort: null, hidden: [], shown: [] },
    {
      groupBy: ['day', 'station'],
      across: 'station',
      figure: 'money',
      sort: { key: 'day', isDown: false },
      hidden: [],
      shown: ['day'],
    },
  ]) {
    const params = new URLSearchParams()
    for (const [key, value] of Object.entries(reportParams(view, 'r', usual)))
      if (value !== null) params.set(key, value)
    expect(readReportView(params, 'r', usual)).toEqual(view)
  }
  expect(Object.values(reportParams(usual, 'r', usual)).every(value => value === null)).toBe(true)
})

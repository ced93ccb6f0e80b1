import { expect, test } from 'vitest'
import { aTestRow, COLUMNS, type TestRow } from '../testing/report-rows.ts'
import { isDimension, isMeasure, type ReportColumn } from './report-column.ts'
import { measureRows, sumFigures } from './report-figures.ts'
import { groupRows } from './report-groups.ts'
import { linesOfReport } from './report-lines.ts'
import { type PaperLook, paperOfReport } from './report-paper.ts'

const ROWS = [
  aTestRow('a', '2026-11-01', '1.00'),
  aTestRow('a', '2026-11-02', '1002.50'),
  aTestRow('b', '2026-11-01', '0.00', '0.0000'),
]

const LOOK: PaperLook = {
  title: 'Bills',
  zone: 'Asia/Shanghai',
  language: 'es',
  t: (key, values) => `${key} ${Object.values(values ?? {}).join()}`,
  priority: [],
  isZeroQuiet: true,
  facts: [['Station', 'A']],
}

function paper(given: { closed?: readonly string[]; columns?: readonly ReportColumn<TestRow>[] } = {}, look = LOOK) {
  const all = given.columns ?? COLUMNS
  const measured = measureRows(ROWS, all)
  const groups = groupRows(measured, COLUMNS.slice(0, 1).filter(isDimension), all)
  return paperOfReport(
    {
      columns: all.slice(1).filter(({ key }) => key !== 'price'),
      all,
      heads: [{ key: 'fees', head: 'Fees' }],
      leading: 'Station / Day',
      lines: linesOfReport(
        { groups, rows: [] },
        { closed: new Set(given.closed ?? []), rowKey: one => one.day, below: () => null },
      ),
      total: { label: 'Total', note: '3 rows', figures: sumFigures(measured, all.filter(isMeasure)) },
    },
    look,
  )
}

test('paper has the groups with their sums over their rows, figures as on screen, the total, units in the heads', () => {
  expect(paper()).toMatchObject({
    title: 'Bills',
    facts: [['Station', 'A']],
    note: '',
    columns: [
      { title: 'Station / Day', isFigure: false },
      { title: 'Orders', isFigure: true },
      { title: 'Fees · Money (¥)' },
      { title: 'Energy (kWh)' },
      { title: 'Fees · Per kWh (¥/kWh)' },
    ],
    lines: [
      { kind: 'sums', depth: 0, cells: ['S a · kit.report.rows 2', '4', '1.003,50', '8,000', '125,4375'] },
      { kind: 'row', depth: 1, cells: ['2026-11-01', '2', '1,00', '4,000', '0,2500'] },
      { kind: 'row', depth: 1, cells: ['2026-11-02', '2', '1.002,50', '4,000', '250,6250'] },
      { kind: 'sums', depth: 0, cells: ['S b · kit.report.rows 1', '2', '–', '–', '–'] },
      { kind: 'row', depth: 1, cells: ['2026-11-01', '2', '–', '–', '–'] },
    ],
    totals: ['Total · 3 rows', '6', '1.003,50', '8,000', '125,4375'],
  })
})

test('groups that are all closed are the lines of a plain table', () => {
  expect(paper({ closed: ['["a"]', '["b"]'] }).lines.map(({ kind, cells }) => [kind, cells[0]])).toEqual([
    ['row', 'S a · kit.report.rows 2'],
    ['row', 'S b · kit.report.rows 1'],
  ])
})

test('a wide report keeps the columns that its priority names first, and names the others', () => {
  const more = Array.from(
    { length: 20 },
    (_, at): ReportColumn<TestRow> => ({ key: `m${at}`, head: `M${at}`, kind: 'money', value: one => one.money }),
  )
  const made = paper({ columns: [...COLUMNS, ...more] }, { ...LOOK, priority: ['m19', 'm18'] })
  expect(made.columns.length).toBeLessThanOrEqual(16)
  const heads = made.columns.map(({ title }) => title)
  expect(heads[0]).toBe('Station / Day')
  expect(heads).toEqual(expect.arrayContaining(['M18 (¥)', 'M19 (¥)']))
  expect(heads).not.toContain('M17 (¥)')
  expect(made.note).toContain('M17')
  for (const { cells } of made.lines) expect(cells).toHaveLength(heads.length)
  expect(made.totals).toHaveLength(heads.length)
  // Short columns have room for more than paper takes.
  const short = more.map(column => ({ ...column, width: 30 }))
  expect(paper({ columns: [...COLUMNS, ...short] }).columns).toHaveLength(16)
})

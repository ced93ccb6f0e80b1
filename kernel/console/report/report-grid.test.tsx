import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { aTestRow, COLUMNS, type TestRow } from '../testing/report-rows.ts'
import { loadSpanish } from '../testing/shown-text.ts'
import { ReportGrid } from './report-grid.tsx'
import type { ReportGridProps } from './report-props.ts'
import { PLAIN_VIEW, type ReportView } from './report-view.ts'

beforeAll(() => loadSpanish())

const ROWS = [
  aTestRow('a', '2026-11-01', '1.00'),
  aTestRow('a', '2026-11-02', '2.50'),
  aTestRow('b', '2026-11-01', '1234567.00', '400000.0000'),
]

const draw = (view: Partial<ReportView> = {}, more: Partial<ReportGridProps<TestRow>> = {}): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ReportGrid
        label="Bills"
        rows={ROWS}
        rowKey={({ station, day }) => `${station}${day}`}
        columns={COLUMNS}
        heads={[{ key: 'fees', head: 'Fees' }]}
        view={[{ ...PLAIN_VIEW, ...view }, () => undefined]}
        {...more}
      />
    </MemoryRouter>,
  )

/** Returns the texts of the cells, row by row. */
const lines = (html: string): string[][] =>
  [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, line = '']) =>
    [...line.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  )

test('a plain report is a table with its rows and their exact sums', () => {
  const html = draw()
  expect(html).not.toContain('treegrid')
  expect(html).toContain('aria-rowcount="6"')
  expect(lines(html).at(-1)).toEqual(['Total3 filas', '', '6', '1.234.570,50', '400.008,000', '–', '3,0864'])
})

test('grouped lines are a treegrid with their levels and counts, each with the sums of its rows', () => {
  const html = draw({ groupBy: ['station'] })
  expect(html).toContain('role="treegrid"')
  expect(
    [...html.matchAll(/aria-level="(\d)" aria-posinset="(\d)" aria-setsize="(\d)"/g)].map(([, ...of]) => of.join()),
  ).toEqual(['1,1,2', '2,1,2', '2,2,2', '1,2,2', '2,1,1'])
  expect(lines(html)[2]?.slice(0, 3)).toEqual(['S a2 filas', '4', '3,50'])
})

test('sums from the server are shown unchanged', () => {
  const html = draw({}, { total: { label: 'Given', values: { orders: 7, money: '0.10', energy: '0.0000' } } })
  expect(lines(html).at(-1)).toEqual(['Given', '', '7', '0,10', '0,000', '–', '–'])
})

test('a pivot has a column for each value and totals both ways', () => {
  const [head, ...rest] = lines(draw({ across: 'day', figure: 'money', groupBy: ['station'] }))
  expect(head).toEqual(['Station', '2026-11-01 ¥', '2026-11-02 ¥', 'Total ¥'])
  expect(rest).toEqual([
    ['S a', '1,00', '2,50', '3,50'],
    ['S b', '1.234.567,00', '–', '1.234.567,00'],
    ['Total2 filas', '1.234.568,00', '2,50', '1.234.570,50'],
  ])
})

test('hidden columns are not drawn, and settings of unknown columns are ignored', () => {
  const html = draw({
    hidden: ['money', 'perKwh', 'price'],
    groupBy: ['nowhere'],
    sort: { key: 'nowhere', isDown: true },
  })
  expect(lines(html)[0]).toEqual(['Station', 'Day', 'Orders', 'Energy kWh'])
})

import { execFileSync } from 'node:child_process'
import { MAX_REPORT_LINES, REPORT_PAPER, type ReportPaper } from '@wattyard/calls'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Things, thingsServer } from '../testing/things.ts'

let things: Things
beforeAll(async () => {
  things = await thingsServer()
})
afterAll(() => things.close())

const REPORT: ReportPaper = {
  title: '日账单 2026-11-20',
  zone: 'Asia/Shanghai',
  facts: [['充电站', '深圳湾站']],
  note: '未打印的列：优惠',
  columns: [
    { title: '充电站 / 记账日', isFigure: false },
    { title: '状态', isFigure: false },
    { title: '合计 (¥)', isFigure: true },
  ],
  lines: [
    { kind: 'sums', depth: 0, cells: ['深圳湾站 · 2 行', '', '8.00'] },
    { kind: 'row', depth: 1, cells: ['2026-11-20', '已日结', '5.00'] },
    { kind: 'row', depth: 1, cells: ['2026-11-21', '未日结', '3.00'] },
  ],
  totals: ['合计', '', '8.00'],
}

const drawn = (report: Readonly<Record<string, unknown>> = {}, as = things.as) =>
  things.server.call(REPORT_PAPER, { ...REPORT, ...report }, { as })

test('a report is drawn with its groups, their sums and the total, and says who made it', async () => {
  const answer = await drawn()
  expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'x-total-rows': '3' })
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: answer.bytes, encoding: 'utf8' })
  expect(text).toMatch(/深圳湾站 · 2 行 +8\.00/)
  expect(text).toMatch(/2026-11-20 +已日结 +5\.00\s+2026-11-21 +未日结 +3\.00\s+合计 +8\.00/)
  for (const one of ['日账单 2026-11-20', 'Tester', '未打印的列：优惠', '充电站']) expect(text).toContain(one)
  const landscape = execFileSync('pdfinfo', ['-'], { input: answer.bytes, encoding: 'utf8' })
  expect(landscape).toContain('841.89 x 595.28')
})

test('one line more than a document takes is refused in words', async () => {
  const columns = Array.from({ length: 16 }, () => ({ title: '1', isFigure: true }))
  const line = { kind: 'row', depth: 0, cells: columns.map(() => '1') }
  const lines = Array.from({ length: MAX_REPORT_LINES + 1 }, () => line)
  const more = await drawn({ columns, lines, totals: [] })
  expect(more).toMatchObject({ success: false, code: 'kernel.tooManyLines' })
  expect(more.msg).toContain('5000')
})

test('what is no report, and who may not write anything, is refused', async () => {
  for (const wrong of [
    { columns: [] },
    { columns: Array.from({ length: 17 }, () => REPORT.columns[0]) },
    { zone: 'Mars/Base' },
    { title: '' },
    { more: 1 },
    { lines: [{ kind: 'total', depth: 0, cells: [] }] },
  ])
    expect(await drawn(wrong), JSON.stringify(wrong)).toMatchObject({ code: 'kernel.invalid' })
  expect(await drawn({}, callerWith({ tenantId: things.as.tenantId, readOnly: true }))).toMatchObject({ status: 403 })
})

import { newId } from '@wattyard/server-kit'
import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { callerWith } from '@wattyard/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { atMinute } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'
import { missingFileDays } from './days-of-channel.ts'
import { businessDay } from '@wattyard/time'

let w: ReconciliationWorldOfTest
beforeEach(async () => {
  w = await reconciliationWorld()
})
afterEach(() => w.server.close())

const call = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/reconciliation/${path}`, input, { as, key: newId(), language: 'en' })
const bill = (rows: readonly TrueRow[]): Buffer => Buffer.from(utf8(wechatTradeLines(rows)))
const dayOf = async (day: string) =>
  (
    await w.server.call(
      '/api/reconciliation/run/days',
      { channel: w.channelId, from: day, to: day },
      { as: w.as, method: 'GET' },
    )
  ).data.days[0]
const missing = () =>
  w.server.db.tenant(w.tenantId, tx =>
    missingFileDays(tx, w.tenantId, {
      from: businessDay('2026-11-17'),
      to: businessDay('2026-11-20'),
      now: w.clock.now(),
    }),
  )

test('a day without a file is waived with a reason, holds up nothing, and counts again once a file comes', async () => {
  const [first, paid] = [
    await w.pay(5_000n, atMinute('2026-11-18', 600)),
    await w.pay(700n, atMinute('2026-11-19', 600)),
  ]
  await w.send('first.csv', bill([first]))
  expect(await missing()).toBe(2)
  const asked = {
    channel: w.channelId,
    firstDay: '2026-11-18',
    lastDay: '2026-11-19',
    reason: '渠道系统升级，当日无账单',
  }
  expect((await call('run/waive', asked)).success).toBe(true)
  expect(await missing()).toBe(1)
  expect(await dayOf('2026-11-19')).toMatchObject({
    state: 'waived',
    waiver: { reason: '渠道系统升级，当日无账单', by: 'Tester' },
  })
  // The day that has a file keeps it.
  expect(await dayOf('2026-11-18')).toMatchObject({ state: 'even', waiver: null })
  await w.send('late.csv', bill([paid]))
  expect(await dayOf('2026-11-19')).toMatchObject({ state: 'even', waiver: null })
})

test('it hides nothing that is open, and is taken back', async () => {
  await w.pay(700n, atMinute('2026-11-19', 600))
  const days = { channel: w.channelId, firstDay: '2026-11-19', lastDay: '2026-11-19' }
  await call('run/compare', days)
  await w.work()
  const before = await w.outcomes()
  expect(before).toMatchObject([{ kind: 'awaited', standing: 'waiting' }])
  await call('run/waive', { ...days, reason: '无账单' })
  expect(await w.outcomes()).toEqual(before)
  expect((await call('run/unwaive', days)).success).toBe(true)
  expect(await dayOf('2026-11-19')).toMatchObject({ state: 'missing', waiver: null })
})

test('not for a day that is not over, one with a file, without a reason, or by who may not', async () => {
  await w.send('first.csv', bill([await w.pay(5_000n, atMinute('2026-11-18', 600))]))
  const waive = (firstDay: string, lastDay: string, reason: string, as = w.as) =>
    call('run/waive', { channel: w.channelId, firstDay, lastDay, reason }, as)
  expect(JSON.stringify(await waive('2026-11-21', '2026-11-21', 'x'))).toContain('lastDay')
  expect(JSON.stringify(await waive('2026-11-19', '2026-11-18', 'x'))).toContain('lastDay')
  expect(JSON.stringify(await waive('2026-11-19', '2026-11-19', ''))).toContain('reason')
  expect(await waive('2026-11-18', '2026-11-18', 'x')).toMatchObject({ code: 'reconciliation.nothingToWaive' })
  expect(
    (await waive('2026-11-19', '2026-11-19', 'x', callerWith({ tenantId: w.tenantId, permissions: [] }))).status,
  ).toBe(403)
  expect(JSON.stringify(await waive('2026-11-19', '2026-11-19', 'x', callerWith({ tenantId: newId() })))).toContain(
    'channel',
  )
})

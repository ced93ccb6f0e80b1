import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { atMinute, paidRow } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const DAY = '2026-11-20'
const BEFORE = '2026-11-19'

let w: ReconciliationWorldOfTest
beforeEach(async () => {
  w = await reconciliationWorld()
})
afterEach(() => w.server.close())

const bill = (rows: readonly TrueRow[]): Buffer => Buffer.from(utf8(wechatTradeLines(rows)))
const alien = (day: string, amount: bigint): TrueRow =>
  paidRow({ at: atMinute(day, 30), amount, orderNo: '', channelNo: `42${day.replaceAll('-', '')}${amount}` })
const ask = async (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/reconciliation/${path}`, input, { as, method: 'GET' })

test('what is open of a channel is counted, of all days or of some, and a surplus cancels no shortage', async () => {
  await w.send('one.csv', bill([await w.pay(100n, atMinute(BEFORE, 600)), alien(BEFORE, 900n)]))
  const other = await w.pay(300n, atMinute(DAY, 600))
  await w.send('two.csv', bill([{ ...other, amount: 200n, gross: 200n, fee: 1n }]))
  const all = await ask('outcome/open', { channel: w.channelId })
  expect(all.data).toEqual({
    differences: 2,
    waiting: 0,
    surplus: '9.00',
    shortage: '-1.00',
    left: '10.00',
    oldest: BEFORE,
  })
  const later = await ask('outcome/open', { channel: w.channelId, from: DAY })
  expect(later.data).toMatchObject({ differences: 1, left: '1.00', oldest: DAY })
  const earlier = await ask('outcome/open', { channel: w.channelId, to: BEFORE })
  expect(earlier.data).toMatchObject({ differences: 1, left: '9.00' })
  // Of all channels, and nothing of another company's.
  expect((await ask('outcome/open', {})).data).toEqual(all.data)
  const theirs = await ask('outcome/open', {}, callerWith({ tenantId: newId() }))
  expect(theirs.data).toMatchObject({ differences: 0, left: '0.00', oldest: null })
  expect((await ask('outcome/open', { channel: newId() })).status).toBe(404)
})

test('channels with files are named, those of others are not', async () => {
  expect((await ask('run/channels', {})).data).toEqual({ channels: [] })
  await w.send('one.csv', bill([alien(DAY, 900n)]))
  expect((await ask('run/channels', {})).data).toEqual({ channels: [{ id: w.channelId, differences: 1 }] })
  expect((await ask('run/channels', {}, callerWith({ tenantId: newId() }))).data).toEqual({ channels: [] })
})

test('a proposal names its outcomes, says whether they agree, and is no more once they are matched', async () => {
  const paid = await w.pay(5_000n, atMinute(DAY, 600))
  const less = await w.pay(700n, atMinute(DAY, 601))
  await w.send(
    'bill.csv',
    bill([
      { ...paid, orderNo: 'OLD1' },
      { ...less, orderNo: 'OLD2', amount: 600n, gross: 600n, fee: 4n },
    ]),
  )
  const { proposals } = (await ask('outcome/proposals', { channel: w.channelId })).data
  expect(proposals).toMatchObject([
    { by: 'channelNo', score: 900, signals: ['channelNo', 'amount'], agrees: true },
    { by: 'channelNo', signals: ['channelNo'], agrees: false },
  ])
  const [first, second] = proposals
  expect(first.outcomes).toHaveLength(2)
  const keyed = Object.fromEntries(first.outcomes.map((one: { key: string }) => [one.key, one]))
  expect(keyed[paid.orderNo]).toMatchObject({ kind: 'channelMissing', amount: '50.00', booked: '50.00', told: null })
  expect(keyed.OLD1).toMatchObject({ kind: 'channelOnly', result: 'surplus', amount: null, told: '50.00' })

  // The detail of either has the same one, and says in which row of which file it stands.
  const items = (await ask('outcome/items', { id: keyed.OLD1.id })).data
  expect(items.proposals).toEqual([first])
  expect(items.rows).toMatchObject([{ number: 'OLD1', place: { name: 'bill.csv', row: 1 } }])
  expect((await ask('outcome/items', { id: keyed[paid.orderNo].id })).data.orders).toMatchObject([{ place: null }])

  const ids = first.outcomes.map((one: { id: string }) => one.id)
  const matched = await w.server.call('/api/reconciliation/outcome/match', { ids, reason: '单号有误' }, { as: w.as })
  expect(matched.success, matched.msg).toBe(true)
  expect((await ask('outcome/proposals', { channel: w.channelId })).data.proposals).toEqual([second])
  const refused = await w.server.call(
    '/api/reconciliation/outcome/match',
    { ids: second.outcomes.map((one: { id: string }) => one.id), reason: '单号有误' },
    { as: w.as },
  )
  expect(refused.success).toBe(false)
})

import { aBankAccount, aCompany } from '@wattyard/companies/testing'
import { closeBooks } from '@wattyard/ledger/server'
import { aChannel } from '@wattyard/payments/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { type BusinessDay, businessDay, DAY_MS } from '@wattyard/time'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bankStatement, type StatementEntry } from '../../testing/bank-statement.ts'
import { atMinute } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const [BEFORE, DAY, NEXT] = ['2026-11-19', '2026-11-20', '2026-11-21'].map(day => businessDay(day)) as [
  BusinessDay,
  BusinessDay,
  BusinessDay,
]
const NAME = '深圳青禾电气设备有限公司'

let w: ReconciliationWorldOfTest
let bob: ReconciliationWorldOfTest['as']
let bank: string
let company: string
beforeEach(async () => {
  w = await reconciliationWorld()
  bob = callerWith({ tenantId: w.tenantId, displayName: 'Bob' })
  ;[bank, company] = await w.server.db.tenant(w.tenantId, async tx => [
    await aChannel(tx, w.tenantId, 'bank', '对公账户'),
    await aCompany(tx, w.tenantId, { name: NAME }),
  ])
})
afterEach(() => w.server.close())

const call = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/${path}`, input, { as, key: newId() })
const read = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/${path}`, input, { as, method: 'GET' })
/** Has a payment entered and confirmed, by two people where it takes them; returns its record. */
async function pays(kind: 'advancePaid' | 'advanceReceived', amount: string, fields: Record<string, unknown> = {}) {
  const saved = await call('payables/document/save', { kind, company, channel: bank, amount, issued: DAY, ...fields })
  if (!saved.success) throw new Error(`${saved.msg} ${JSON.stringify(saved.data)}`)
  const done = await call('payables/document/confirm', { id: saved.data.id })
  if (!done.success) throw new Error(`${done.msg} ${JSON.stringify(done.data)}`)
  if (done.data.waitsForApproval) await call('platform/approval/approve', { id: done.data.approval }, bob)
  return (await read('payables/document/get', { id: saved.data.id })).data
}
const send = (day: BusinessDay, entries: readonly StatementEntry[]) =>
  w.send(`${day}.sta`, bankStatement(day, entries), { channel: bank })
const told = async () =>
  (await w.outcomes({ filter: { channel: bank } }))
    .map(({ day, kind, pass, delta }) =>
      [day, kind, ...(pass === null ? [] : [pass]), delta].map(part => String(part)).join(' '),
    )
    .toSorted()
const days = async (from: BusinessDay, to: BusinessDay) =>
  (await read('reconciliation/run/days', { channel: bank, from, to })).data.days.map(
    (one: { state: string }) => one.state,
  )
const runs = async () => (await read('reconciliation/run/list', { page: 1, pageSize: 100 })).data.total

describe('a payment of a company', () => {
  test('meets the row of its bank that names it or the company; nobody has anything to do', async () => {
    const out = await pays('advancePaid', '400')
    const into = await pays('advanceReceived', '1250.50', { receipt: 'HK20261120-77' })
    expect(await days(DAY, DAY)).toEqual(['missing'])
    await send(DAY, [
      { amount: -40_000n, party: NAME, text: '货款' },
      { amount: 125_050n, text: `货款 HK20261120-77` },
    ])
    expect(await told()).toEqual([`${DAY} same company 0.00`, `${DAY} same mention 0.00`])
    expect(await days(DAY, DAY)).toEqual(['even'])
    const [paid, received] = await Promise.all(
      ['company', 'mention'].map(async pass => {
        const [one] = (await w.outcomes()).filter(each => each.pass === pass)
        return (await read('reconciliation/outcome/items', { id: one?.id })).data
      }),
    )
    expect(paid).toMatchObject({
      orders: [
        { amount: '-400.00', number: out.number, party: NAME, record: { resource: 'payables.document', id: out.id } },
      ],
      lines: [{ amount: '-400.00', number: out.number }],
      rows: [{ amount: '-400.00', kind: 'paid' }],
    })
    // Whoever may not see names of people sees those of companies.
    const masked = { ...w.as, readsMasked: true } as const
    const [one] = (await w.outcomes()).filter(each => each.pass === 'company')
    const { data } = await read('reconciliation/outcome/items', { id: one?.id }, masked)
    expect([data.orders[0].party, data.rows[0].party]).toEqual([NAME, NAME])
    expect(received).toMatchObject({ orders: [{ amount: '1250.50', number: into.number }] })
  })

  test('that the bank does not tell, and a row that nobody entered: as they are, and proposed where they may be one', async () => {
    const paid = await pays('advancePaid', '400', { issued: BEFORE })
    await send(BEFORE, [])
    await send(DAY, [{ amount: -40_000n, party: NAME, text: '货款' }])
    await send(NEXT, [])
    expect(await told()).toEqual([`${BEFORE} channelMissing number 400.00`, `${DAY} channelOnly -400.00`])
    const [row] = await w.outcomes({ 'filter.kind': 'channelOnly' })
    const { list } = (await read('reconciliation/outcome/proposals', { id: row?.id })).data ?? {}
    expect(JSON.stringify(list ?? (await read('reconciliation/outcome/items', { id: row?.id })).data)).toContain(
      paid.number,
    )
    const [missing] = await w.outcomes({ 'filter.kind': 'channelMissing' })
    const matched = await call('reconciliation/outcome/match', { ids: [missing?.id, row?.id], reason: '次日到账' })
    expect(matched.success, JSON.stringify(matched)).toBe(true)
    expect(await days(BEFORE, DAY)).toEqual(['even', 'even'])
  })

  test('entered after the statement was read ends what was open, without anybody asking', async () => {
    await send(DAY, [{ amount: -40_000n, party: NAME, text: '货款' }])
    expect(await told()).toEqual([`${DAY} channelOnly -400.00`])
    await pays('advancePaid', '400')
    expect(await days(DAY, DAY)).toEqual(['due'])
    await w.work()
    expect(await told()).toEqual([`${DAY} same company 0.00`])
  })

  test('cancelled after its day agreed is compared again: the row is a difference', async () => {
    const { id } = await pays('advancePaid', '400')
    await send(DAY, [{ amount: -40_000n, party: NAME }])
    expect(await told()).toEqual([`${DAY} same company 0.00`])
    const asked = await call('payables/document/cancel', { id, reason: '录错' })
    if (asked.data.waitsForApproval) await call('platform/approval/approve', { id: asked.data.approval }, bob)
    await w.work()
    expect((await told()).filter(one => !one.includes('nothingMoved'))).toEqual([`${DAY} channelOnly -400.00`])
  })

  test('cancelled while its difference waits for a second person is not settled as if it stood', async () => {
    const { id } = await pays('advancePaid', '400')
    await send(DAY, [])
    await send(NEXT, [])
    expect(await told()).toEqual([`${DAY} channelMissing number 400.00`])
    const [found] = await w.outcomes({ filter: { channel: bank } })
    const input = { id: found?.id, account: 'other_income', reason: '渠道未付' }
    const asked = await call('reconciliation/outcome/remedy', input)
    expect(asked.data, asked.msg).toMatchObject({ waitsForApproval: true })
    const gone = await call('payables/document/cancel', { id, reason: '录错' })
    if (gone.data.waitsForApproval) await call('platform/approval/approve', { id: gone.data.approval }, bob)
    expect((await call('platform/approval/approve', { id: asked.data.approval }, bob)).success).toBe(false)
    await w.work()
    expect((await told()).filter(one => !one.includes('nothingMoved'))).toEqual([])
  })

  test('cancelled two weeks later is told once, and no day is compared for ever', async () => {
    const { id } = await pays('advancePaid', '400', { issued: '2026-11-04' })
    await send(businessDay('2026-11-04'), [{ amount: -40_000n, party: NAME }])
    await send(DAY, [])
    expect(await told()).toEqual(['2026-11-04 same company 0.00'])
    w.clock.set(w.clock.now() + 5 * DAY_MS)
    const asked = await call('payables/document/cancel', { id, reason: '录错' })
    if (asked.data.waitsForApproval) await call('platform/approval/approve', { id: asked.data.approval }, bob)
    for (const day of ['2026-11-25', '2026-11-26']) await send(businessDay(day), [])
    await call('reconciliation/run/compare', { channel: bank, firstDay: '2026-11-04', lastDay: '2026-11-26' })
    await w.work()
    const before = { runs: await runs(), told: await told() }
    for (let i = 0; i < 3; i++) await w.work()
    expect({ runs: await runs(), told: await told() }).toEqual(before)
    expect(before.told.filter(one => !one.includes('nothingMoved'))).toEqual(['2026-11-04 channelOnly -400.00'])
  })

  test.each([
    ['first', ['2026-11-05', DAY]],
    ['last', [DAY, '2026-11-05']],
  ])(
    'of a closed day is booked later, which is told of one movement; the file of its day comes %s',
    async (_, order) => {
      await w.server.db.tenant(w.tenantId, tx => closeBooks(tx, { tenantId: w.tenantId, until: BEFORE }))
      const { bookedOn } = await pays('advanceReceived', '88', { issued: '2026-11-05', receipt: 'HK20261105-1' })
      expect(bookedOn).toBe(DAY)
      for (const day of order)
        await send(businessDay(day), day === DAY ? [] : [{ amount: 8_800n, text: 'HK20261105-1' }])
      expect(await told()).toEqual(['2026-11-05 tooFarApart mention 0.00'])
    },
  )
})

test('a second row that may be the payment unmakes what was confirmed for want of another, in whatever order files come', async () => {
  await pays('advancePaid', '400')
  await send(DAY, [{ amount: -40_000n, party: NAME }])
  expect(await told()).toEqual([`${DAY} same company 0.00`])
  await send(NEXT, [{ amount: -40_000n, party: NAME }])
  expect(await told()).toEqual([
    `${DAY} channelMissing number 400.00`,
    `${DAY} channelOnly -400.00`,
    `${NEXT} channelOnly -400.00`,
  ])
})

test('a draft, a payment by another account and one of another tenant are no movements here', async () => {
  const other = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank', '另一账户'))
  await call('payables/document/save', { kind: 'advancePaid', company, channel: bank, amount: '400', issued: DAY })
  await pays('advancePaid', '400', { channel: other })
  await send(DAY, [{ amount: -40_000n, party: NAME }])
  expect(await told()).toEqual([`${DAY} channelOnly -400.00`])
  const [row] = await w.outcomes({ filter: { channel: bank } })
  const stranger = callerWith({ tenantId: newId() })
  expect((await read('reconciliation/outcome/items', { id: row?.id }, stranger)).status).toBe(404)
})

test('by a cash desk: compared with what was counted, where somebody sends it', async () => {
  const desk = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'cash', '现金'))
  await pays('advanceReceived', '30', { channel: desk, receipt: 'SJ20261120-01' })
  const { data } = await read('reconciliation/run/days', { channel: desk, from: DAY, to: DAY })
  expect(data.days).toMatchObject([{ state: 'missing' }])
})

test('with a bank account named, and beside a top-up of a member, each is itself', async () => {
  const account = await w.server.db.tenant(w.tenantId, tx => aBankAccount(tx, w.tenantId, company))
  await pays('advancePaid', '400', { account })
  const topUp = await w.pay(40_000n, atMinute(DAY, 600), bank, 'bank')
  await send(DAY, [
    { amount: -40_000n, party: NAME },
    { amount: 40_000n, reference: topUp.channelNo.slice(0, 16), text: 'TOP UP' },
  ])
  expect(await told()).toEqual([`${DAY} same channelNo 0.00`, `${DAY} same company 0.00`])
})

import { newId } from '@wattyard/server-kit'
import { aChannel } from '@wattyard/payments/testing'
import { callerWith } from '@wattyard/testing'
import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { atMinute } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const DAY = '2026-11-19'
const MERCHANT = '1900000109'

let w: ReconciliationWorldOfTest
let bank: string
beforeEach(async () => {
  w = await reconciliationWorld()
  bank = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank', '工行基本户'))
  await set(w.channelId, { merchantNo: MERCHANT, settlesTo: bank, settles: 'daily' })
})
afterEach(() => w.server.close())

const call = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/${path}`, input, { as, key: newId(), language: 'en' })
async function set(id: string, values: Record<string, unknown>): Promise<void> {
  const { data } = await call('payments/channel/get', { id })
  const saved = await call('payments/channel/save', { id, version: data.version, ...values })
  expect(saved.success, JSON.stringify(saved)).toBe(true)
}

const bill = (rows: readonly TrueRow[]): Buffer => Buffer.from(utf8(wechatTradeLines(rows)))
/** A statement of the bank account with credits, each with its text. */
const statement = (
  day: string,
  credits: readonly (readonly [string, string])[],
  account = '6222000011112222',
): Buffer => {
  const compact = day.slice(2).replaceAll('-', '')
  const sum = credits.reduce((all, [amount]) => all + Number(amount.replace(',', '')), 0)
  const total = `${Math.trunc(sum / 100)},${String(sum % 100).padStart(2, '0')}`
  const lines = credits.flatMap(([amount, text], i) => [
    `:61:${compact}${compact.slice(2)}C${amount}NTRF${i}//B${i}`,
    `:86:${text}`,
  ])
  return Buffer.from(
    [
      ':20:S1',
      `:25:${account}`,
      ':28C:1/1',
      `:60F:C${compact}CNY0,00`,
      ...lines,
      `:62F:C${compact}CNY${total}`,
      '-',
      '',
    ].join('\r\n'),
  )
}
const ofBank = async () =>
  (await w.outcomes({ filter: { channel: bank } })).map(({ kind, standing, day, told, amount, delta, key }) => ({
    kind,
    standing,
    day,
    told,
    amount,
    delta,
    key,
  }))

/** A day with two payments of 50.00 and 20.00 and their fees of 0.6 %. */
async function aDay(): Promise<string> {
  const paid = [await w.pay(5_000n, atMinute(DAY, 600)), await w.pay(2_000n, atMinute(DAY, 601))]
  const file = await w.send('bill.csv', bill(paid))
  expect(file).toMatchObject({ state: 'sound', fees: '0.42' })
  return file.id
}

test('what a day came to is on its way until the statement of the account has it; then it is booked by two people', async () => {
  await aDay()
  await w.work()
  expect(await ofBank()).toEqual([
    {
      kind: 'onItsWay',
      standing: 'waiting',
      day: '2026-11-20',
      told: null,
      amount: '69.58',
      delta: '0.00',
      key: `${MERCHANT} 20261119`,
    },
  ])
  const [waiting] = await w.outcomes({ filter: { channel: bank } })
  // Counted from the day on which it was due.
  expect(waiting).toMatchObject({ age: 1, result: 'timing' })
  const told = await w.send('bank.sta', statement('2026-11-20', [['69,58', `财付通 ${MERCHANT} 20261119 结算款`]]), {
    channel: bank,
  })
  expect(told).toMatchObject({ state: 'sound', rows: 1 })
  expect(await ofBank()).toMatchObject([
    { kind: 'payoutNotBooked', standing: 'difference', told: '69.58', amount: '69.58', delta: '69.58' },
  ])
  const [open] = await w.outcomes({ filter: { channel: bank } })
  const items = await w.server.call(
    '/api/reconciliation/outcome/items',
    { id: open?.id ?? '' },
    { as: w.as, method: 'GET' },
  )
  expect(items.data.orders).toMatchObject([{ kind: 'payout', amount: '69.58', place: { name: 'bill.csv' } }])
  const wrong = await call('reconciliation/outcome/remedy', { id: open?.id, account: 'other_income', reason: '结算' })
  expect(wrong.success).toBe(false)
  const asked = await call('reconciliation/outcome/remedy', {
    id: open?.id,
    account: 'channel_clearing',
    reason: '结算',
  })
  expect(asked.success, JSON.stringify(asked)).toBe(true)
})

test('another amount, another day or a text that names less is never taken for it', async () => {
  await aDay()
  await w.send(
    'bank.sta',
    statement('2026-11-20', [
      ['69,57', `财付通 ${MERCHANT} 20261119`],
      ['69,58', `财付通 ${MERCHANT} 20261118`],
      ['69,58', '财付通 结算'],
    ]),
    { channel: bank },
  )
  const kinds = (await ofBank()).map(one => String(one.kind)).toSorted((a, b) => (a < b ? -1 : 1))
  expect(kinds).toEqual(['channelOnly', 'channelOnly', 'channelOnly', 'onItsWay'])
})

test('a payout that has not come after ten days is missing', async () => {
  await aDay()
  w.clock.set(Date.parse('2026-12-05T01:00:00Z'))
  await w.send('late.sta', statement('2026-12-01', [['1,00', '利息']]), { channel: bank })
  await call('reconciliation/run/compare', { channel: bank, firstDay: '2026-11-20', lastDay: '2026-11-20' })
  await w.work()
  expect(await ofBank()).toContainEqual(
    expect.objectContaining({ kind: 'payoutMissing', standing: 'difference', delta: '-69.58' }),
  )
})

test('a bill that is withdrawn takes what it paid out with it', async () => {
  const id = await aDay()
  await w.work()
  expect(await ofBank()).toHaveLength(1)
  expect((await call('reconciliation/file/withdraw', { ids: [id], reason: '重发' })).success).toBe(true)
  await w.work()
  expect(await ofBank()).toEqual([])
})

test('withdrawals of a fund-flow bill are what comes to the bank, where the channel says so', async () => {
  await set(w.channelId, { settles: 'payouts' })
  await aDay()
  await w.work()
  // The trade bill tells nothing of withdrawals.
  expect(await ofBank()).toEqual([])
})

test('a statement of another account is foreign, and a number is shown masked to those who only read', async () => {
  await set(bank, { accountNo: '6222000011112222' })
  const other = await w.send('bank.sta', statement('2026-11-20', [['1,00', '利息']], '6222999988887777'), {
    channel: bank,
  })
  expect(other).toMatchObject({ state: 'faulty', fault: 'other-merchant' })
  expect(await w.send('own.sta', statement('2026-11-20', [['1,00', '利息']]), { channel: bank })).toMatchObject({
    state: 'sound',
  })
  const reader = callerWith({ tenantId: w.tenantId, permissions: ['payments.channel:read'] })
  const { data } = await call('payments/channel/get', { id: bank }, reader)
  expect(data.accountNo).not.toContain('22220000')
  expect(String(data.accountNo)).toContain('*')
  const refused = await call('payments/channel/save', {
    id: w.channelId,
    version: (await call('payments/channel/get', { id: w.channelId })).data.version,
    accountNo: '1',
  })
  expect(JSON.stringify(refused)).toContain('accountNo')
})

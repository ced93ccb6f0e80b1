import { gzipSync } from 'node:zlib'
import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { callerWith } from '@wattyard/testing'
import { aChannel } from '@wattyard/payments/testing'
import { col, newId } from '@wattyard/server-kit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { atMinute, paidRow } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const DAY = '2026-11-20'
const NEXT = '2026-11-21'

let w: ReconciliationWorldOfTest
beforeEach(async () => {
  w = await reconciliationWorld()
})
afterEach(() => w.server.close())

const bill = (rows: readonly TrueRow[]): Buffer => Buffer.from(utf8(wechatTradeLines(rows)))
const alien = (at: number, amount: bigint): TrueRow =>
  paidRow({ at, amount, orderNo: `ALIEN${at}`, channelNo: `4200000000${at}` })

const call = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/reconciliation/${path}`, input, { as, key: newId() })
const kinds = async () =>
  (await w.outcomes()).map(one => `${String(one.day)} ${String(one.kind)} ${String(one.delta)}`).toSorted()
const readDays = (from: string, to: string) =>
  w.server.call('/api/reconciliation/run/days', { channel: w.channelId, from, to }, { as: w.as, method: 'GET' })
const codesOf = async ({ id }: { id: string }): Promise<string[]> => {
  const found = await w.server.call('/api/reconciliation/file/findings', { id }, { as: w.as, method: 'GET' })
  return found.data.findings.map((one: { code: string }) => one.code)
}
const runs = async () =>
  (await w.server.call('/api/reconciliation/run/list', { page: 1, pageSize: 50 }, { as: w.as, method: 'GET' })).data
    .list

describe('a bill of the day', () => {
  test('is read and compared: what agrees, and what one side alone tells', async () => {
    const paid = [await w.pay(5_000n, atMinute(DAY, 600)), await w.pay(2_000n, atMinute(DAY, 601))]
    const missing = await w.pay(700n, atMinute(DAY, 602))
    const other = await w.pay(300n, atMinute(DAY, 603))
    const told = await w.send(
      'bill.csv',
      bill([...paid, { ...other, amount: 400n, gross: 400n }, alien(atMinute(DAY, 604), 900n)]),
    )
    expect(told).toMatchObject({
      state: 'sound',
      format: 'wechat-trade',
      firstDay: DAY,
      lastDay: DAY,
      rows: 4,
      income: '83.00',
      merchant: '1900000109',
      name: 'bill.csv',
    })
    expect(await kinds()).toEqual([
      `${DAY} amountDiffers 1.00`,
      `${DAY} channelMissing -7.00`,
      `${DAY} channelOnly 9.00`,
      `${DAY} same 0.00`,
      `${DAY} same 0.00`,
    ])
    const [found] = await w.outcomes({ 'filter.kind': 'channelMissing' })
    expect(found).toMatchObject({
      amount: '7.00',
      booked: '7.00',
      told: null,
      result: 'shortage',
      standing: 'difference',
      age: 1,
    })
    const items = await w.server.call(
      '/api/reconciliation/outcome/items',
      { id: found?.id ?? '' },
      { as: w.as, method: 'GET' },
    )
    expect(items.data).toMatchObject({
      orders: [{ id: missing.id, amount: '7.00' }],
      lines: [{ amount: '7.00' }],
      rows: [],
    })
    expect((await readDays(DAY, NEXT)).data.days).toMatchObject([
      { day: DAY, state: 'open', matched: 2, differences: 3, surplus: '10.00', shortage: '-7.00' },
      { day: NEXT, state: 'empty' },
    ])
  })

  test('told again, by whatever packing and order, is the same answer and changes nothing', async () => {
    const rows = [await w.pay(5_000n, atMinute(DAY, 600)), alien(atMinute(DAY, 604), 900n)]
    await w.send('bill.csv.gz', gzipSync(bill(rows)))
    const before = await w.outcomes()
    const [again] = before.filter(one => one.standing === 'difference')
    await call('outcome/annotate', { ids: [again?.id], note: '已问渠道' })
    await call('run/compare', { channel: w.channelId, firstDay: DAY, lastDay: DAY })
    await w.work()
    const after = await w.outcomes()
    expect(after.map(one => one.id).toSorted()).toEqual(before.map(one => one.id).toSorted())
    expect(after.find(one => one.id === again?.id)).toMatchObject({ note: '已问渠道' })
    const [second, first] = await runs()
    expect(second).toMatchObject({ answer: first.answer, added: 0, removed: 0, differences: 1, matched: 1 })
  })

  test('the same bytes twice, or another file of the same day, are not compared; a withdrawn one makes room', async () => {
    const paid = await w.pay(5_000n, atMinute(DAY, 600))
    const first = await w.send('bill.csv', bill([paid]))
    expect(await w.send('again.csv', bill([paid]))).toMatchObject({ state: 'faulty', fault: 'same-again' })
    const more = bill([paid, alien(atMinute(DAY, 604), 900n)])
    expect(await w.send('more.csv', more)).toMatchObject({ state: 'faulty', fault: 'day-taken' })
    expect(await kinds()).toEqual([`${DAY} same 0.00`])
    const gone = await call('file/withdraw', { ids: [first.id], reason: '渠道重发' })
    expect(gone.success, gone.msg).toBe(true)
    await w.work()
    expect(await kinds()).toEqual([`${DAY} awaited 0.00`])
    expect(await w.send('more.csv', more)).toMatchObject({ state: 'sound', rows: 2 })
    expect(await kinds()).toEqual([`${DAY} channelOnly 9.00`, `${DAY} same 0.00`])
  })

  test('of another merchant, cut, of no known format or no bill at all: said, and nothing of it is compared', async () => {
    const paid = await w.pay(5_000n, atMinute(DAY, 600))
    await w.server.db.tenant(w.tenantId, tx =>
      tx.execute("update payments_channel set merchant_no = '1900000999' where tenant_id = $1 and id = $2", [
        w.tenantId,
        w.channelId,
      ]),
    )
    const whole = bill([paid])
    expect(await w.send('other.csv', whole)).toMatchObject({ state: 'faulty', fault: 'other-merchant' })
    await w.server.db.tenant(w.tenantId, tx =>
      tx.execute('update payments_channel set merchant_no = null where tenant_id = $1 and id = $2', [
        w.tenantId,
        w.channelId,
      ]),
    )
    expect(await w.send('cut.csv', whole.subarray(0, whole.length - 120))).toMatchObject({ state: 'faulty' })
    const packed = gzipSync(whole)
    expect(await w.send('cut.csv.gz', packed.subarray(0, packed.length - 9))).toMatchObject({
      state: 'faulty',
      fault: 'unreadable',
    })
    const letter = await w.send('letter.txt', Buffer.from('尊敬的商户：\n'))
    expect(letter).toMatchObject({ state: 'faulty', fault: 'format-unknown' })
    expect(await codesOf(letter)).toEqual(['format-unknown'])
    const zeros = await w.send('zeros.csv.gz', gzipSync(Buffer.alloc(64 * 1_024 * 1_024)))
    expect(zeros).toMatchObject({ state: 'faulty', fault: 'unreadable' })
    // A year typed wrong would have every day between compared.
    const years = await w.send('years.csv', bill([{ ...paid, at: atMinute('2020-01-01', 600) }, paid]))
    expect(years).toMatchObject({ state: 'faulty', fault: 'not-sound' })
    expect(await codesOf(years)).toContain('too-many-days')
    const ahead = await w.send('ahead.csv', bill([{ ...paid, at: atMinute('2026-11-22', 600) }]))
    expect(ahead).toMatchObject({ state: 'faulty', fault: 'days-ahead' })
    expect(await codesOf(ahead)).toEqual(['days-ahead'])
    expect(await w.outcomes()).toEqual([])
  })
})

test('a bill without rows needs its day: then it says that nothing was paid', async () => {
  const paid = await w.pay(5_000n, atMinute(DAY, 600))
  const empty = await w.send('empty.csv', bill([]))
  expect(empty).toMatchObject({ state: 'faulty', fault: 'day-unknown' })
  expect(await codesOf(empty)).toEqual(['day-unknown'])
  expect(await w.send('empty.csv', bill([]), { day: DAY })).toMatchObject({ state: 'sound', rows: 0 })
  expect(await w.outcomes()).toMatchObject([{ kind: 'channelMissing', key: paid.orderNo }])
})

test('a comparison that fails rests, until a person asks for it', async () => {
  const setAmounts = (fen: bigint) =>
    w.server.db.tenant(w.tenantId, tx =>
      tx.execute('update reconciliation_row set amount_fen = $2 where tenant_id = $1', [w.tenantId, fen]),
    )
  const paid = [await w.pay(5_000n, atMinute(DAY, 600)), await w.pay(5_000n, atMinute(DAY, 601))]
  await w.send('first.csv', bill(paid))
  const ask = () => call('run/compare', { channel: w.channelId, firstDay: DAY, lastDay: DAY })
  // Two of the largest are no sum that the database holds.
  await setAmounts(9_223_372_036_854_775_807n)
  await ask()
  await expect(w.work()).rejects.toThrow('money.out-of-range')
  await setAmounts(5_000n)
  await w.work()
  expect((await readDays(DAY, DAY)).data.days).toMatchObject([{ state: 'due' }])
  await ask()
  await w.work()
  expect((await readDays(DAY, DAY)).data.days).toMatchObject([{ state: 'even' }])
})

describe('days beside each other', () => {
  test('a payment at midnight waits for the file of the day beside it, which ends it', async () => {
    const late = await w.pay(5_000n, atMinute(DAY, 1_439))
    await w.send('first.csv', bill([await w.pay(100n, atMinute(DAY, 600))]))
    expect(await kinds()).toEqual([`${DAY} awaited 0.00`, `${DAY} same 0.00`])
    await w.send('second.csv', bill([{ ...late, at: atMinute(NEXT, 0) }]))
    expect(await kinds()).toEqual([`${DAY} same 0.00`, `${NEXT} otherDay 0.00`])
    expect((await readDays(DAY, NEXT)).data.days.map((one: { state: string }) => one.state)).toEqual(['even', 'even'])
  })

  test('days compared one by one tell what one comparison of all tells', async () => {
    const rows = [
      await w.pay(5_000n, atMinute(DAY, 1_439)),
      await w.pay(100n, atMinute(DAY, 600)),
      await w.pay(200n, atMinute(NEXT, 600)),
    ]
    await w.send('second.csv', bill([{ ...rows[0]!, at: atMinute(NEXT, 1) }, rows[2]!]))
    await w.send('first.csv', bill([rows[1]!]))
    const single = await kinds()
    for (const days of [
      [DAY, DAY],
      [NEXT, NEXT],
      [DAY, NEXT],
    ]) {
      await call('run/compare', { channel: w.channelId, firstDay: days[0], lastDay: days[1] })
      await w.work()
      expect(await kinds()).toEqual(single)
    }
  })
})

describe('who may', () => {
  test('another company sees nothing of it', async () => {
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    const [found] = await w.outcomes()
    const stranger = callerWith({ tenantId: newId() })
    for (const path of ['file/list', 'row/list', 'run/list', 'outcome/list'])
      expect((await call(path, { page: 1, pageSize: 10 }, stranger)).data.list).toEqual([])
    const items = await w.server.call(
      '/api/reconciliation/outcome/items',
      { id: found?.id ?? '' },
      { as: stranger, method: 'GET' },
    )
    expect(items.status).toBe(404)
    expect((await call('outcome/annotate', { ids: [found?.id], note: 'x' }, stranger)).success).toBe(false)
    expect((await call('run/compare', { channel: w.channelId, firstDay: DAY, lastDay: DAY }, stranger)).success).toBe(
      false,
    )
  })
})

test('a payment that is reversed after its day agreed is compared again', async () => {
  const { tenantId } = w
  const bank = await w.server.db.tenant(tenantId, tx => aChannel(tx, tenantId, 'bank', '对公账户'))
  const { id, channelNo } = await w.pay(5_000n, atMinute(DAY, 600), bank, 'bank')
  await w.send('statement.sta', Buffer.from(statementOf(channelNo)), { channel: bank })
  expect(await kinds()).toEqual([`${DAY} same 0.00`])
  const { journal } = await w.server.db.tenant(tenantId, async tx => {
    const [row] = await tx.query({ journal_id: col.uuid }, 'select journal_id from payments_payment where id = $1', [
      id,
    ])
    return { journal: row?.journal_id }
  })
  const bob = callerWith({ tenantId, displayName: 'Bob' })
  const asked = await w.server.call(
    '/api/ledger/journal/reverse',
    { id: journal, reason: '录错' },
    { as: w.as, key: newId() },
  )
  const done = await w.server.call(
    '/api/platform/approval/approve',
    { id: asked.data.approval },
    { as: bob, key: newId() },
  )
  expect(done.success, done.msg).toBe(true)
  await w.work()
  expect((await kinds()).filter(one => !one.includes('nothingMoved'))).toEqual([`${DAY} notFinishedHere 50.00`])
})

/** An account statement of one day with one credit of 50.00. */
const statementOf = (reference: string): string =>
  [
    ':20:S1',
    ':25:6222000011112222',
    ':28C:1/1',
    ':60F:C261119CNY100,00',
    `:61:2611201120C50,00NTRFNONREF//${reference.slice(0, 16)}`,
    ':86:TOP UP',
    ':62F:C261120CNY150,00',
    '-',
    '',
  ].join('\r\n')

test('a day with records and without a file lacks one, also where nothing was compared; the present day is not over', async () => {
  const bank = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank', '对公'))
  const daysOf = async (channel: string) => {
    const { data } = await w.server.call(
      '/api/reconciliation/run/days',
      { channel, from: '2026-11-19', to: NEXT },
      { as: w.as, method: 'GET' },
    )
    return data.days.map((one: { state: string }) => one.state)
  }
  expect(await daysOf(bank)).toEqual(['empty', 'empty', 'empty'])
  await w.pay(90_000n, atMinute(DAY, 600), bank, 'bank')
  await w.pay(10_000n, atMinute(NEXT, 5), bank, 'bank')
  expect(await daysOf(bank)).toEqual(['empty', 'missing', 'running'])
  // By the channel's own days: a quarter to midnight is the day before.
  await w.pay(5_000n, atMinute('2026-11-19', 1_425))
  expect(await daysOf(w.channelId)).toEqual(['missing', 'empty', 'empty'])
})

import { type TrueRow, utf8, wechatTradeLines } from '@wattyard/payment-files/testing'
import { col, newId, outsideTransaction, type Tx } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { aUser } from '@wattyard/identity/testing'
import { aChannel } from '@wattyard/payments/testing'
import { verifyLedger } from '@wattyard/ledger/server'
import { LOT_CHECKS } from '@wattyard/payments/server'
import { addDays, businessDay } from '@wattyard/time'
import { lockOutcomes } from './stored-outcomes.ts'
import { missingFileDays } from '../compare/days-of-channel.ts'
import { openDifferences } from './open-work.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { atMinute, paidRow } from '../../testing/bill-rows.ts'
import { reconciliationWorld, type ReconciliationWorldOfTest } from '../../testing/reconciliation-server.ts'

const DAY = '2026-11-20'
/** The day of the test's clock, on which remedies are booked. */
const NEXT = '2026-11-21'

let w: ReconciliationWorldOfTest
let bob: ReconciliationWorldOfTest['as']
beforeEach(async () => {
  w = await reconciliationWorld()
  bob = callerWith({ tenantId: w.tenantId, displayName: 'Bob' })
})
afterEach(async () => {
  vi.useRealTimers()
  await w.server.close()
})

const alien = (at: number, amount: bigint): TrueRow =>
  paidRow({ at, amount, orderNo: '', channelNo: `4200000000${at}` })
const bill = (rows: readonly TrueRow[]): Buffer => Buffer.from(utf8(wechatTradeLines(rows)))
const call = (path: string, input: Record<string, unknown>, as = w.as) =>
  w.server.call(`/api/${path}`, input, { as, key: newId() })
const act = (name: string, input: Record<string, unknown>, as = w.as) =>
  call(`reconciliation/outcome/${name}`, input, as)
const only = async (filter: Record<string, unknown> = {}) => {
  const [found, ...more] = await w.outcomes(filter)
  expect(more).toEqual([])
  if (!found) throw new Error('there is no such outcome')
  return found
}
/** Balance of an account on its normal side. */
async function balance(code: string): Promise<string> {
  const { list } = (
    await w.server.call(
      '/api/ledger/account/list',
      { page: 1, pageSize: 100, 'filter.code': code },
      { as: w.as, method: 'GET' },
    )
  ).data
  return list[0]?.balance ?? '0.00'
}
const again = async () => {
  await call('reconciliation/run/compare', { channel: w.channelId, firstDay: DAY, lastDay: NEXT })
  await w.work()
}
/** Returns once somebody waits for a lock that is taken by name. */
async function waiting(tx: Tx): Promise<void> {
  await vi.waitFor(async () => {
    const [found] = await tx.query(
      { count: col.bigint },
      `select count(*) as count from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(found?.count).toBe(1n)
  })
}
/** Has a remedy asked for by one person and approved by another. */
async function remedyByTwo(input: Record<string, unknown>) {
  const asked = await act('remedy', input)
  expect(asked.data, asked.msg).toMatchObject({ waitsForApproval: true })
  expect((await call('platform/approval/approve', { id: asked.data.approval })).success).toBe(false)
  return call('platform/approval/approve', { id: asked.data.approval }, bob)
}
/** Has the journal of a payment reversed by two people. */
async function reversePayment(id: string): Promise<void> {
  const [journal] = await w.server.db.tenant(w.tenantId, tx =>
    tx.query({ journal_id: col.uuid }, 'select journal_id from payments_payment where id = $1', [id]),
  )
  const asked = await call('ledger/journal/reverse', { id: journal?.journal_id, reason: '录错' })
  expect((await call('platform/approval/approve', { id: asked.data.approval }, bob)).success).toBe(true)
}

describe('a remedy', () => {
  test('of a surplus takes two people, books it once, and no comparison opens it again', async () => {
    await w.send('bill.csv', bill([await w.pay(5_000n, atMinute(DAY, 600)), alien(atMinute(DAY, 604), 900n)]))
    const { id } = await only({ 'filter.kind': 'channelOnly' })
    expect((await act('remedy', { id, reason: '无主' })).data.fields).toHaveProperty('account')
    expect((await act('remedy', { id, account: 'shortage_loss', reason: '无主' })).data.fields).toHaveProperty(
      'account',
    )
    const approved = await remedyByTwo({ id, account: 'unmatched', reason: '无主款，挂账' })
    expect(approved.success, approved.msg).toBe(true)
    expect(await balance('channel_clearing')).toBe('59.00')
    expect(await balance('unmatched')).toBe('9.00')
    const ended = await only({ 'filter.kind': 'channelOnly' })
    expect(ended).toMatchObject({
      standing: 'matched',
      ending: 'booked',
      account: 'unmatched',
      endedBy: 'Tester / Bob',
      age: null,
    })
    await again()
    expect(await only({ 'filter.kind': 'channelOnly' })).toEqual(ended)
    expect(await w.outcomes({ 'filter.standing': 'difference' })).toEqual([])
    expect((await act('remedy', { id, account: 'unmatched', reason: 'x' })).success).toBe(false)
    const books = await w.server.db.platform(tx =>
      verifyLedger(tx, { tenantId: w.tenantId, now: w.clock.now(), checks: LOT_CHECKS }),
    )
    expect(books.findings).toEqual([])
  })

  test('is taken back by reversing its journal: the difference is open, the two journals are nothing', async () => {
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    const { id } = await only()
    await remedyByTwo({ id, account: 'unmatched', reason: '无主款，挂账' })
    const { journal } = await only()
    expect((await act('reopen', { id, reason: 'x' })).success).toBe(false)
    const asked = await call('ledger/journal/reverse', { id: journal, reason: '款项已认领' })
    expect(asked.success, asked.msg).toBe(true)
    const done = await call('platform/approval/approve', { id: asked.data.approval }, bob)
    expect(done.success, done.msg).toBe(true)
    expect(await only({ 'filter.standing': 'difference' })).toMatchObject({ id, ending: null, journal: null })
    await again()
    expect((await w.outcomes()).map(one => `${String(one.kind)} ${String(one.standing)}`).toSorted()).toEqual([
      'channelOnly difference',
      'nothingMoved matched',
    ])
    expect(await balance('channel_clearing')).toBe('0.00')
  })

  test('of a record that books and channel both lack is a reason alone', async () => {
    const paid = await w.pay(5_000n, atMinute(DAY, 600))
    await w.send('bill.csv', bill([{ ...paid, amount: 4_000n, gross: 4_000n }]))
    const { id } = await only()
    const approved = await remedyByTwo({ id, account: 'shortage_loss', reason: '渠道少付' })
    expect(approved.success, approved.msg).toBe(true)
    expect(await balance('shortage_loss')).toBe('10.00')
  })
})

describe('a match by hand', () => {
  test('joins what agrees to the fen, and refuses anything else', async () => {
    const paid = await w.pay(5_000n, atMinute(DAY, 600))
    await w.send('bill.csv', bill([{ ...alien(atMinute(DAY, 604), 5_000n) }, alien(atMinute(DAY, 700), 100n)]))
    const all = await w.outcomes({ 'filter.standing': 'difference' })
    const record = all.find(one => one.kind === 'channelMissing')
    const [right, wrong] = ['50.00', '1.00'].map(told => all.find(one => one.told === told))
    expect((await act('match', { ids: [record?.id], reason: 'x' })).success).toBe(false)
    expect((await act('match', { ids: [record?.id, wrong?.id], reason: 'x' })).success).toBe(false)
    const matched = await act('match', { ids: [record?.id, right?.id], reason: '同一笔，渠道未回传单号' })
    expect(matched.success, matched.msg).toBe(true)
    await again()
    const ended = await only({ 'filter.kind': 'byHand' })
    expect(ended).toMatchObject({
      amount: '50.00',
      booked: '50.00',
      told: '50.00',
      standing: 'matched',
      ending: 'matched',
    })
    const items = await w.server.call(
      '/api/reconciliation/outcome/items',
      { id: ended.id },
      { as: w.as, method: 'GET' },
    )
    expect(items.data).toMatchObject({ orders: [{ id: paid.id }], lines: [{}], rows: [{ amount: '50.00' }] })
    expect(await w.outcomes({ 'filter.standing': 'difference' })).toHaveLength(1)
    expect((await act('reopen', { id: ended.id, reason: '看错' })).success).toBe(true)
    await w.work()
    expect(await w.outcomes({ 'filter.standing': 'difference' })).toHaveLength(3)
  })

  test('an item cannot be in two outcomes, whatever the code does', async () => {
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n), alien(atMinute(DAY, 605), 900n)]))
    const [one, two] = await w.outcomes()
    await expect(
      w.server.db.tenant(w.tenantId, tx =>
        tx.execute(
          `insert into reconciliation_item (tenant_id, channel_id, side, item_id, outcome_id)
           select tenant_id, channel_id, side, item_id, $3 from reconciliation_item where tenant_id = $1 and outcome_id = $2`,
          [w.tenantId, one?.id, two?.id],
        ),
      ),
    ).rejects.toThrow('reconciliation_item_pkey')
  })
})

test('a difference has an owner: whoever asked for the comparison, until somebody else takes it', async () => {
  const user = await aUser(w.server.db, w.tenantId)
  await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
  const { id, owner } = await only()
  expect(owner).toBe(w.as.userId)
  expect((await act('assign', { ids: [id], owner: user.id })).success).toBe(true)
  await again()
  expect(await only()).toMatchObject({ id, owner: user.id })
  const mine = await aUser(w.server.db, w.tenantId)
  const taken = await act('take', { ids: [id] }, callerWith({ tenantId: w.tenantId, userId: mine.id }))
  expect(taken.success, taken.msg).toBe(true)
  expect(await only()).toMatchObject({ id, owner: mine.id })
})

test('what is open is told to whoever closes the day: differences up to it, and days without a bill since the first, or with money', async () => {
  // Before the first file, beside it, and on a day that nobody is to be asked about.
  await w.pay(100n, atMinute(addDays(businessDay(DAY), -2), 600))
  await w.pay(100n, atMinute(NEXT, 30))
  await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n), alien(atMinute(DAY, 605), 300n)]))
  const { tenantId } = w
  const [day, next] = [businessDay(DAY), businessDay(NEXT)]
  const told = await w.server.db.tenant(tenantId, async tx => ({
    open: await openDifferences(tx, tenantId, day),
    before: await openDifferences(tx, tenantId, addDays(day, -1)),
    today: await missingFileDays(tx, tenantId, { from: addDays(day, -5), to: next, now: w.clock.now() }),
    tomorrow: await missingFileDays(tx, tenantId, {
      from: addDays(day, -5),
      to: next,
      now: w.clock.now() + 24 * 3_600_000,
    }),
    none: await missingFileDays(tx, tenantId, { from: addDays(day, -1), to: day, now: w.clock.now() }),
  }))
  expect(told).toMatchObject({
    open: { count: 2, amount: 1_200n },
    before: { count: 0 },
    today: 1,
    tomorrow: 2,
    none: 0,
  })
})

test('new differences are told once, a faulty file at once, and an assignment to its owner', async () => {
  const events = () =>
    w.server.db.tenant(w.tenantId, async tx => {
      const rows = await tx.query(
        { topic: col.text, body: col.json<Record<string, string | number>>() },
        "select topic, body from kernel_outbox where topic like 'reconciliation.%' order by id",
      )
      return rows.map(({ topic, body }) =>
        `${topic.slice('reconciliation.'.length)} ${body.count ?? body.fault ?? body.amount_fen ?? ''}`.trim(),
      )
    })
  await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n), alien(atMinute(DAY, 605), 300n)]))
  await again()
  await w.send('again.csv', bill([alien(atMinute(DAY, 604), 100n)]))
  expect(await events()).toEqual(['differences-found 2', 'file-faulty day-taken'])
  const [one] = await w.outcomes({ 'filter.delta.from': '9.00' })
  const user = await aUser(w.server.db, w.tenantId)
  await act('assign', { ids: [one?.id], owner: user.id })
  await remedyByTwo({ id: one?.id, account: 'unmatched', reason: '无主款' })
  expect((await events()).slice(2)).toEqual(['difference-assigned 900', 'difference-ended'])
})

describe('what attacks have shown', () => {
  test('the bytes of a file are no way around what its rows hide', async () => {
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    const { list } = (
      await w.server.call('/api/reconciliation/file/list', { page: 1, pageSize: 10 }, { as: w.as, method: 'GET' })
    ).data
    const get = async (permissions: readonly string[]) => {
      const reader = callerWith({ tenantId: w.tenantId, permissions })
      return (await w.server.call('/api/file/get', { id: list[0].content }, { as: reader, method: 'GET' })).status
    }
    expect(await get(['reconciliation.file:read', 'platform.personal:see'])).toBe(200)
    expect(await get(['reconciliation.file:read'])).toBe(404)
  })

  test('a row that the channel calls failed has moved nothing: no match by one person, and a remedy books it', async () => {
    const paid = await w.pay(1_000n, atMinute(DAY, 600))
    const refund: TrueRow = {
      ...paid,
      kind: 'refund',
      refundNo: 'R1',
      channelRefundNo: '5030R1',
      amount: -1_000n,
      gross: -1_000n,
      fee: 0n,
      refundState: 'FAIL',
    }
    await w.send('bill.csv', bill([paid, refund]))
    const failed = (await w.outcomes()).find(one => one.key === 'R1')
    expect(failed).toMatchObject({ told: '0.00', standing: 'idle' })
  })

  test('a match over several days that is taken apart is told by all of its days', async () => {
    await w.pay(5_000n, atMinute('2026-11-18', 600))
    await w.send('first.csv', bill([alien(atMinute('2026-11-18', 700), 100n)]))
    await w.send('second.csv', bill([alien(atMinute(DAY, 604), 5_000n)]))
    const before = (await w.outcomes({ 'filter.standing': 'difference' }))
      .map(one => `${String(one.day)} ${String(one.kind)}`)
      .toSorted()
    const ids = (await w.outcomes({ 'filter.standing': 'difference' }))
      .filter(one => one.told === '50.00' || one.amount === '50.00')
      .map(one => one.id)
    const matched = await act('match', { ids, reason: '同一笔' })
    expect(matched.success, matched.msg).toBe(true)
    await act('reopen', { id: matched.data.id, reason: '看错' })
    await w.work()
    expect(
      (await w.outcomes({ 'filter.standing': 'difference' }))
        .map(one => `${String(one.day)} ${String(one.kind)}`)
        .toSorted(),
    ).toEqual(before)
  })

  test('a file whose rows people have ended is not withdrawn from under them', async () => {
    const { id: file } = await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    const { id } = await only()
    await remedyByTwo({ id, account: 'unmatched', reason: '无主款' })
    const refused = await call('reconciliation/file/withdraw', { id: file, reason: '重发' })
    expect([refused.success, refused.code]).toEqual([false, 'reconciliation.fileInUse'])
    const { journal } = await only()
    const asked = await call('ledger/journal/reverse', { id: journal, reason: '撤销' })
    await call('platform/approval/approve', { id: asked.data.approval }, bob)
    expect((await call('reconciliation/file/withdraw', { id: file, reason: '重发' })).success).toBe(true)
  })

  test('a match nets nothing that goes two ways', async () => {
    await w.pay(5_000n, atMinute(DAY, 600))
    const refund: TrueRow = {
      ...alien(atMinute(DAY, 610), 800n),
      kind: 'refund',
      refundNo: 'R9',
      channelRefundNo: '5030R9',
      amount: -800n,
      gross: -800n,
      fee: 0n,
    }
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 5_000n), alien(atMinute(DAY, 605), 800n), refund]))
    const ids = (await w.outcomes({ 'filter.standing': 'difference' })).map(one => one.id)
    expect(ids).toHaveLength(4)
    expect((await act('match', { ids, reason: '凑平' })).code).toBe('reconciliation.sumsDiffer')
  })

  test('a match adds up no amounts of two currencies, however equal they look', async () => {
    const bank = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank'))
    const references: string[] = []
    for (const minute of [600, 601])
      references.push((await w.pay(5_000n, atMinute(DAY, minute), bank, 'bank')).channelNo)
    await w.send('statement.sta', Buffer.from(statementOf('261120', references, 'EUR')), { channel: bank })
    const found = await w.outcomes()
    expect(found.map(one => `${String(one.kind)} ${String(one.delta)}`)).toEqual([
      'currencyDiffers 0.00',
      'currencyDiffers 0.00',
    ])
    expect((await act('match', { ids: found.map(one => one.id), reason: '金额相同' })).code).toBe(
      'reconciliation.sumsDiffer',
    )
  })

  test('a remedy that was asked for ends with the file whose row it was to book', async () => {
    const { id: file } = await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    const { id } = await only()
    const asked = await act('remedy', { id, account: 'unmatched', reason: '无主款' })
    expect((await call('reconciliation/file/withdraw', { id: file, reason: '重发' })).success).toBe(true)
    const request = await w.server.call(
      '/api/platform/approval/get',
      { id: asked.data.approval },
      { as: bob, method: 'GET' },
    )
    expect(request.data).toMatchObject({ state: 'expired' })
    expect((await call('platform/approval/approve', { id: asked.data.approval }, bob)).success).toBe(false)
    expect(await balance('unmatched')).toBe('0.00')
  })

  test.each([
    ['annotate', { note: '已问渠道' }],
    ['take', {}],
    ['reopen', { reason: '看错' }],
  ])('%s while the outcome is being compared anew waits without holding it', async (name, input) => {
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    const { id } = await only()
    const { answer, deleted } = await w.server.db.tenant(w.tenantId, async tx => {
      await lockOutcomes(tx, w.tenantId, [w.channelId])
      const acting = outsideTransaction(() => act(name, { ...(name === 'take' ? { ids: [id] } : { id }), ...input }))
      await waiting(tx)
      const gone = await tx.execute('delete from reconciliation_outcome where tenant_id = $1 and id = $2', [
        w.tenantId,
        id,
      ])
      return { answer: { acting }, deleted: gone }
    })
    expect(deleted).toBe(1)
    expect(await answer.acting).toMatchObject({ success: false, code: 'kernel.notFound' })
  })

  test('a channel with files is not deleted, and a file of another kind of channel is not its own', async () => {
    await w.send('bill.csv', bill([alien(atMinute(DAY, 604), 900n)]))
    expect((await call('payments/channel/del', { ids: [w.channelId] })).code).toBe('payments.channelHasFiles')
    const bank = await w.server.db.tenant(w.tenantId, tx => aChannel(tx, w.tenantId, 'bank'))
    expect(await w.send('bill.csv', bill([alien(atMinute(DAY, 605), 100n)]), { channel: bank })).toMatchObject({
      fault: 'other-merchant',
    })
  })

  test('two channels of one merchant have one bill', async () => {
    const other = await w.channel()
    await w.server.db.tenant(w.tenantId, tx =>
      tx.execute("update payments_channel set merchant_no = '1900000109', app_no = id::text where tenant_id = $1", [
        w.tenantId,
      ]),
    )
    const rows = bill([await w.pay(5_000n, atMinute(DAY, 600)), await w.pay(700n, atMinute(DAY, 610), other)])
    expect(await w.send('bill.csv', rows)).toMatchObject({ state: 'sound' })
    expect(await w.send('again.csv', rows, { channel: other })).toMatchObject({ state: 'faulty', fault: 'same-again' })
    expect((await w.outcomes()).map(one => one.kind)).toEqual(['same', 'same'])
  })

  test('of two bank channels on one account, a reversal weeks later is seen by its own', async () => {
    const { tenantId } = w
    const [bank, second] = await w.server.db.tenant(tenantId, async tx => [
      await aChannel(tx, tenantId, 'bank'),
      await aChannel(tx, tenantId, 'bank'),
    ])
    const { id, channelNo } = await w.pay(5_000n, atMinute('2026-11-02', 600), bank, 'bank')
    await w.pay(300n, atMinute('2026-11-02', 601), second, 'bank')
    await w.send('statement.sta', Buffer.from(statementOf('261102', [channelNo])), { channel: bank })
    expect((await w.outcomes()).map(one => one.kind)).toEqual(['same'])
    await reversePayment(id)
    await w.work()
    expect(await w.outcomes({ 'filter.standing': 'difference' })).toMatchObject([
      { day: '2026-11-02', kind: 'notFinishedHere', booked: '0.00', told: '50.00' },
    ])
  })

  test('of two bank channels on one account, a reversal of a payment before the first statement is seen by its own alone', async () => {
    const { tenantId } = w
    const [bank, second] = await w.server.db.tenant(tenantId, async tx => [
      await aChannel(tx, tenantId, 'bank'),
      await aChannel(tx, tenantId, 'bank'),
    ])
    const { id } = await w.pay(300n, atMinute('2026-11-02', 601), second, 'bank')
    // The day on which a reversal is booked is the day of the machine.
    vi.useFakeTimers({ toFake: ['Date'], now: w.clock.now() })
    await reversePayment(id)
    vi.useRealTimers()
    for (const channel of [bank, second]) {
      const paid = await w.pay(5_000n, atMinute(NEXT, 1), channel, 'bank')
      await w.send('statement.sta', Buffer.from(statementOf('261121', [paid.channelNo])), { channel })
    }
    expect(await w.outcomes({ 'filter.standing': 'difference' })).toMatchObject([
      { channel: second, day: NEXT, booked: '-3.00' },
    ])
  })
})

/** An account statement of one day with a credit of 50.00 for each reference. */
const statementOf = (day: string, references: readonly string[], currency = 'CNY'): string =>
  [
    ':20:S1',
    ':25:6222000011112222',
    ':28C:1/1',
    `:60F:C${day}${currency}100,00`,
    ...references.flatMap(one => [`:61:${day}${day.slice(2)}C50,00NTRFNONREF//${one}`, ':86:TOP UP']),
    `:62F:C${day}${currency}${100 + 50 * references.length},00`,
    '-',
    '',
  ].join('\r\n')

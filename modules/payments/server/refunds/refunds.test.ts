import { aTenant } from '@wattyard/identity/testing'
import { freezeForSessions, payFromWallets } from '@wattyard/members/server'
import { anEntry, aPayment } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { createLiveBus, type LiveEvent, newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentsServer } from '../../testing/payments-server.ts'
import { paymentsDeletionBlockers } from '../deletion-blockers.ts'
import { RefundWorld } from '../../testing/refund-world.ts'

let server: Awaited<ReturnType<typeof paymentsServer>>
let w: RefundWorld
/** What open screens hear. */
const heard: LiveEvent[] = []

beforeAll(async () => {
  const live = createLiveBus()
  live.subscribe(event => heard.push(event))
  server = await paymentsServer({ live })
})
afterAll(() => server.close())
beforeEach(async () => {
  w = await RefundWorld.of(server)
})

describe('a refund', () => {
  test('holds its money while nobody has decided, becomes payable, and is paid out with its receipt', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 5_000n)
    await w.spend(id, 0n, 3_000n)
    const asked = await w.ask(id, '80')
    expect(asked.success, asked.msg).toBe(true)
    // Proportional: 100 of 150 paid, 120 left, so 80 go back and 40 of gift and principal fall.
    expect(await w.walletOf(id)).toMatchObject({
      principal: 0n,
      frozenPrincipal: 10_000n,
      gift: 0n,
      frozenGift: 2_000n,
    })
    expect(await w.refundOf(asked.data.id)).toMatchObject({
      state: 'requested',
      amount: '80.00',
      principal: '100.00',
      gift: '20.00',
      basis: 'proportional',
      askedBy: 'Ann',
      paidOut: '0.00',
      owed: '0.00',
    })
    expect(await w.findings()).toEqual([])
    heard.length = 0
    const approved = await w.decide('approve', asked.data.id)
    expect(heard.map(({ topic }) => topic)).toEqual(['payments.refund', 'payments.refundPart'])
    expect(approved.success, approved.msg).toBe(true)
    expect(approved.data.waitsForApproval).toBeUndefined()
    expect(await w.walletOf(id)).toMatchObject({ principal: 0n, frozenPrincipal: 0n, gift: 0n, frozenGift: 0n })
    expect(await w.credit('refund_payable')).toBe(8_000n)
    expect(await w.refundOf(asked.data.id)).toMatchObject({ state: 'approved', decidedBy: 'Bob', owed: '80.00' })
    expect(await w.findings()).toEqual([])
    const [part] = await w.partsOf(asked.data.id)
    expect(part).toMatchObject({ state: 'waiting', way: 'bank', channel: w.channels.bank, amount: '80.00', member: id })
    const paid = await w.onPart('payOut', part.id, { channel: w.channels.bank, receipt: 'HT-1' })
    expect(paid.success, paid.msg).toBe(true)
    expect(await w.refundOf(asked.data.id)).toMatchObject({ state: 'done', paidOut: '80.00', owed: '0.00' })
    expect(await w.credit('refund_payable')).toBe(0n)
    expect(await w.credit('bank')).toBe(8_000n - 10_000n)
    expect((await w.partsOf(asked.data.id))[0]).toMatchObject({ state: 'done', receipt: 'HT-1', actor: 'Ann' })
    const { list } = (await w.call('/api/wallet/buyBill/list', {})).data
    expect(list).toMatchObject([{ refunded: '80.00', rest: '0.00', giftRest: '0.00' }])
    expect(await w.findings()).toEqual([])
  })

  test('goes back over its top-ups, each by its way, newest first', async () => {
    const id = await w.member()
    await w.pay(id, 5_000n, 0n, 'bank')
    await w.pay(id, 4_000n, 0n, 'cash')
    await w.pay(id, 3_000n, 0n, 'wechat')
    const asked = await w.ask(id, '100')
    expect((await w.decide('approve', asked.data.id)).success).toBe(true)
    const parts = await w.partsOf(asked.data.id)
    const seen = parts.map((part: { way: string; amount: string; channel: string }) => [
      part.way,
      part.amount,
      part.channel,
    ])
    expect(new Set(seen)).toEqual(
      new Set([
        ['wechat', '30.00', w.channels.wechat],
        ['cash', '40.00', w.channels.cash],
        ['bank', '30.00', w.channels.bank],
      ]),
    )
    const { rows } = (await w.read('/api/wallet/refundBill/split', { id: asked.data.id })).data
    expect(rows.map((row: { byChannel: string; byHand: string }) => [row.byChannel, row.byHand])).toEqual([
      ['30.00', '0.00'],
      ['0.00', '40.00'],
      ['0.00', '30.00'],
    ])
    expect(await w.findings()).toEqual([])
  })

  test('is refused above what can be refunded, with a debt, and beside an undecided one', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 0n)
    expect(await w.ask(id, '10.01')).toMatchObject({
      code: 'kernel.invalid',
      data: { fields: { amount: 'At most ¥10.00 can be refunded' } },
    })
    expect((await w.ask(id, '0')).code).toBe('kernel.invalid')
    expect((await w.ask(newId(), '1')).success).toBe(false)
    const asked = await w.ask(id, '4')
    expect(await w.ask(id, '1')).toMatchObject({ code: 'payments.refundUndecided' })
    expect((await w.decide('withdraw', asked.data.id, w.ann)).success).toBe(true)
    await w.in(tx =>
      payFromWallets(tx, [
        aPayment({ tenantId: w.tenantId, memberId: id }, { electricity: fen(7n), receivable: fen(7n) }),
      ]),
    )
    expect(await w.ask(id, '1')).toMatchObject({ code: 'members.owesFirst' })
    expect(await w.findings()).toEqual([])
  })

  test('is not granted over a debt that came after it was asked for', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 0n)
    const asked = await w.ask(id, '4')
    await w.in(tx =>
      payFromWallets(tx, [
        aPayment({ tenantId: w.tenantId, memberId: id }, { electricity: fen(7n), receivable: fen(7n) }),
      ]),
    )
    expect(await w.decide('approve', asked.data.id, w.bob)).toMatchObject({ code: 'members.owesFirst' })
    expect((await w.decide('withdraw', asked.data.id, w.ann)).success).toBe(true)
    expect(await w.findings()).toEqual([])
  })

  test('that is owed stops the deletion of its company', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 0n)
    const obstacles = () => w.in(tx => paymentsDeletionBlockers(tx, w.tenantId))
    expect(await obstacles()).toMatchObject([{ count: 0, stops: true }])
    const asked = await w.ask(id, '4')
    expect((await w.decide('approve', asked.data.id, w.bob)).success).toBe(true)
    expect(await obstacles()).toEqual([
      { what: 'payments.obstacle.refundsOwed', count: 1, amount: '4.00', stops: true },
    ])
  })

  test('that nobody grants leaves everything as it was', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 300n)
    const before = await w.walletOf(id)
    for (const what of ['reject', 'withdraw'] as const) {
      const asked = await w.ask(id, '5')
      expect((await w.decide(what, asked.data.id)).success).toBe(true)
      expect(await w.walletOf(id)).toEqual(before)
      expect(await w.refundOf(asked.data.id)).toMatchObject({ state: what === 'reject' ? 'rejected' : 'withdrawn' })
      for (const again of ['approve', 'reject', 'withdraw'] as const)
        expect((await w.decide(again, asked.data.id)).code).toBe('payments.refundDecided')
    }
    expect(await w.findings()).toEqual([])
  })

  test('asked for again under its key is the same refund, and another with another amount is refused', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 0n)
    const key = newId()
    const first = await w.ask(id, '5', {}, w.ann, key)
    expect((await w.ask(id, '5', {}, w.ann, key)).data).toEqual(first.data)
    await w.server.db.platform(tx => tx.execute('delete from kernel_idempotency where tenant_id = $1', [w.tenantId]))
    expect((await w.ask(id, '5', {}, w.ann, key)).data).toEqual(first.data)
    await w.server.db.platform(tx => tx.execute('delete from kernel_idempotency where tenant_id = $1', [w.tenantId]))
    expect(await w.ask(id, '6', {}, w.ann, key)).toMatchObject({ code: 'ledger.keyReused' })
  })
})

describe('the second person', () => {
  test('is whoever did not ask; whoever asked grants alone below the limit, and waits above it', async () => {
    const id = await w.member()
    await w.pay(id, 100_000n, 0n)
    const small = await w.ask(id, '199.99')
    expect((await w.decide('approve', small.data.id, w.ann)).data.waitsForApproval).toBeUndefined()
    const large = await w.ask(id, '200')
    const waits = await w.decide('approve', large.data.id, w.ann)
    expect(waits.data).toMatchObject({ waitsForApproval: true })
    expect(await w.refundOf(large.data.id)).toMatchObject({ state: 'requested' })
    const { approval } = waits.data
    expect((await w.call('/api/platform/approval/approve', { id: approval }, w.ann)).success).toBe(false)
    expect((await w.call('/api/platform/approval/approve', { id: approval }, w.bob)).success).toBe(true)
    expect(await w.refundOf(large.data.id)).toMatchObject({ state: 'approved', decidedBy: 'Ann / Bob' })
    const third = await w.ask(id, '300')
    expect((await w.decide('approve', third.data.id, w.bob)).data.waitsForApproval).toBeUndefined()
    expect(await w.findings()).toEqual([])
  })

  test('is another person, not another account in the same hand', async () => {
    await w.server.db.platform(tx =>
      tx.execute('insert into identity_account_hand (tenant_id, user_id, hand_id, at) values ($1, $2, $3, now())', [
        w.tenantId,
        w.bob.userId,
        w.ann.userId,
      ]),
    )
    const id = await w.member()
    await w.pay(id, 100_000n, 0n)
    const asked = await w.ask(id, '500')
    expect((await w.decide('approve', asked.data.id, w.bob)).data).toMatchObject({ waitsForApproval: true })
    expect(await w.refundOf(asked.data.id)).toMatchObject({ state: 'requested' })
  })

  test('needs the right to grant, and each step has its own', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 0n)
    const asker = callerWith({ tenantId: w.tenantId, permissions: ['payments.refund:read', 'payments.refund:ask'] })
    const asked = await w.ask(id, '5', {}, asker)
    expect(asked.success, asked.msg).toBe(true)
    for (const what of ['approve', 'reject', 'withdraw'] as const)
      expect((await w.decide(what, asked.data.id, asker)).status).toBe(403)
    const granter = callerWith({
      tenantId: w.tenantId,
      permissions: ['payments.refund:read', 'payments.refund:approve'],
    })
    expect((await w.ask(id, '1', {}, granter)).status).toBe(403)
    expect((await w.decide('approve', asked.data.id, granter)).success).toBe(true)
    const [part] = await w.partsOf(asked.data.id)
    expect((await w.onPart('payOut', part.id, { channel: w.channels.bank, receipt: '1' }, granter)).status).toBe(403)
    const stranger = callerWith({ tenantId: (await aTenant(w.server.db)).tenantId })
    expect((await w.onPart('payOut', part.id, { channel: w.channels.bank, receipt: '1' }, stranger)).status).toBe(404)
    expect((await w.read('/api/wallet/refundBill/split', { id: asked.data.id }, stranger)).status).toBe(404)
    expect((await w.read('/api/wallet/refundBill/preview', { member: id, cause: 'consumer' }, granter)).status).toBe(
      403,
    )
  })
})

describe('granting checks what is true by then', () => {
  test('a session uses what is not on hold, and the refund stands', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n)
    const asked = await w.ask(id, '60')
    const taken = {
      ...anEntry(w.tenantId),
      memberId: id,
      upTo: fen(9_000n),
      atLeast: fen(1n),
      mix: 'gift-first' as const,
    }
    const [held] = await w.in(tx => freezeForSessions(tx, [{ ...taken, expiresAt: null }]))
    expect(held).toMatchObject({ outcome: 'frozen', parts: { principal: 4_000n } })
    expect((await w.decide('approve', asked.data.id)).success).toBe(true)
    expect(await w.walletOf(id)).toMatchObject({ principal: 0n, frozenPrincipal: 4_000n })
    expect(await w.findings()).toEqual([])
  })

  test('a channel that was paused, or takes nothing back any more, is said in words', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n, 'wechat')
    const asked = await w.ask(id, '60')
    const setState = (state: string) =>
      w.in(tx =>
        tx.execute('update payments_channel set state = $3 where tenant_id = $1 and id = $2', [
          w.tenantId,
          w.channels.wechat,
          state,
        ]),
      )
    await setState('paused')
    expect(await w.decide('approve', asked.data.id)).toMatchObject({ code: 'payments.channelTakesLess' })
    expect(await w.refundOf(asked.data.id)).toMatchObject({ state: 'requested' })
    await setState('open')
    expect((await w.decide('approve', asked.data.id)).success).toBe(true)
  })

  test('money older than the channel takes back goes by a person from the start', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n, 'wechat', 366)
    const asked = await w.ask(id, '60')
    expect((await w.decide('approve', asked.data.id)).success).toBe(true)
    expect(await w.partsOf(asked.data.id)).toMatchObject([{ way: 'bank', channel: null, amount: '60.00' }])
  })

  test('a top-up of which something is reserved, or was refunded, is not reversed', async () => {
    const id = await w.member()
    const { journalId } = await w.pay(id, 10_000n, 0n)
    const reverse = () => w.call('/api/ledger/journal/reverse', { id: journalId, reason: '记错' })
    const asked = await w.ask(id, '0.01')
    const waiting = await reverse()
    expect(waiting).toMatchObject({ code: 'payments.refundWaits' })
    expect(waiting.msg).toContain((await w.refundOf(asked.data.id)).number)
    await w.decide('approve', asked.data.id)
    expect(await reverse()).toMatchObject({ code: 'payments.refundFirst' })
    const [part] = await w.partsOf(asked.data.id)
    const paid = await w.onPart('payOut', part.id, { channel: w.channels.bank, receipt: 'x1' })
    const undo = await w.call('/api/ledger/journal/reverse', { id: paid.data.journalId, reason: '记错' })
    expect(undo).toMatchObject({ code: 'payments.refundStands' })
    expect(await w.findings()).toEqual([])
  })
})

describe('the preview', () => {
  test('says of an amount that none can be what is wrong with it', async () => {
    const id = await w.member()
    await w.pay(id, 1_000n, 0n)
    for (const amount of ['0.001', '05', '-1', '1e3', '²', '1000000000', '92233720368547758.08'])
      expect(
        await w.read('/api/wallet/refundBill/preview', { member: id, cause: 'consumer', amount }),
        amount,
      ).toMatchObject({ code: 'kernel.invalid', data: { fields: { amount: 'Invalid number' } } })
  })

  test('says the most under each basis, with the one in force for the cause, and splits an amount', async () => {
    const id = await w.member()
    await w.pay(id, 300_000n, 100_000n)
    await w.spend(id, 259_400n, 100_000n)
    const see = async (input: Record<string, unknown> = {}) =>
      (await w.read('/api/wallet/refundBill/preview', { member: id, cause: 'closure', ...input })).data
    expect(await see()).toMatchObject({
      basis: 'proportional',
      open: null,
      bases: [
        { basis: 'gift-first', most: '406.00', forfeited: '0.00' },
        { basis: 'principal-first', most: '0.00' },
        { basis: 'proportional', most: '304.50', forfeited: '101.50' },
      ],
      rows: [{ byHand: '304.50', paid: '3000.00', gift: '1000.00', used: '3594.00', rest: '406.00' }],
    })
    const issue = (input: Record<string, unknown>, as = w.ann) =>
      w.call(
        '/api/payments/refundRule/issue',
        { consumer: 'proportional', operator: 'proportional', closure: 'gift-first', ...input },
        as,
      )
    expect((await issue({ note: '会员协议第 7 条' })).data).toMatchObject({ code: 'V1' })
    expect(await see()).toMatchObject({ basis: 'gift-first', rows: [{ byHand: '406.00' }] })
    expect((await see({ amount: '1' })).rows).toMatchObject([{ byHand: '1.00' }])
    expect((await see({ amount: '406.01' })).rows).toEqual([])
    expect((await see({ cause: 'operator' })).basis).toBe('proportional')
    const asked = await w.ask(id, '406', { cause: 'closure' })
    expect((await w.refundOf(asked.data.id)).basis).toBe('gift-first')
    expect(await see()).toMatchObject({ open: asked.data.number, bases: [], rows: [] })
    // A refund keeps the basis under which it was asked for.
    expect((await issue({ closure: 'principal-first' })).data).toMatchObject({ code: 'V2' })
    expect((await w.decide('approve', asked.data.id)).success).toBe(true)
    expect(await w.findings()).toEqual([])
  })
})

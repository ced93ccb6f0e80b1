import { freezeForSessions, payFromWallets } from '@wattyard/members/server'
import { anEntry, aPayment } from '@wattyard/members/testing'
import { fen, parseFen } from '@wattyard/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentsServer } from '../../testing/payments-server.ts'
import { RefundWorld } from '../../testing/refund-world.ts'

let server: Awaited<ReturnType<typeof paymentsServer>>
let w: RefundWorld

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  w = await RefundWorld.of(server)
})

describe('a part', () => {
  async function granted(kind: keyof RefundWorld['channels'] = 'bank', amount = '60') {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n, kind)
    const asked = await w.ask(id, amount)
    await w.decide('approve', asked.data.id)
    const [part] = await w.partsOf(asked.data.id)
    return { member: id, refund: asked.data.id as string, part: part.id as string }
  }

  test('of a channel that does not speak waits in words, and a second person agrees to another way', async () => {
    const { refund, part } = await granted('wechat')
    expect(await w.onPart('payOut', part, { channel: w.channels.bank, receipt: '1' })).toMatchObject({
      code: 'payments.channelSilent',
    })
    const other = { channel: w.channels.bank, payee: '李四', account: '6222 0000 1111 2222', reason: '继承人' }
    expect((await w.onPart('reroute', part, { ...other, account: undefined })).success).toBe(false)
    for (const account of ['abc', 'abc 6222000011112222', '6222 000', '1'.repeat(33), '账号 12345678']) {
      const { code, data: flaw } = await w.onPart('reroute', part, { ...other, account })
      expect([account, code, Object.keys(flaw.fields ?? {})]).toEqual([account, 'kernel.invalid', ['account']])
    }
    const asked = await w.onPart('reroute', part, other)
    expect(asked.data, asked.msg).toMatchObject({ waitsForApproval: true })
    expect((await w.call('/api/platform/approval/approve', { id: asked.data.approval }, w.bob)).success).toBe(true)
    const parts = await w.partsOf(refund)
    expect(parts.map((one: { state: string; way: string }) => [one.state, one.way])).toEqual([
      ['replaced', 'wechat'],
      ['waiting', 'bank'],
    ])
    expect(parts[1]).toMatchObject({ payee: '李四', account: '6222 0000 1111 2222', replaces: part })
    expect(await w.refundOf(refund)).toMatchObject({ state: 'approved', owed: '60.00' })
    expect(await w.findings()).toEqual([])
    expect(await w.onPart('payOut', parts[1].id, { channel: w.channels.cash, receipt: '1' })).toMatchObject({
      code: 'payments.otherWay',
    })
    expect((await w.onPart('payOut', parts[1].id, { channel: w.channels.bank, receipt: '1' })).success).toBe(true)
    expect(await w.refundOf(refund)).toMatchObject({ state: 'done', paidOut: '60.00' })
    expect(await w.findings()).toEqual([])
  })

  test('that fails is paid again, or its money is in the wallet again and can be refunded', async () => {
    const { member: id, refund, part } = await granted()
    expect((await w.onPart('retry', part)).code).toBe('payments.notFailed')
    expect((await w.onPart('giveBack', part, { reason: 'x' })).code).toBe('payments.notFailed')
    expect((await w.onPart('callOff', part, { reason: '账号不存在' })).success).toBe(true)
    expect(await w.refundOf(refund)).toMatchObject({ state: 'failed', owed: '60.00' })
    expect((await w.onPart('payOut', part, { channel: w.channels.bank, receipt: '1' })).code).toBe(
      'payments.notWaiting',
    )
    expect((await w.onPart('retry', part)).success).toBe(true)
    expect(await w.refundOf(refund)).toMatchObject({ state: 'approved' })
    const again = (await w.partsOf(refund))[1]
    await w.onPart('callOff', again.id, { reason: '账号不存在' })
    expect((await w.onPart('giveBack', again.id, { reason: '会员要求' })).success).toBe(true)
    expect(await w.refundOf(refund)).toMatchObject({ state: 'givenBack', owed: '0.00', paidOut: '0.00' })
    expect(await w.walletOf(id)).toMatchObject({ principal: 10_000n })
    expect(await w.credit('refund_payable')).toBe(0n)
    expect(await w.findings()).toEqual([])
    const { list } = (await w.call('/api/wallet/buyBill/list', {})).data
    expect(list).toMatchObject([{ refunded: '0.00', rest: '100.00' }])
    const usage = (await w.read('/api/wallet/buyBill/usage', { id: list[0].id })).data
    expect(usage).toMatchObject({ uses: [], rest: { principal: '100.00' }, refunded: { principal: '0.00' } })
    expect((await w.ask(id, '100')).success).toBe(true)
    expect(await w.findings()).toEqual([])
  })

  test('in cash beyond what the desk has by the books waits for a second person, and its receipt is held to be good', async () => {
    const inCash = async () => {
      const { refund, part } = await granted('bank', '60')
      const other = { channel: w.channels.cash, payee: '李四', reason: '会员要求现金' }
      const asked = await w.onPart('reroute', part, other)
      await w.call('/api/platform/approval/approve', { id: asked.data.approval }, w.bob)
      const parts = await w.partsOf(refund)
      return parts.find((one: { state: string }) => one.state === 'waiting').id as string
    }
    const pay = (part: string, receipt: string) => w.onPart('payOut', part, { channel: w.channels.cash, receipt })
    await w.pay(await w.member(), 10_000n, 0n, 'cash')
    const parts = [await inCash(), await inCash(), await inCash()] as const
    // The desk has 100.00, so of two at once one is paid.
    const both = await Promise.all([pay(parts[0], 'K1'), pay(parts[1], 'K2')])
    expect(both.filter(one => one.data.waitsForApproval === true)).toHaveLength(1)
    expect(await w.credit('cash_on_hand')).toBe(-4_000n)
    const receipt = both[0]?.data.waitsForApproval === true ? 'K2' : 'K1'
    expect((await pay(parts[2], receipt)).data.fields).toEqual({ receipt: 'Already in use' })
    const { approval } = both.find(one => one.data.waitsForApproval === true)?.data ?? {}
    expect((await w.call('/api/platform/approval/approve', { id: approval }, w.ann)).success).toBe(false)
    expect((await w.call('/api/platform/approval/approve', { id: approval }, w.bob)).success).toBe(true)
    expect(await w.credit('cash_on_hand')).toBe(2_000n)
    expect(await w.findings()).toEqual([])
  })

  test('given back pays a debt first, as a top-up does', async () => {
    const { member: id, part } = await granted()
    const { tenantId } = w
    const debt = fen(700n)
    await w.in(tx =>
      payFromWallets(tx, [aPayment({ tenantId, memberId: id }, { electricity: debt, receivable: debt })]),
    )
    await w.onPart('callOff', part, { reason: '账号不存在' })
    expect((await w.onPart('giveBack', part, { reason: '会员要求' })).data).toMatchObject({ paidDebt: '7.00' })
    expect(await w.walletOf(id)).toMatchObject({ principal: 9_300n, owed: 0n })
    const { list } = (await w.call('/api/wallet/buyBill/list', {})).data
    expect(list).toMatchObject([{ refunded: '0.00', rest: '93.00' }])
    const usage = (await w.read('/api/wallet/buyBill/usage', { id: list[0].id })).data
    expect(usage).toMatchObject({ uses: [{ kind: 'debt', principal: '7.00' }], refunded: { principal: '0.00' } })
    expect(await w.findings()).toEqual([])
  })

  test('given back brings the gift back that fell with it, its share and no fen more', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 3_333n, 'wechat', 0)
    await w.pay(id, 1n, 1n, 'bank')
    await w.spend(id, 0n, 777n)
    const before = await w.walletOf(id)
    const { bases } = (await w.read('/api/wallet/refundBill/preview', { member: id, cause: 'consumer' })).data
    const { most } = bases.find((one: { basis: string }) => one.basis === 'proportional')
    const asked = await w.ask(id, most)
    await w.decide('approve', asked.data.id)
    expect(await w.walletOf(id)).toMatchObject({ principal: 0n, gift: 0n })
    for (const one of await w.partsOf(asked.data.id)) {
      expect(one.giftBack).toBeNull()
      await w.onPart('callOff', one.id, { reason: '账号不存在' })
      const gift = async () => parseFen((await w.read('/api/payments/refundPart/get', { id: one.id })).data.giftBack)
      const [told, held] = [await gift(), (await w.walletOf(id))?.gift ?? 0n]
      expect((await w.onPart('giveBack', one.id, { reason: '会员要求' })).success).toBe(true)
      // The question says beforehand what comes back.
      expect(((await w.walletOf(id))?.gift ?? 0n) - held).toBe(told)
      expect(await w.findings()).toEqual([])
    }
    const after = await w.walletOf(id)
    expect((after?.principal ?? 0n) + (after?.gift ?? 0n)).toBe((before?.principal ?? 0n) + (before?.gift ?? 0n))
    expect(await w.credit('marketing_cost')).toBe(-3_334n)
    // What could be refunded before can be refunded again, and no more.
    const again = (await w.read('/api/wallet/refundBill/preview', { member: id, cause: 'consumer' })).data
    expect(again.bases.find((one: { basis: string }) => one.basis === 'proportional').most).toBe(most)
    for (const { id: topUp } of (await w.call('/api/wallet/buyBill/list', {})).data.list)
      expect((await w.read('/api/wallet/buyBill/usage', { id: topUp })).data.refunded).toEqual({
        principal: '0.00',
        gift: '0.00',
      })
  })

  test('stands for one receipt, however it is written, and is a fact that nothing changes', async () => {
    const first = await granted()
    const second = await granted()
    expect(
      (await w.onPart('payOut', first.part, { channel: w.channels.bank, receipt: '--' })).data.fields,
    ).toHaveProperty('receipt')
    expect((await w.onPart('payOut', first.part, { channel: w.channels.bank, receipt: 'A-7' })).success).toBe(true)
    expect((await w.onPart('payOut', second.part, { channel: w.channels.bank, receipt: ' ａ７' })).data.fields).toEqual(
      {
        receipt: 'Already in use',
      },
    )
    expect((await w.onPart('payOut', first.part, { channel: w.channels.bank, receipt: 'B' })).code).toBe(
      'payments.alreadyPaidOut',
    )
    const change = (statement: string) => w.in(tx => tx.execute(statement, [w.tenantId]))
    for (const statement of [
      "update payments_refund_part set receipt = 'x' where tenant_id = $1 and state = 'done'",
      "update payments_refund_part set state = 'waiting', paid_at = null, journal_id = null, booked_on = null where tenant_id = $1 and state = 'done'",
      'update payments_refund_part set amount_fen = 1 where tenant_id = $1',
      'update payments_refund set amount_fen = 1 where tenant_id = $1',
      'update payments_refund_take set by_hand_fen = 1 where tenant_id = $1',
      'delete from payments_refund_part where tenant_id = $1',
      'delete from payments_refund where tenant_id = $1',
      'delete from payments_refund_take where tenant_id = $1',
    ])
      await expect(change(statement), statement).rejects.toThrow(/permission denied|cannot be changed/)
  })
})

describe('at the same time', () => {
  test('of many who ask for one wallet one is granted a hold, and no fen is promised twice', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n)
    const answers = await Promise.all(Array.from({ length: 16 }, () => w.ask(id, '70')))
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(new Set(answers.filter(answer => !answer.success).map(answer => answer.code))).toEqual(
      new Set(['payments.refundUndecided']),
    )
    expect(await w.findings()).toEqual([])
  })

  test('approved by many it is granted once; approved and withdrawn, one of both', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n)
    const asked = await w.ask(id, '70')
    const answers = await Promise.all(Array.from({ length: 8 }, () => w.decide('approve', asked.data.id)))
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(await w.credit('refund_payable')).toBe(7_000n)
    const other = await w.ask(id, '20')
    const both = await Promise.all([w.decide('approve', other.data.id), w.decide('withdraw', other.data.id, w.ann)])
    expect(both.filter(answer => answer.success)).toHaveLength(1)
    expect(await w.findings()).toEqual([])
  })

  test('a refund, sessions and a reversal leave books and lots that agree', async () => {
    const id = await w.member()
    const { journalId } = await w.pay(id, 10_000n, 2_000n)
    await w.pay(id, 5_000n, 0n)
    const session = () =>
      w.in(tx =>
        freezeForSessions(tx, [
          {
            ...anEntry(w.tenantId),
            memberId: id,
            upTo: fen(500n),
            atLeast: fen(1n),
            mix: 'gift-first',
            expiresAt: null,
          },
        ]),
      )
    await Promise.all([
      w.ask(id, '90'),
      session(),
      w.call('/api/ledger/journal/reverse', { id: journalId, reason: 'x' }),
      session(),
      w.ask(id, '30', {}, w.bob),
      session(),
    ])
    expect(await w.findings()).toEqual([])
  })

  test('paid out twice, with one receipt or by two people, it leaves the w.channels.bank once', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n)
    const asked = await w.ask(id, '70')
    await w.decide('approve', asked.data.id)
    const [part] = await w.partsOf(asked.data.id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        w.onPart('payOut', part.id, { channel: w.channels.bank, receipt: `T${i % 2}` }),
      ),
    )
    expect(answers.filter(answer => answer.success)).toHaveLength(1)
    expect(await w.credit('bank')).toBe(7_000n - 10_000n)
    const ids = await Promise.all([w.member(), w.member(), w.member()])
    const parts = []
    for (const one of ids) {
      await w.pay(one, 1_000n, 0n)
      const { data } = await w.ask(one, '10')
      await w.decide('approve', data.id)
      parts.push((await w.partsOf(data.id))[0].id)
    }
    const same = await Promise.all(
      parts.map(one => w.onPart('payOut', one, { channel: w.channels.bank, receipt: 'ONE' })),
    )
    expect(same.filter(answer => answer.success)).toHaveLength(1)
    expect(await w.findings()).toEqual([])
  })
})

test('a refund that would give another amount than was asked for is not granted', async () => {
  const id = await w.member()
  await w.pay(id, 10_000n, 0n)
  const asked = await w.ask(id, '70')
  await w.replant('update payments_refund set amount_fen = 6999 where tenant_id = $1')
  expect((await w.decide('approve', asked.data.id)).code).toBe('payments.lotsChanged')
  expect(await w.partsOf(asked.data.id)).toEqual([])
})

describe('the verifier', () => {
  test('finds a changed refund, take, part, lot and a pay-out without its part', async () => {
    const id = await w.member()
    await w.pay(id, 10_000n, 0n)
    const asked = await w.ask(id, '70')
    await w.decide('approve', asked.data.id)
    expect(await w.findings()).toEqual([])
    const checks = async () => [...new Set((await w.findings()).map(one => one.check))].toSorted()
    await w.replant('update payments_refund_part set amount_fen = 6999 where tenant_id = $1')
    expect(await checks()).toEqual(['payments.refundParts', 'payments.refundPayable'])
    await w.replant('update payments_refund_part set amount_fen = 7000 where tenant_id = $1')
    await w.replant('update payments_lot set refunded_fen = 6999, principal_taken_fen = 6999 where tenant_id = $1')
    expect(await checks()).toEqual(['payments.refundOfLot'])
    await w.replant('update payments_lot set refunded_fen = 7000, principal_taken_fen = 7000 where tenant_id = $1')
    await w.replant('update payments_refund set amount_fen = 6999 where tenant_id = $1')
    expect(await checks()).toEqual(['payments.refundTakes'])
    await w.replant('update payments_refund set amount_fen = 7000 where tenant_id = $1')
    const [part] = await w.partsOf(asked.data.id)
    await w.onPart('payOut', part.id, { channel: w.channels.bank, receipt: 'R9' })
    expect(await checks()).toEqual([])
    await w.replant(
      "update payments_refund_part set state = 'waiting', paid_at = null, booked_on = null, journal_id = null where tenant_id = $1",
    )
    expect(await checks()).toEqual(['payments.partJournal', 'payments.refundPayable', 'payments.refundState'])
  })

  test('finds a refund or a part in another name, a state that its parts deny, and a pay-out by another way', async () => {
    const first = await w.member()
    const second = await w.member()
    const parts = []
    for (const id of [first, second]) {
      await w.pay(id, 10_000n, 5_000n)
      const asked = await w.ask(id, '70')
      await w.decide('approve', asked.data.id)
      parts.push((await w.partsOf(asked.data.id))[0])
    }
    const [paid, back] = parts
    await w.onPart('payOut', paid.id, { channel: w.channels.bank, receipt: 'R1' })
    await w.onPart('callOff', back.id, { reason: 'x' })
    await w.onPart('giveBack', back.id, { reason: 'x' })
    const checks = async () => [...new Set((await w.findings()).map(one => one.check))].toSorted()
    expect(await checks()).toEqual([])
    const seen = async (change: string, undo: string) => {
      await w.replant(change)
      const found = await checks()
      await w.replant(undo)
      expect(await checks()).toEqual([])
      return found
    }
    const part = (set: string) => `update payments_refund_part set ${set} where tenant_id = $1 and id = '${paid.id}'`
    const refund = (set: string) => `update payments_refund set ${set} where tenant_id = $1 and id = '${paid.refund}'`
    const lot = (set: string) => `update payments_lot set ${set} where tenant_id = $1 and origin = 'givenBack'`
    expect(await seen(part(`member_id = '${second}'`), part(`member_id = '${first}'`))).toEqual([
      'payments.refundState',
    ])
    expect(await seen(refund(`member_id = '${second}'`), refund(`member_id = '${first}'`))).toEqual([
      'payments.refundState',
    ])
    expect(await seen(refund("state = 'failed'"), refund("state = 'done'"))).toEqual(['payments.refundState'])
    const by = (kind: 'bank' | 'cash' | 'wechat') => part(`way = '${kind}', channel_id = '${w.channels[kind]}'`)
    expect(await seen(by('cash'), by('bank'))).toEqual(['payments.partJournal'])
    expect(await seen(by('wechat'), by('bank'))).toEqual(['payments.partJournal'])
    expect(await seen(lot('gift_fen = gift_fen + 1'), lot('gift_fen = gift_fen - 1'))).toEqual([
      'payments.giftGivenBack',
      'payments.lotGivenBack',
    ])
  })
})

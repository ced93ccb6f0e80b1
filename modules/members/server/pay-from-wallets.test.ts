import { fen, sumFen } from '@wattyard/money'
import { type Database, newId } from '@wattyard/server-kit'
import { journalsOf, verifyLedger } from '@wattyard/ledger/server'
import { testDatabase } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MIX_RULES, sumParts, takeParts, type Wallet } from '../contract/index.ts'
import { aMember, anEntry, aPayment, type TestMember } from '../testing/index.ts'
import { freezeForSessions, type SessionFreeze } from './freeze-for-sessions.ts'
import { topUpWallet } from './move-wallet-money.ts'
import { type OrderPayment, payFromWallets } from './pay-from-wallets.ts'
import { type OrderRefund, refundOrders } from './refund-orders.ts'
import { walletsOf } from './wallets.ts'

let db: Database
let tenantId: string
let member: TestMember

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  tenantId = newId()
  member = await db.tenant(tenantId, tx => aMember(tx, tenantId, { principal: 10_000n, gift: 2_000n }))
})

async function wallet(of: TestMember = member): Promise<Wallet> {
  const found = await db.tenant(tenantId, tx => walletsOf(tx, [of]))
  const own = found.get(of.memberId)
  if (!own) throw new Error('no wallet')
  return own
}

const aFreeze = (over: Partial<SessionFreeze> = {}): SessionFreeze => ({
  ...anEntry(tenantId),
  memberId: member.memberId,
  upTo: fen(5_000n),
  atLeast: fen(100n),
  mix: 'gift-first',
  expiresAt: null,
  ...over,
})

const freeze = (requests: SessionFreeze[]) => db.tenant(tenantId, tx => freezeForSessions(tx, requests))
const pay = (orders: OrderPayment[]) => db.tenant(tenantId, tx => payFromWallets(tx, orders))
const refund = (refunds: OrderRefund[]) => db.tenant(tenantId, tx => refundOrders(tx, refunds))

async function frozen(request: SessionFreeze): Promise<{ holdId: string; parts: { principal: bigint; gift: bigint } }> {
  const [result] = await freeze([request])
  if (!result || !('holdId' in result)) throw new Error(`not frozen: ${JSON.stringify(result?.outcome)}`)
  return result
}

async function verified(): Promise<void> {
  const report = await db.tenant(tenantId, tx => verifyLedger(tx, { tenantId, now: 0 }))
  expect(report.findings).toEqual([])
  expect(report.counted.journals).toBeGreaterThan(0)
}

describe('freezing for a session', () => {
  it('sets aside up to the amount by the rule and tells the mix', async () => {
    const [result] = await freeze([aFreeze()])
    expect(result).toMatchObject({ outcome: 'frozen', parts: { principal: 3_000n, gift: 2_000n } })
    expect(await wallet()).toEqual({
      principal: 7_000n,
      gift: 0n,
      frozenPrincipal: 3_000n,
      frozenGift: 2_000n,
      owed: 0n,
    })
  })

  it('sets aside what there is, refuses below the least, and lets credit start with nothing', async () => {
    const poor = await db.tenant(tenantId, tx => aMember(tx, tenantId, { principal: 300n }))
    const none = await db.tenant(tenantId, tx => aMember(tx, tenantId))
    const results = await freeze([
      aFreeze({ memberId: poor.memberId }),
      aFreeze({ memberId: none.memberId }),
      aFreeze({ memberId: none.memberId, atLeast: fen(0n) }),
      aFreeze(),
    ])
    expect(results.map(result => result.outcome)).toEqual(['frozen', 'refused', 'nothing', 'frozen'])
    expect(results[0]).toMatchObject({ parts: { principal: 300n, gift: 0n } })
    expect(results[1]).toMatchObject({ available: 0n })
  })

  it('makes one hold per session, however often it is asked and whatever the wallet holds by then', async () => {
    const request = aFreeze()
    const first = await frozen(request)
    await frozen(aFreeze({ upTo: fen(7_000n) }))
    const [again] = await freeze([{ ...request, idemKey: newId() }])
    expect(again).toMatchObject({ outcome: 'repeated', holdId: first.holdId, parts: first.parts })
  })

  it('lets two sessions of one member in one call share the wallet in order', async () => {
    const results = await freeze([aFreeze({ upTo: fen(8_000n) }), aFreeze({ upTo: fen(8_000n) })])
    expect(results).toMatchObject([
      { parts: { principal: 6_000n, gift: 2_000n } },
      { parts: { principal: 4_000n, gift: 0n } },
    ])
    await verified()
  })
})

describe('paying an order', () => {
  it('takes from the hold, gives the rest back, and books both revenues', async () => {
    const { holdId } = await frozen(aFreeze())
    const order = aPayment(member, {
      holdId,
      electricity: fen(1_800n),
      service: fen(700n),
      fromHold: { principal: fen(500n), gift: fen(2_000n) },
    })
    const [result] = await pay([order])
    expect(result?.outcome).toBe('posted')
    expect(await wallet()).toEqual({ principal: 9_500n, gift: 0n, frozenPrincipal: 0n, frozenGift: 0n, owed: 0n })
    const [journal] = await db.tenant(tenantId, tx => journalsOf(tx, { tenantId, ...order.source }))
    expect(journal?.postings.map(({ debit, credit, amount_fen }) => [debit.code, credit.code, amount_fen])).toEqual([
      ['wallet_frozen_gift', 'service_revenue', 700n],
      ['wallet_frozen', 'electricity_revenue', 500n],
      ['wallet_frozen_gift', 'electricity_revenue', 1_300n],
      ['wallet_frozen', 'wallet_principal', 2_500n],
    ])
    expect((await pay([order]))[0]).toMatchObject({ outcome: 'repeated' })
    await verified()
  })

  it('pays what the hold did not cover from the wallet and then on credit, never below zero', async () => {
    const { holdId } = await frozen(aFreeze({ upTo: fen(11_000n) }))
    const order = aPayment(member, {
      holdId,
      electricity: fen(12_000n),
      service: fen(1_000n),
      discounted: fen(400n),
      fromHold: { principal: fen(9_000n), gift: fen(2_000n) },
      fromAvailable: { principal: fen(1_000n), gift: fen(0n) },
      receivable: fen(600n),
    })
    expect((await pay([order]))[0]?.outcome).toBe('posted')
    expect(await wallet()).toEqual({ principal: 0n, gift: 0n, frozenPrincipal: 0n, frozenGift: 0n, owed: 600n })
    await verified()
  })

  it('pays without a hold, for nobody, and for nothing', async () => {
    const source = { fromAvailable: { principal: fen(100n), gift: fen(0n) }, electricity: fen(100n) }
    const results = await pay([
      aPayment(member, source),
      { ...aPayment(member, { electricity: fen(50n), receivable: fen(50n) }), memberId: null },
      aPayment(member),
    ])
    expect(results.map(result => result.outcome)).toEqual(['posted', 'posted', 'nothing'])
    expect(await wallet()).toMatchObject({ principal: 9_900n, owed: 0n })
    await verified()
  })

  it('refuses what wallet or hold do not have, one order at a time', async () => {
    const { holdId } = await frozen(aFreeze({ upTo: fen(3_000n) }))
    const results = await pay([
      aPayment(member, { electricity: fen(50_000n), fromAvailable: { principal: fen(50_000n), gift: fen(0n) } }),
      aPayment(member, { holdId, electricity: fen(3_001n), fromHold: { principal: fen(1_001n), gift: fen(2_000n) } }),
      aPayment(member, { electricity: fen(10n), fromAvailable: { principal: fen(10n), gift: fen(0n) } }),
    ])
    expect(results.map(result => (result.outcome === 'refused' ? result.reason : result.outcome))).toEqual([
      'insufficient',
      'overHold',
      'posted',
    ])
    await verified()
  })

  it('rejects amounts that do not add up', async () => {
    await expect(pay([aPayment(member, { electricity: fen(5n) })])).rejects.toThrow(RangeError)
    await expect(
      pay([aPayment(member, { electricity: fen(5n), fromHold: { principal: fen(5n), gift: fen(0n) } })]),
    ).rejects.toThrow(/hold/)
  })
})

describe('what a member owes', () => {
  it('is paid by the next top-up before anything else', async () => {
    await pay([aPayment(member, { electricity: fen(700n), receivable: fen(700n) })])
    const topUp = (principal: bigint) =>
      db.tenant(tenantId, tx =>
        topUpWallet(tx, {
          ...anEntry(tenantId),
          memberId: member.memberId,
          principal: fen(principal),
          gift: fen(0n),
          arrival: { code: 'bank' },
        }),
      )
    expect((await topUp(500n)).paidDebt).toBe(500n)
    expect(await wallet()).toMatchObject({ principal: 10_000n, owed: 200n })
    expect((await topUp(500n)).paidDebt).toBe(200n)
    expect(await wallet()).toMatchObject({ principal: 10_300n, owed: 0n })
    await verified()
  })
})

describe('refunding an order', () => {
  const none = { principal: fen(0n), gift: fen(0n), channel: fen(0n) }

  async function paidOrder(): Promise<OrderPayment> {
    const order = aPayment(member, {
      electricity: fen(1_000n),
      service: fen(500n),
      fromAvailable: { principal: fen(1_000n), gift: fen(300n) },
      receivable: fen(200n),
    })
    await pay([order])
    return order
  }

  const aRefund = ({ source }: OrderPayment, over: Partial<OrderRefund>): OrderRefund => ({
    ...anEntry(tenantId, { source }),
    memberId: member.memberId,
    back: none,
    waived: fen(0n),
    electricity: fen(0n),
    service: fen(0n),
    ...over,
  })

  it('in full leaves nothing of the order (I-35)', async () => {
    const before = await wallet()
    const order = await paidOrder()
    const back = { principal: fen(1_000n), gift: fen(300n), channel: fen(0n) }
    const [result] = await refund([
      aRefund(order, { back, waived: fen(200n), electricity: fen(1_000n), service: fen(500n) }),
    ])
    expect(result?.outcome).toBe('posted')
    expect(await wallet()).toEqual(before)
    await verified()
  })

  it('never gives a source more than it paid, over all refunds together (I-34)', async () => {
    const order = await paidOrder()
    const part = (principal: bigint, gift: bigint) =>
      aRefund(order, {
        back: { ...none, principal: fen(principal), gift: fen(gift) },
        electricity: fen(principal + gift),
      })
    const first = part(600n, 0n)
    expect((await refund([first]))[0]?.outcome).toBe('posted')
    expect((await refund([part(401n, 0n)]))[0]).toMatchObject({ outcome: 'refused', reason: 'overPaid' })
    expect((await refund([part(0n, 301n)]))[0]).toMatchObject({ outcome: 'refused', reason: 'overPaid' })
    expect((await refund([part(400n, 0n)]))[0]?.outcome).toBe('posted')
    expect((await refund([first]))[0]?.outcome).toBe('repeated')
    expect((await refund([aRefund(order, { waived: fen(201n), service: fen(201n) })]))[0]).toMatchObject({
      outcome: 'refused',
      reason: 'insufficient',
    })
    await verified()
  })
})

describe('any course of sessions', () => {
  const amount = fc.bigInt({ min: 0n, max: 9_000n }).map(fen)
  const session = fc.record({
    upTo: amount,
    electricity: amount,
    service: amount,
    mix: fc.constantFrom(...MIX_RULES),
    refundPpm: fc.bigInt({ min: 0n, max: 1_000_000n }),
  })

  type Session = typeof session extends fc.Arbitrary<infer T> ? T : never

  it('accounts for every fen: wallet + revenue − debt stays what was paid in (I-31, I-32, I-35)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(session, { maxLength: 6 }), async sessions => {
        tenantId = newId()
        member = await db.tenant(tenantId, tx => aMember(tx, tenantId, { principal: 10_000n, gift: 2_000n }))
        let revenue = 0n
        for (const one of sessions) revenue += await runSession(one)
        const { principal, gift, frozenPrincipal, frozenGift, owed } = await wallet()
        expect([frozenPrincipal, frozenGift]).toEqual([0n, 0n])
        for (const part of [principal, gift, owed]) expect(part).toBeGreaterThanOrEqual(0n)
        expect(principal + gift - owed + revenue).toBe(12_000n)
        await verified()
      }),
      { numRuns: 25 },
    )
  })

  /** Freezes, pays by the rules, perhaps refunds in full; answers the revenue that stays. */
  async function runSession({ upTo, electricity, service, mix, refundPpm }: Session): Promise<bigint> {
    const [freezing] = await freeze([aFreeze({ upTo, atLeast: fen(0n), mix })])
    const hold = freezing && 'parts' in freezing ? freezing : null
    const due = sumFen([electricity, service])
    const fromHold = takeParts(due, hold?.parts ?? { principal: fen(0n), gift: fen(0n) }, mix)
    const rest = fen(due - sumParts(fromHold))
    const fromAvailable = takeParts(rest, await wallet(), mix)
    const order = aPayment(member, {
      holdId: hold?.holdId ?? null,
      electricity,
      service,
      fromHold,
      fromAvailable,
      receivable: fen(rest - sumParts(fromAvailable)),
    })
    const [paid] = await pay([order])
    expect(['posted', 'nothing']).toContain(paid?.outcome)
    if (refundPpm < 500_000n || due === 0n) return due
    const back = {
      principal: fen(fromHold.principal + fromAvailable.principal),
      gift: fen(fromHold.gift + fromAvailable.gift),
      channel: fen(0n),
    }
    const [result] = await refund([
      {
        ...anEntry(tenantId, { source: order.source }),
        memberId: member.memberId,
        back,
        waived: order.receivable,
        electricity,
        service,
      },
    ])
    expect(result?.outcome).toBe('posted')
    return 0n
  }
})

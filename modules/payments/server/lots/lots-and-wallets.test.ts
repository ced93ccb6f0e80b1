import { aTenant } from '@wattyard/identity/testing'
import { verifyLedger } from '@wattyard/ledger/server'
import { freezeForSessions, payFromWallets, refundOrders, walletsOf } from '@wattyard/members/server'
import { anEntry, aPayment } from '@wattyard/members/testing'
import { type Fen, fen, formatFen, minFen, parseFen, sumFen, ZERO_FEN } from '@wattyard/money'
import { type Caller, newId, type Tx } from '@wattyard/server-kit'
import { callerWith, type TestServer } from '@wattyard/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSound, REFUND_BASES, type RefundBasis } from '../../contract/index.ts'
import { aChannel, aPayingMember } from '../../testing/index.ts'
import { paymentsServer } from '../../testing/payments-server.ts'
import { LOT_CHECKS, walletLots } from '../index.ts'

let server: TestServer

beforeAll(async () => {
  server = await paymentsServer()
})
afterAll(() => server.close())

/** A wallet of its own, with everything that can happen to it. */
class History {
  readonly tenantId: string
  readonly memberId: string
  readonly as: Caller
  private readonly channel: string
  private readonly journals: string[] = []
  private readonly orders: { id: string; principal: Fen; gift: Fen }[] = []
  /** Top-ups. */
  get done(): number {
    return this.journals.length
  }
  private hold: { id: string; order: string } | null = null
  /** The undecided one. */
  private refund: string | null = null
  granted = 0
  /** Whether a part of a refund came back to the wallet. */
  hasGivenBack = false

  constructor(tenantId: string, memberId: string, channel: string) {
    this.tenantId = tenantId
    this.memberId = memberId
    this.channel = channel
    this.as = callerWith({ tenantId })
  }

  in<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return server.db.tenant(this.tenantId, work)
  }

  call(path: string, input: Record<string, unknown>) {
    return server.call(path, input, { as: this.as, key: newId() })
  }

  async wallet() {
    const wallet = (await this.in(tx => walletsOf(tx, [this]))).get(this.memberId)
    if (!wallet) throw new Error('no wallet')
    return wallet
  }

  async topUp(principal: bigint, gift: bigint): Promise<void> {
    if (principal + gift === 0n) return
    const asked = {
      id: this.memberId,
      principal: formatFen(fen(principal)),
      gift: formatFen(fen(gift)),
      channel: this.channel,
    }
    const answer = await this.call('/api/member/member/topUp', asked)
    if (!answer.success) throw new Error(answer.msg)
    this.journals.push(answer.data.journalId)
  }

  /** An order without a hold; what the wallet lacks is owed. */
  async charge(amount: bigint): Promise<void> {
    const { principal, gift } = await this.wallet()
    const ofGift = minFen(fen(amount), gift)
    const ofPrincipal = minFen(fen(amount - ofGift), principal)
    const order = newId()
    await this.in(tx =>
      payFromWallets(tx, [
        aPayment(this, {
          source: { type: 'charging.order', id: order },
          electricity: fen(amount),
          fromAvailable: { principal: ofPrincipal, gift: ofGift },
          receivable: fen(amount - ofGift - ofPrincipal),
        }),
      ]),
    )
    this.orders.push({ id: order, principal: ofPrincipal, gift: ofGift })
  }

  async freeze(amount: bigint): Promise<void> {
    if (this.hold) return
    const order = newId()
    const asked = { ...anEntry(this.tenantId), source: { type: 'charging.order', id: order }, memberId: this.memberId }
    const [held] = await this.in(tx =>
      freezeForSessions(tx, [{ ...asked, upTo: fen(amount), atLeast: fen(1n), mix: 'proportional', expiresAt: null }]),
    )
    if (held && 'holdId' in held) this.hold = { id: held.holdId, order }
  }

  /** Ends the hold by an order that uses nothing of it, which gives it back. */
  async release(): Promise<void> {
    const { hold } = this
    if (!hold) return
    this.hold = null
    await this.in(tx =>
      payFromWallets(tx, [aPayment(this, { source: { type: 'charging.order', id: hold.order }, holdId: hold.id })]),
    )
  }

  async giveBack(which: number): Promise<void> {
    const order = this.orders[which % Math.max(1, this.orders.length)]
    if (!order || order.principal + order.gift === 0n) return
    const back = { principal: order.principal, gift: order.gift, channel: ZERO_FEN }
    const done = await this.in(tx =>
      refundOrders(tx, [
        {
          ...anEntry(this.tenantId, { source: { type: 'charging.order', id: order.id } }),
          memberId: this.memberId,
          back,
          waived: ZERO_FEN,
          electricity: sumFen([back.principal, back.gift]),
          service: ZERO_FEN,
        },
      ]),
    )
    if (done[0]?.outcome === 'posted') Object.assign(order, { principal: ZERO_FEN, gift: ZERO_FEN })
  }

  async takeOut(amount: bigint): Promise<void> {
    await this.call('/api/member/member/refundWallet', {
      id: this.memberId,
      amount: formatFen(fen(amount)),
      reason: 'x',
    })
  }

  /** Asks for a part of what can be refunded, under a basis that the company has just chosen. */
  async ask(partPpm: number, basis: RefundBasis): Promise<void> {
    if (this.refund !== null) return
    await this.call('/api/payments/refundRule/issue', { consumer: basis, operator: basis, closure: basis })
    const wanted = { member: this.memberId, cause: 'closure' }
    const seen = await server.call('/api/wallet/refundBill/preview', wanted, { as: this.as, method: 'GET' })
    const most = seen.data.bases.find((one: { basis: string }) => one.basis === basis)?.most ?? '0'
    const amount = fen((parseFen(most) * BigInt(partPpm)) / 1_000_000n)
    if (amount === ZERO_FEN) return
    const asked = await this.call('/api/wallet/refundBill/ask', { ...wanted, amount: formatFen(amount), reason: 'x' })
    // A debt has to be paid first; everything else that was said to be refundable is.
    if (!asked.success && asked.code !== 'members.owesFirst') throw new Error(asked.msg)
    if (asked.success) this.refund = asked.data.id
  }

  async decide(what: 'approve' | 'reject'): Promise<void> {
    const id = this.refund
    if (id === null) return
    const input = { id, ...(what === 'reject' ? { reason: 'x' } : {}) }
    const decided = await this.call(`/api/wallet/refundBill/${what}`, input)
    // A debt that came since has to be paid first: the request waits for that.
    if (what === 'approve' && decided.code === 'members.owesFirst') {
      if ((await this.wallet()).owed === ZERO_FEN) throw new Error('refused for a debt that is not there')
      return
    }
    if (!decided.success) throw new Error(decided.msg)
    this.refund = null
    if (what === 'approve') this.granted++
  }

  /** Does the next thing with a part: ends it, and pays out, repeats or gives back what ended. */
  async movePart(which: number, what: 'payOut' | 'callOff' | 'retry' | 'giveBack'): Promise<void> {
    const { list } = (await this.call('/api/payments/refundPart/list', { pageSize: 100, sort: 'createdAt' })).data
    const part = list[which % Math.max(1, list.length)]
    if (!part) return
    const input = what === 'payOut' ? { channel: this.channel, receipt: newId() } : { reason: 'x' }
    const done = await this.call(`/api/payments/refundPart/${what}`, {
      id: part.id,
      ...(what === 'retry' ? {} : input),
    })
    if (what === 'giveBack' && done.success) this.hasGivenBack = true
  }

  async reverse(which: number): Promise<void> {
    const id = this.journals[which % Math.max(1, this.journals.length)]
    if (id !== undefined) await this.call('/api/ledger/journal/reverse', { id, reason: 'x' })
  }
}

/** Lots, wallet, the list and the usage of each top-up agree. */
async function mustAgree(history: History): Promise<void> {
  const wallet = await history.wallet()
  const found = (await history.in(tx => walletLots(tx, [history]))).get(history.memberId)
  if (!found) throw new Error('no lots')
  expect(isSound(found)).toBe(true)
  expect(sumFen(found.rests.map(rest => rest.principal))).toBe(wallet.principal + wallet.frozenPrincipal)
  expect(sumFen(found.rests.map(rest => rest.gift))).toBe(wallet.gift + wallet.frozenGift)
  const report = await history.in(tx => verifyLedger(tx, { tenantId: history.tenantId, now: 0, checks: LOT_CHECKS }))
  expect(report.findings).toEqual([])
  const { data } = await history.call('/api/wallet/buyBill/list', { pageSize: 100 })
  for (const payment of data.list) {
    const input = { id: payment.id }
    const usage = await server.call('/api/wallet/buyBill/usage', input, { as: history.as, method: 'GET' })
    expect(usage.success, usage.msg).toBe(true)
    if (payment.state === 'reversed') continue
    expect(usage.data.rest).toEqual({ principal: payment.rest, gift: payment.giftRest })
    const { uses, credited, refunded, rest } = usage.data
    const missing = (part: 'principal' | 'gift'): bigint => {
      const used = sumFen(uses.map((one: Record<'principal' | 'gift', string>) => parseFen(one[part])))
      return parseFen(credited[part]) - used - parseFen(refunded[part]) - parseFen(rest[part])
    }
    // What came back can be the other kind of money (decision 420): then only both together add up.
    expect(missing('principal') + missing('gift')).toBe(0n)
    expect(history.hasGivenBack || missing('principal') === 0n).toBe(true)
  }
}

async function aHistory(): Promise<History> {
  const { tenantId } = await aTenant(server.db)
  return server.db.tenant(tenantId, async tx => {
    const { memberId } = await aPayingMember(tx, tenantId)
    return new History(tenantId, memberId, await aChannel(tx, tenantId))
  })
}

const amount = fc.bigInt({ min: 1n, max: 5_000n })
const step = fc.oneof(
  fc.record({ what: fc.constant('topUp' as const), amount, gift: fc.bigInt({ min: 0n, max: 900n }) }),
  fc.record({ what: fc.constantFrom('charge' as const, 'freeze' as const, 'takeOut' as const), amount }),
  fc.record({ what: fc.constantFrom('giveBack' as const, 'reverse' as const), which: fc.nat({ max: 9 }) }),
  fc.record({ what: fc.constant('release' as const) }),
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('ask' as const),
      partPpm: fc.nat({ max: 1_000_000 }),
      basis: fc.constantFrom(...REFUND_BASES),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const) }),
  },
  fc.record({
    what: fc.constantFrom('payOut' as const, 'callOff' as const, 'retry' as const, 'giveBackPart' as const),
    which: fc.nat({ max: 9 }),
  }),
)

test('whatever happens to a wallet, its lots add up to it, and each top-up says where its money went', async () => {
  let granted = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async steps => {
      const history = await aHistory()
      await history.topUp(1_000n, 50n)
      for (const one of steps) {
        if (one.what === 'topUp') await history.topUp(one.amount, one.gift)
        else if (one.what === 'charge') await history.charge(one.amount)
        else if (one.what === 'freeze') await history.freeze(one.amount)
        else if (one.what === 'takeOut') await history.takeOut(one.amount)
        else if (one.what === 'giveBack') await history.giveBack(one.which)
        else if (one.what === 'reverse') await history.reverse(one.which)
        else if (one.what === 'ask') await history.ask(one.partPpm, one.basis)
        else if (one.what === 'approve' || one.what === 'reject') await history.decide(one.what)
        else if (one.what === 'release') await history.release()
        else if (one.what === 'giveBackPart') await history.movePart(one.which, 'giveBack')
        else if (one.what === 'payOut' || one.what === 'callOff' || one.what === 'retry')
          await history.movePart(one.which, one.what)
      }
      await mustAgree(history)
      expect(history.done).toBeGreaterThan(0)
      granted += history.granted
    }),
    { numRuns: 40 },
  )
  expect(granted).toBeGreaterThan(5)
}, 120_000)

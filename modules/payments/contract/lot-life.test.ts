import { isDeepStrictEqual } from 'node:util'
import { type Fen, fen, minFen, ZERO_FEN } from '@wattyard/money'
import { EMPTY_WALLET, sumParts, type Wallet, type WalletParts } from '@wattyard/members/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { afterRefund, isSound, type Lot, lotRests } from './lot-rests.ts'
import { REFUND_BASES, type RefundBasis, type Take, takeFromLot, takenParts } from './refund-basis.ts'
import { amountOf, splitLotsOf, splitRefund } from './split-refund.ts'

const NOTHING: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }
const PARTS = ['principal', 'gift'] as const
const FROZEN = { principal: 'frozenPrincipal', gift: 'frozenGift' } as const
const KINDS = [
  ...(['topUp', 'topUp', 'use', 'use', 'return', 'hold', 'release'] as const),
  ...(['request', 'request', 'approve', 'approve', 'reject', 'giveBack'] as const),
] as const

interface Happening {
  kind: (typeof KINDS)[number]
  principal: Fen
  gift: Fen
  basis: RefundBasis
}

interface Plan {
  amount: Fen
  takes: ReadonlyMap<string, Take>
  onHold: WalletParts
}

/** A wallet, its lots, and at most one undecided refund. The wallet's balances are moved as the books would move them. */
class Life {
  readonly wallet: Wallet = { ...EMPTY_WALLET }
  lots: (Lot & { paymentId: null })[] = []
  plan: Plan | null = null
  approved = 0
  private readonly used = { principal: 0n, gift: 0n }
  private paidOut = 0n

  happen({ kind, basis, ...parts }: Happening): void {
    if (kind === 'topUp') this.topUp(parts)
    if (kind === 'request' && this.plan === null) this.request(parts.principal, basis)
    if (kind === 'approve' || kind === 'reject') this.decide(kind)
    if (kind === 'giveBack') this.giveBack(minFen(parts.principal, fen(this.paidOut)))
    for (const part of PARTS) this.move(kind, part, parts[part])
  }

  private move(kind: Happening['kind'], part: keyof WalletParts, wanted: Fen): void {
    const { wallet, used } = this
    if (kind === 'use' || kind === 'hold') {
      const amount = minFen(wanted, wallet[part])
      wallet[part] = fen(wallet[part] - amount)
      if (kind === 'use') used[part] += amount
      else wallet[FROZEN[part]] = fen(wallet[FROZEN[part]] + amount)
    }
    if (kind === 'return' || kind === 'release') {
      const amount = minFen(wanted, kind === 'return' ? fen(used[part]) : wallet[FROZEN[part]])
      wallet[part] = fen(wallet[part] + amount)
      if (kind === 'return') used[part] -= amount
      else wallet[FROZEN[part]] = fen(wallet[FROZEN[part]] - amount)
    }
  }

  private topUp(credited: WalletParts): void {
    const id = `lot-${this.lots.length}`
    const nothing = { refunded: ZERO_FEN, forfeited: ZERO_FEN, principalTaken: ZERO_FEN, spent: NOTHING }
    this.lots.push({ id, credited, ...nothing, reserved: NOTHING, paymentId: null })
    for (const part of PARTS) this.wallet[part] = fen(this.wallet[part] + credited[part])
  }

  private request(wanted: Fen, basis: RefundBasis): void {
    const lots = splitLotsOf(this.lots, this.wallet)
    const context = { lots, payments: [], basis, now: 0 }
    const most = splitRefund(ZERO_FEN, context)
    const amount = most.ok ? ZERO_FEN : minFen(wanted, most.most)
    const split = splitRefund(amount, context)
    if (!split.ok) return
    const valueOf = new Map(lots.map(lot => [lot.id, lot.value]))
    const takes = new Map<string, Take>()
    for (const row of split.rows) {
      const value = valueOf.get(row.lotId)
      if (value) takes.set(row.lotId, takeFromLot(value, basis, amountOf(row)))
    }
    const taken = [...takes.values()].map(takenParts)
    const onHold = { principal: sumOf(taken, 'principal'), gift: sumOf(taken, 'gift') }
    for (const part of PARTS) this.wallet[part] = fen(this.wallet[part] - onHold[part])
    this.plan = { amount, takes, onHold }
    this.lots = this.lots.map(lot => {
      const take = takes.get(lot.id)
      return take ? { ...lot, reserved: takenParts(take) } : lot
    })
  }

  private decide(decision: 'approve' | 'reject'): void {
    if (this.plan === null) return
    const { amount, takes, onHold } = this.plan
    this.lots = this.lots.map(lot => {
      const take = takes.get(lot.id)
      if (!take) return lot
      return decision === 'approve' ? { ...lot, ...afterRefund(lot, take) } : { ...lot, reserved: NOTHING }
    })
    this.plan = null
    if (decision === 'approve') this.paidOut += amount
    if (decision === 'approve') this.approved++
    else for (const part of PARTS) this.wallet[part] = fen(this.wallet[part] + onHold[part])
  }

  /** Money of a part that failed comes back as a lot of its own. */
  private giveBack(amount: Fen): void {
    this.paidOut -= amount
    if (amount > ZERO_FEN) this.topUp({ principal: amount, gift: ZERO_FEN })
  }

  /** What the wallet has: available, on hold for sessions, on hold for the undecided refund. */
  left(): WalletParts {
    const { principal, gift, frozenPrincipal, frozenGift } = this.wallet
    const onHold = this.plan?.onHold ?? NOTHING
    return { principal: sum(principal, frozenPrincipal, onHold.principal), gift: sum(gift, frozenGift, onHold.gift) }
  }
}

const sum = (...amounts: readonly Fen[]): Fen => fen(amounts.reduce((total, one) => total + one, 0n))
const sumOf = (list: readonly WalletParts[], part: keyof WalletParts): Fen => sum(...list.map(one => one[part]))

const happenings: fc.Arbitrary<Happening> = fc.record({
  kind: fc.constantFrom(...KINDS),
  principal: fc.bigInt({ min: 0n, max: 60n }).map(fen),
  gift: fc.bigInt({ min: 0n, max: 40n }).map(fen),
  basis: fc.constantFrom(...REFUND_BASES),
})

test('lots agree with the wallet through any life of it, and a decided refund fits (10,000 runs)', () => {
  let approved = 0
  fc.assert(
    fc.property(fc.array(happenings, { maxLength: 25, size: 'max' }), list => {
      const life = new Life()
      for (const happening of list) {
        const before = lotRests(life.lots, life.left()).rests
        const { plan } = life
        life.happen(happening)
        const { wallet, lots } = life
        const found = lotRests(lots, life.left())
        const total = sumOf(found.rests, 'principal') + sumOf(found.rests, 'gift')
        // Thrown: four expectations at each of the 130,000 steps take ten seconds.
        if (Object.values(wallet).some(amount => amount < 0n)) throw new Error('the wallet is below nothing')
        if (!isSound(found) || total !== sumParts(life.left())) throw new Error('lots and wallet differ')
        const isApproval = happening.kind === 'approve' && plan !== null
        // An approval takes from its lots what it has reserved there, and moves no other rest.
        const taken = lots.map(lot => takenOf(isApproval ? plan.takes.get(lot.id) : undefined))
        const isQuiet = isApproval || happening.kind === 'request' || happening.kind === 'hold'
        const kept = before.map((rest, i) => ({
          principal: rest.principal - (taken[i]?.principal ?? 0n),
          gift: rest.gift - (taken[i]?.gift ?? 0n),
        }))
        if (isQuiet && !isDeepStrictEqual(found.rests, kept)) throw new Error(`${happening.kind} moves another rest`)
      }
      approved += life.approved
    }),
    { numRuns: 10_000 },
  )
  expect(approved).toBeGreaterThan(1_000)
})

test('money on hold for a session is not used yet, and lies in the oldest lots', () => {
  const stored = (id: string): Lot & { paymentId: null } => ({
    id,
    credited: { principal: fen(100n), gift: fen(10n) },
    refunded: ZERO_FEN,
    forfeited: ZERO_FEN,
    principalTaken: ZERO_FEN,
    spent: NOTHING,
    reserved: NOTHING,
    paymentId: null,
  })
  const wallet = {
    ...EMPTY_WALLET,
    principal: fen(120n),
    frozenPrincipal: fen(50n),
    gift: fen(10n),
    frozenGift: fen(4n),
  }
  const lots = [stored('old'), stored('new')]
  expect(splitLotsOf(lots, wallet).map(({ value, free }) => ({ rest: value.rest, free }))).toEqual([
    { rest: { principal: 70n, gift: 4n }, free: { principal: 20n, gift: 0n } },
    { rest: { principal: 100n, gift: 10n }, free: { principal: 100n, gift: 10n } },
  ])
  const undecided = { ...stored('old'), reserved: { principal: fen(1n), gift: ZERO_FEN } }
  expect(() => splitLotsOf([undecided], wallet)).toThrow(RangeError)
})

const takenOf = (take: Take | undefined): WalletParts => (take ? takenParts(take) : NOTHING)

import { allocateFen, type Fen, maxFen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'

/** Wallet money by origin. Both parts have ledger accounts of their own (trust 5.4). */
export interface WalletParts {
  principal: Fen
  gift: Fen
}

/**
 * Order of payment. `gift-first`: bonus money first; `principal-first`: the reverse; `proportional`: in the ratio of the
 * available amounts, the odd fen by largest remainder.
 */
export type MixRule = 'gift-first' | 'principal-first' | 'proportional'

/** A discount that the members module has found applicable. `amount` is its maximum; the plan states the amount given. */
export interface DiscountOffer {
  id: string
  kind: 'coupon' | 'activity' | 'vip' | 'quota' | 'waiver'
  /** Electricity is regulated money, so most discounts apply to the service fee only (charging-china 4.3). */
  base: 'service' | 'total'
  amount: Fen
}

export interface SettlementInput {
  electricity: Fen
  service: Fen
  /** In the order in which they apply. */
  discounts?: readonly DiscountOffer[]
  /** Frozen for this order. */
  hold: WalletParts
  /** Available beyond the hold. */
  available: WalletParts
  mix: MixRule
  /** Payment of the amount beyond the hold: the rest of the wallet and then a receivable, or a receivable directly. */
  overrun: 'wallet-then-receivable' | 'receivable'
}

export interface SettlementPlan {
  /** Electricity + service, before discounts. */
  total: Fen
  discounts: { id: string; kind: DiscountOffer['kind']; base: DiscountOffer['base']; given: Fen }[]
  discounted: Fen
  /** Amount that the member owes: total − discounted. */
  due: Fen
  fromHold: WalletParts
  fromAvailable: WalletParts
  /** Sum of both: the mix written on the order, which refunds reverse. */
  paid: WalletParts
  /** Part of the hold that is released. */
  released: WalletParts
  /** Amount due that is not covered. */
  receivable: Fen
}

/**
 * Returns how a bill is paid. For all inputs: due = paid + receivable; hold = fromHold + released; nothing is negative; no part
 * of the wallet pays more than it has (I-31, I-32). An amount beyond the frozen one becomes a receivable, never a negative
 * wallet.
 * @throws RangeError for a negative amount: a negative bill is a refund and has its own plan
 */
export function planSettlement(input: SettlementInput): SettlementPlan {
  const { electricity, service, hold, available, mix } = input
  const offers = input.discounts ?? []
  refuseNegative([electricity, service, hold.principal, hold.gift, available.principal, available.gift])
  refuseNegative(offers.map(offer => offer.amount))
  const total = sumFen([electricity, service])
  const discounts = applyDiscounts(electricity, service, offers)
  const discounted = sumFen(discounts.map(discount => discount.given))
  const due = subFen(total, discounted)
  const fromHold = take(due, hold, mix)
  const uncovered = subFen(due, sumParts(fromHold))
  const fromAvailable = input.overrun === 'receivable' ? NOTHING : take(uncovered, available, mix)
  return {
    total,
    discounts,
    discounted,
    due,
    fromHold,
    fromAvailable,
    paid: {
      principal: sumFen([fromHold.principal, fromAvailable.principal]),
      gift: sumFen([fromHold.gift, fromAvailable.gift]),
    },
    released: { principal: subFen(hold.principal, fromHold.principal), gift: subFen(hold.gift, fromHold.gift) },
    receivable: subFen(uncovered, sumParts(fromAvailable)),
  }
}

const NOTHING: WalletParts = { principal: ZERO_FEN, gift: ZERO_FEN }

function sumParts({ principal, gift }: WalletParts): Fen {
  return sumFen([principal, gift])
}

function refuseNegative(amounts: readonly Fen[]): void {
  const negative = amounts.find(amount => amount < 0n)
  if (negative !== undefined) throw new RangeError(`amount ${negative} fen is negative`)
}

/**
 * Applies discounts in order. Each gives at most the rest of its base; a discount on the total takes service before electricity.
 */
function applyDiscounts(electricity: Fen, service: Fen, offers: readonly DiscountOffer[]): SettlementPlan['discounts'] {
  let serviceLeft = service
  let electricityLeft = electricity
  return offers.map(({ id, kind, base, amount }) => {
    const ofService = minFen(amount, serviceLeft)
    const ofElectricity = base === 'total' ? minFen(subFen(amount, ofService), electricityLeft) : ZERO_FEN
    serviceLeft = subFen(serviceLeft, ofService)
    electricityLeft = subFen(electricityLeft, ofElectricity)
    return { id, kind, base, given: sumFen([ofService, ofElectricity]) }
  })
}

function take(amount: Fen, parts: WalletParts, mix: MixRule): WalletParts {
  const wanted = minFen(amount, sumParts(parts))
  switch (mix) {
    case 'gift-first': {
      const gift = minFen(wanted, parts.gift)
      return { gift, principal: subFen(wanted, gift) }
    }
    case 'principal-first': {
      const principal = minFen(wanted, parts.principal)
      return { principal, gift: subFen(wanted, principal) }
    }
    case 'proportional': {
      if (wanted === 0n) return NOTHING
      // wanted ≤ Σ parts, so no share exceeds its part.
      const [principal = ZERO_FEN, gift = ZERO_FEN] = allocateFen(wanted, [parts.principal, parts.gift])
      return { principal, gift }
    }
  }
}

/** Sources of an order's payment. `channel` is a direct payment (prepaid at the pile, 即充即退). */
export const REFUND_SOURCES = ['principal', 'gift', 'channel'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]
export type SourceAmounts = Record<RefundSource, Fen>

export interface RefundInput {
  paid: SourceAmounts
  /** By earlier refunds of the same order. */
  refunded: SourceAmounts
  /** Owed and not yet collected. */
  receivable: Fen
  /** Amount to refund. */
  amount: Fen
  /** Coupons used on the order and not restored yet. A full refund restores them, once (I-35). */
  coupons: readonly string[]
}

export type RefundPlan =
  | {
      ok: true
      /** Part of the receivable that is waived: money that was never paid is not paid back. */
      waived: Fen
      back: SourceAmounts
      restoredCoupons: readonly string[]
      /** Nothing of the order remains. */
      isFull: boolean
    }
  | { ok: false; code: 'charging.refundNotPositive' | 'charging.refundExceedsPaid'; refundable: Fen }

/**
 * Plans a refund to the original sources. The receivable is waived first; then the sources share by the rest of each (trust 5.7),
 * so that many partial refunds give the same result as one full refund. Σ refunds ≤ paid for every source (I-34), and a full
 * refund leaves every source at exactly 0.
 */
export function planRefund({ paid, refunded, receivable, amount, coupons }: RefundInput): RefundPlan {
  const left = REFUND_SOURCES.map(source => maxFen(ZERO_FEN, subFen(paid[source], refunded[source])))
  const refundable = sumFen([receivable, ...left])
  if (amount <= 0n) return { ok: false, code: 'charging.refundNotPositive', refundable }
  if (amount > refundable) return { ok: false, code: 'charging.refundExceedsPaid', refundable }
  const waived = minFen(amount, receivable)
  const payable = subFen(amount, waived)
  const [principal = ZERO_FEN, gift = ZERO_FEN, channel = ZERO_FEN] = payable === 0n ? [] : allocateFen(payable, left)
  const isFull = amount === refundable
  return { ok: true, waived, back: { principal, gift, channel }, restoredCoupons: isFull ? coupons : [], isFull }
}

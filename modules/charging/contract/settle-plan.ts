import { allocateFen, type Fen, maxFen, minFen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'

/** Wallet money by origin. Both parts are ledger accounts of their own (trust 5.4). */
export interface WalletParts {
  principal: Fen
  gift: Fen
}

/**
 * Which part pays first. `gift-first`: gift money while there is any; `principal-first` the reverse;
 * `proportional`: in the ratio of what is there, the odd fen by largest remainder.
 */
export type MixRule = 'gift-first' | 'principal-first' | 'proportional'

/** A discount that the member's module has found applicable. Its amount is a wish; what it gives is in the plan. */
export interface DiscountOffer {
  id: string
  kind: 'coupon' | 'activity' | 'vip' | 'quota' | 'waiver'
  /** Electricity is regulated money: most discounts may touch the service fee only (charging-china 4.3). */
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
  /** What pays for more than the hold: the rest of the wallet and then a receivable, or a receivable at once. */
  overrun: 'wallet-then-receivable' | 'receivable'
}

export interface SettlementPlan {
  /** Electricity + service, before discounts. */
  total: Fen
  discounts: { id: string; kind: DiscountOffer['kind']; base: DiscountOffer['base']; given: Fen }[]
  discounted: Fen
  /** What the member owes: total − discounted. */
  due: Fen
  fromHold: WalletParts
  fromAvailable: WalletParts
  /** Sum of both, the mix written on the order; refunds reverse it. */
  paid: WalletParts
  /** Hold given back. */
  released: WalletParts
  /** Owed and not covered. */
  receivable: Fen
}

/**
 * How a bill is paid. For all inputs: due = paid + receivable; hold = fromHold + released; nothing is negative; no part
 * of the wallet pays more than it has (I-31, I-32). Actual > frozen becomes a receivable, never a negative wallet.
 * @throws RangeError for a negative amount: a negative bill is a refund and has a plan of its own
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

/** Each discount gives at most what is left of its base; a total discount takes service before electricity. */
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

/** Where the money of an order came from. `channel` is a direct payment (prepaid at the pile, 即充即退). */
export const REFUND_SOURCES = ['principal', 'gift', 'channel'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]
export type SourceAmounts = Record<RefundSource, Fen>

export interface RefundInput {
  paid: SourceAmounts
  /** By earlier refunds of the same order. */
  refunded: SourceAmounts
  /** Owed and not yet collected. */
  receivable: Fen
  /** To be given back. */
  amount: Fen
  /** Coupons used on the order and not restored yet; a full refund restores them, once (I-35). */
  coupons: readonly string[]
}

export type RefundPlan =
  | {
      ok: true
      /** Money that was never paid is not paid back: it is no longer asked for. */
      waived: Fen
      back: SourceAmounts
      restoredCoupons: readonly string[]
      /** Nothing of the order is left. */
      isFull: boolean
    }
  | { ok: false; code: 'charging.refundNotPositive' | 'charging.refundExceedsPaid'; refundable: Fen }

/**
 * Plans a refund, back to where the money came from: first what is still owed is waived, then the sources share by
 * what is left of each (trust 5.7), so that many partial refunds and one full refund end alike. Σ refunds ≤ paid for
 * every source (I-34), and a full refund leaves every source at exactly 0.
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

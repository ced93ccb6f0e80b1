import { energy, type Fen, fen, type Price, price, sumFen, ZERO_ENERGY, ZERO_FEN } from '@wattyard/money'
import { PricingError, type PriceSnapshot, rateSession } from '@wattyard/pricing/contract'

/** Cost of a running session so far. */
export interface LiveCost {
  electricity: Fen
  service: Fen
  total: Fen
}

const FREE: LiveCost = { electricity: ZERO_FEN, service: ZERO_FEN, total: ZERO_FEN }

/**
 * Rates a running session from its row: the energy so far, spread evenly from the start to the newest report, under the order's
 * own snapshot. It is exact while one price applies; across a change of period it assumes constant power, unlike the final bill,
 * which uses every reading. Null when there is no price or the time cannot be rated.
 */
export function liveCost(
  row: { started_at: number; last_fact_at: number; live_energy: bigint | null },
  snapshot: PriceSnapshot | null,
): LiveCost | null {
  if (snapshot === null) return null
  const amount = energy(row.live_energy ?? 0n)
  if (amount <= ZERO_ENERGY) return FREE
  const points = [
    { at: row.started_at, register: ZERO_ENERGY },
    { at: Math.max(row.last_fact_at, row.started_at + 1_000), register: amount },
  ]
  try {
    const bill = rateSession({ points, ...snapshot })
    return { electricity: bill.electricityFen, service: bill.serviceFen, total: bill.totalFen }
  } catch (error) {
    // A session of many days or with a wrong year has no price; its abnormal case states that.
    if (error instanceof PricingError) return null
    throw error
  }
}

/** Returns the highest price, electricity and service together, that a snapshot knows. */
export function highestPrice({ tariff }: PriceSnapshot): Price {
  let highest = 0n
  for (const { intervals } of tariff.days)
    for (const { electricity, service } of intervals) {
      const both = electricity + service
      if (both > highest) highest = both
    }
  return price(highest)
}

/** Returns the money available to a running order: its hold and the rest of the wallet. */
export function fundsOf(hold: { principal: bigint; gift: bigint }, wallet: { principal: Fen; gift: Fen }): Fen {
  return sumFen([fen(hold.principal), fen(hold.gift), wallet.principal, wallet.gift])
}

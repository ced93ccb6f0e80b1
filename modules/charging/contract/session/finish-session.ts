import { type Bill, PricingError, type PriceSnapshot, rateSession } from '@wattyard/pricing/contract'
import { type DerivedEnergy, deriveEnergy, type EnergyLimits } from '../energy/derive-energy.ts'
import type { SessionState } from './session-state.ts'

/** What becomes of an ended session. Exactly one of the two bills is there, or none when nothing can be rated. */
export interface FinishedSession {
  derived: DerivedEnergy
  /** To be posted. */
  bill: Bill | null
  /** What the bill would be if a person accepted the energy (I-28: abnormal with estimated charge). Never posted. */
  estimate: Bill | null
}

/**
 * Energy by the rule book, then the price by the order's own snapshot. A function of facts, limits and snapshot, so
 * that it can be repeated at any time with the same result (I-10, I-11).
 */
export function finishSession(
  state: SessionState,
  limits: EnergyLimits,
  { tariff, policy }: PriceSnapshot,
): FinishedSession {
  const derived = deriveEnergy(state, limits)
  const { points } = derived
  if (derived.billable) return { derived, bill: rateSession({ points, tariff, policy }), estimate: null }
  try {
    const estimate = points.length < 2 ? null : rateSession({ points, tariff, policy })
    return { derived, bill: null, estimate }
  } catch (error) {
    // A session of a wrong year or of many days has no price; that is a finding already, not a failure.
    if (error instanceof PricingError) return { derived, bill: null, estimate: null }
    throw error
  }
}

import { type Bill, PricingError, type PriceSnapshot, rateSession } from '@wattyard/pricing/contract'
import { type DerivedEnergy, deriveEnergy, type EnergyLimits } from '../energy/derive-energy.ts'
import type { SessionState } from './session-state.ts'

/** Result of an ended session. Either `bill` or `estimate` is set, or neither when nothing can be rated. */
export interface FinishedSession {
  derived: DerivedEnergy
  /** Bill to be posted. */
  bill: Bill | null
  /** Bill if a person accepted the energy (I-28: abnormal with estimated charge). Never posted. */
  estimate: Bill | null
}

/**
 * Returns energy by the energy rules and price by the order's own snapshot. It depends only on facts, limits and snapshot, so
 * repeating it always gives the same result (I-10, I-11).
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
    // A session with a wrong year or of many days has no price. That already is a finding and not a failure.
    if (error instanceof PricingError) return { derived, bill: null, estimate: null }
    throw error
  }
}

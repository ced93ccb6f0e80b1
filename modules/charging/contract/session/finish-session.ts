import { type Bill, PricingError, type PriceSnapshot, rateSession } from '@wattyard/pricing/contract'
import { ZERO_ENERGY } from '@wattyard/money'
import { type DerivedEnergy, deriveEnergy, type EnergyLimits, FALLBACK_RATED_W } from '../energy/derive-energy.ts'
import { mostMetered, type Point, powerCurve, WHOLE_SECOND_MS } from '../energy/energy-series.ts'
import { countedReadings } from './session-view.ts'
import type { SessionState } from './session-state.ts'

/** Result of an ended session. Either `bill` or `estimate` is set, or neither when nothing can be rated. */
export interface FinishedSession {
  derived: DerivedEnergy
  /** Bill to be posted. */
  bill: Bill | null
  /** Bill if a person accepted the energy (I-28: abnormal with estimated charge). Never posted. */
  estimate: Bill | null
  /** Whether the estimate is of measured power, because the meter stood still. */
  isByPower: boolean
}

const isFrozen = ({ flags }: DerivedEnergy): boolean => flags.some(({ code }) => code === 'register-frozen')

/**
 * Returns the registers that a meter which stands still (E-39) would have shown by the measured power; none when the pile cannot
 * deliver that much, because then the power is as doubtful as the meter.
 */
function pointsByPower(
  state: SessionState,
  { ratedPowerW }: EnergyLimits,
  { startedAt, endedAt }: DerivedEnergy,
): Point[] {
  if (startedAt === null || endedAt === null) return []
  const durationMs = endedAt - startedAt
  const curve = powerCurve(countedReadings(state), durationMs) ?? []
  const [first, last] = [curve[0], curve.at(-1)]
  const possible = mostMetered(ratedPowerW ?? FALLBACK_RATED_W, durationMs, WHOLE_SECOND_MS)
  if (!first || !last || last.register > possible) return []
  return [
    ...(startedAt < first.at ? [{ at: startedAt, register: ZERO_ENERGY }] : []),
    ...curve,
    ...(endedAt > last.at ? [{ at: endedAt, register: last.register }] : []),
  ]
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
  if (derived.billable)
    return { derived, bill: rateSession({ points: derived.points, tariff, policy }), estimate: null, isByPower: false }
  const isByPower = isFrozen(derived)
  const points = isByPower ? pointsByPower(state, limits, derived) : derived.points
  try {
    const estimate = points.length < 2 ? null : rateSession({ points, tariff, policy })
    return { derived, bill: null, estimate, isByPower }
  } catch (error) {
    // A session with a wrong year or of many days has no price. That already is a finding and not a failure.
    if (error instanceof PricingError) return { derived, bill: null, estimate: null, isByPower }
    throw error
  }
}

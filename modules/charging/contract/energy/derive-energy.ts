import { type Energy, energy, formatEnergy, subEnergy, ZERO_ENERGY } from '@wattyard/money'
import { DAY_MS } from '@wattyard/time'
import {
  type Confidence,
  confidenceOf,
  type EnergyCode,
  type EnergyFlag,
  type EnergyMethod,
  flagOf,
} from './energy-rules.ts'
import {
  clockStep,
  energyByPower,
  intervalSeries,
  mostEnergy,
  mostMetered,
  type Point,
  registerSeries,
  TIME_SLACK_MS,
} from './energy-series.ts'
import { instantText } from '../abnormal/evidence-text.ts'
import { curveFromIntervals, intervalsDisagree } from './interval-curve.ts'
import { type EnergyCurve, curveFromRegisters, type Picture, type Raise } from './register-curve.ts'
import { missingNumbers } from '../session/sequence-gap.ts'
import type { Reading, SessionState } from '../session/session-state.ts'
import { countedReadings, startOf, stopOf } from '../session/session-view.ts'

/** Upper bound when a pile has no rated power on file; no pile delivers more (E-45). */
export const FALLBACK_RATED_W = 1_000_000
/** Sessions before this instant come from a clock that was never set (trust 5.3: piles really send 1999). */
export const EARLIEST_MS = Date.UTC(2020, 0, 1)
export const MAX_SESSION_MS = DAY_MS
/** Allowed lead of a clock before its year counts as wrong. */
export const MAX_FUTURE_MS = DAY_MS
/** Ratios of energies that count as a unit error of factor 1,000. Normally both differ by far less than a factor of two. */
export const UNIT_RATIO_LOW = 500n
export const UNIT_RATIO_HIGH = 2_000n
/** Smallest energy (0.1 kWh) that is compared with power × time; below it the product is too coarse. */
export const LEAST_JUDGED: Energy = energy(1_000n)

export interface EnergyLimits {
  /** Rated power of the connector, W, or null when not on file. */
  ratedPowerW: number | null
  /**
   * Highest register that this connector's meter is known to have reached before the session; null when unknown, or when the
   * meter counts from 0 in every session.
   */
  lastRegister: Energy | null
  /** Present time, epoch ms. */
  now: number
}

/** The verdict on one session's energy. */
export interface DerivedEnergy {
  /** Delivered energy, never negative. An estimate or a proposal when not billable. */
  energy: Energy
  /**
   * Registers over time, ascending, for rating: last minus first is `energy`. Empty when nothing is known. After a reset or a
   * change of unit they are continued by computation.
   */
  points: Point[]
  method: EnergyMethod
  confidence: Confidence
  /** All findings with their evidence; exactly one has the effect `basis`. */
  flags: EnergyFlag[]
  /** Can be billed without a person. */
  billable: boolean
  startedAt: number | null
  endedAt: number | null
}

/** Applies the rule book (energy-rules.ts) to a folded session. A function of the set of facts and the limits only. */
export function deriveEnergy(state: SessionState, limits: EnergyLimits): DerivedEnergy {
  const flags: EnergyFlag[] = []
  const raise: Raise = (code, evidence) => {
    if (!flags.some(flag => flag.code === code)) flags.push(flagOf(code, evidence))
  }
  judgeFacts(state, limits, raise)
  const readings = countedReadings(state)
  const picture = takePicture(state, readings, limits, raise)
  const course = picture === null ? null : chooseCourse(picture, raise)
  if (picture === null || course === null) return unknown(flags, picture)
  const points = judgeCourse(course, picture, readings, raise)
  flags.unshift(flagOf(course.method))
  return {
    energy: spanOf(points),
    points,
    method: course.method,
    confidence: confidenceOf(flags),
    flags,
    billable: flags.every(flag => flag.effect !== 'block'),
    startedAt: picture.startedAt,
    endedAt: picture.endedAt,
  }
}

function unknown(flags: EnergyFlag[], picture: Picture | null): DerivedEnergy {
  return {
    energy: ZERO_ENERGY,
    points: [],
    method: 'no-readings',
    confidence: 'none',
    flags: [flagOf('no-readings'), ...flags],
    billable: false,
    startedAt: picture?.startedAt ?? null,
    endedAt: picture?.endedAt ?? null,
  }
}

/** Raises findings about the facts themselves: E-10, E-11, E-26…E-28, E-32, E-40, E-41, E-43, E-45, E-46, E-49, E-50. */
function judgeFacts(state: SessionState, limits: EnergyLimits, raise: Raise): void {
  const start = startOf(state)
  const stop = stopOf(state)
  if (start === null) raise('not-started')
  if (stop === null) raise('not-ended')
  if (state.overflow) raise('overflow', { readings: String(state.readings.length) })
  if (limits.ratedPowerW === null) raise('rated-power-unknown')
  const missing = missingNumbers(state)
  if (missing !== null) raise('events-missing', { numbers: missing })
  judgeVersions(
    state.starts.map(version => version.meterStart),
    'start-conflict',
    raise,
  )
  // OCPP compares card ids case-insensitively.
  const cards = new Set(state.starts.flatMap(({ tag }) => (tag === null ? [] : [tag.trim().toUpperCase()])))
  if (cards.size > 1) raise('card-conflict', { versions: String(state.starts.length) })
  judgeVersions(
    state.stops.map(version => version.meterStop),
    'stop-conflict',
    raise,
  )
  for (const fact of [start, stop]) {
    if (fact === null) continue
    if (fact.offline) raise('offline')
    if (fact.clock === 'corrected') raise('clock-corrected', { instant: instantText(fact.at) })
    // A live frame was received when the event happened; an offline record was not.
    if (fact.clock === 'manual' || (fact.clock === 'received' && fact.offline))
      raise('time-unknown', { frame: fact.frame })
    else if (fact.clock === 'received') raise('clock-received', { instant: instantText(fact.at) })
  }
}

function judgeVersions(registers: readonly (Energy | null)[], conflict: EnergyCode, raise: Raise): void {
  if (registers.length < 2) return
  const different = [...new Set(registers.filter(register => register !== null))]
  if (different.length > 1) raise(conflict, { registers: different.map(formatEnergy).join(' ') })
  else raise('version-differs', { versions: String(registers.length) })
}

function takePicture(
  state: SessionState,
  readings: readonly Reading[],
  limits: EnergyLimits,
  raise: Raise,
): Picture | null {
  const start = startOf(state)
  const stop = stopOf(state)
  const series = registerSeries(readings)
  const { intervals, negative } = intervalSeries(readings)
  const instants = readings.map(reading => reading.at)
  const startedAt = start?.at ?? least(instants) ?? stop?.at
  if (startedAt === undefined) return null
  const endedAt = stop?.at ?? most(instants) ?? startedAt
  judgeTimes(startedAt, endedAt, limits.now, raise)
  const discounted = state.readings.length - readings.length
  if (series.conflicts + discounted > 0) {
    const evidence = { instants: String(series.conflicts), set_aside: String(discounted) }
    raise('reading-conflict', evidence)
    // Without both registers a sample decides the total, and contradicting samples of one instant decide nothing.
    const isFramed = typeof start?.meterStart === 'bigint' && typeof stop?.meterStop === 'bigint'
    if (series.conflicts > 0 && !isFramed) raise('registers-disagree', evidence)
  }
  const [meterStart, meterStop] = [start?.meterStart ?? null, stop?.meterStop ?? null]
  const below = [meterStart, meterStop].filter(register => register !== null && register < 0n).length
  if (series.negative + negative + below > 0)
    raise('negative-register', { readings: String(series.negative + negative + below) })
  return {
    startedAt,
    endedAt: Math.max(startedAt, endedAt),
    hasStop: stop !== null,
    meterStart: meterStart !== null && meterStart >= 0n ? meterStart : null,
    meterStop: meterStop !== null && meterStop >= 0n ? meterStop : null,
    lastRegister: limits.lastRegister,
    samples: series.points,
    intervals,
    ratedPowerW: limits.ratedPowerW ?? FALLBACK_RATED_W,
    clockStepMs: clockStep([start, stop].flatMap(fact => (fact === null ? [] : [fact.deviceAt]))),
  }
}

/** Raises E-35, E-36, E-37. */
function judgeTimes(startedAt: number, endedAt: number, now: number, raise: Raise): void {
  const evidence = { started: instantText(startedAt), ended: instantText(endedAt) }
  if (endedAt < startedAt) raise('time-reversed', evidence)
  if (endedAt - startedAt > MAX_SESSION_MS) raise('too-long', evidence)
  const isWrong = (at: number) => !(at >= EARLIEST_MS && at <= now + MAX_FUTURE_MS)
  if (isWrong(startedAt) || isWrong(endedAt)) raise('year-out-of-range', evidence)
}

function chooseCourse(picture: Picture, raise: Raise): EnergyCurve | null {
  const course = curveFromRegisters(picture, raise)
  if (course === null) return curveFromIntervals(picture, raise)
  const evidence = intervalsDisagree(picture.intervals, spanOf(course.points))
  if (evidence !== null) raise('intervals-disagree', evidence)
  return course
}

/** Raises E-24, E-25, E-33, E-34, E-38, E-39. Returns the points, rescaled when their unit was wrong. */
function judgeCourse(course: EnergyCurve, picture: Picture, readings: readonly Reading[], raise: Raise): Point[] {
  const { ratedPowerW, clockStepMs } = picture
  const durationMs = picture.endedAt - picture.startedAt
  const total = spanOf(course.points)
  const possible = mostMetered(ratedPowerW, durationMs, clockStepMs)
  const byPower = energyByPower(readings, durationMs)
  const isPossible = total <= possible
  if (!isPossible)
    raise('power-exceeded', { energy: formatEnergy(total), possible: kwh(possible), rated_w: String(ratedPowerW) })
  const jump = isPossible ? findJump(course.points, ratedPowerW) : null
  if (jump !== null) raise('register-jump', { at: instantText(jump.at), register: formatEnergy(jump.register) })
  if (total === 0n) {
    if (byPower !== null && byPower >= LEAST_JUDGED) raise('register-frozen', { by_power: kwh(byPower) })
    else raise('zero-energy')
  }
  const unit = wrongUnit({ total, byPower, possible, isFromZero: course.points[0]?.register === 0n })
  if (unit === null) return course.points
  const evidence = {
    energy: formatEnergy(total),
    by_power: byPower === null ? '' : kwh(byPower),
    possible: kwh(possible),
  }
  raise(unit === 'power' ? 'power-unit' : 'unit-thousand', evidence)
  return unit === 'power' ? course.points : rescale(course.points, unit)
}

interface UnitEvidence {
  total: Energy
  byPower: bigint | null
  possible: bigint
  isFromZero: boolean
}

/**
 * Returns which unit is wrong by a factor of 1,000: that of the registers (too large, too small), that of the power readings, or
 * none (null). Measured power decides where it exists; otherwise only rated power can, and only against a too large energy.
 */
function wrongUnit({ total, byPower, possible, isFromZero }: UnitEvidence): 'too-large' | 'too-small' | 'power' | null {
  if (byPower === null || byPower <= 0n) {
    // A register that begins at 0 and ends at the meter's total is not a unit error, though a thousandth may look right.
    const thousandth = total / 1_000n
    const isLikely = !isFromZero && thousandth <= possible && thousandth * 100n >= possible
    return total > possible && isLikely ? 'too-large' : null
  }
  if (total >= byPower * UNIT_RATIO_LOW && total <= byPower * UNIT_RATIO_HIGH && total >= LEAST_JUDGED) {
    return total <= possible ? 'power' : 'too-large'
  }
  if (byPower >= total * UNIT_RATIO_LOW && byPower <= total * UNIT_RATIO_HIGH && byPower >= LEAST_JUDGED) {
    return byPower > possible ? 'power' : 'too-small'
  }
  return null
}

function rescale(points: readonly Point[], unit: 'too-large' | 'too-small'): Point[] {
  const first = points[0]?.register ?? ZERO_ENERGY
  return points.map(({ at, register }) => {
    const since = subEnergy(register, first)
    return { at, register: energy(first + (unit === 'too-large' ? since / 1_000n : since * 1_000n)) }
  })
}

function findJump(points: readonly Point[], ratedPowerW: number): Point | null {
  let previous = points[0]
  for (const point of points) {
    if (previous === undefined) break
    const possible = mostEnergy(ratedPowerW, point.at - previous.at + TIME_SLACK_MS)
    if (point.register - previous.register > possible) return point
    previous = point
  }
  return null
}

function spanOf(points: readonly Point[]): Energy {
  const first = points[0]
  const last = points.at(-1)
  return first === undefined || last === undefined ? ZERO_ENERGY : subEnergy(last.register, first.register)
}

function kwh(value: bigint): string {
  return formatEnergy(energy(value))
}

function least(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((a, b) => Math.min(a, b))
}

function most(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((a, b) => Math.max(a, b))
}

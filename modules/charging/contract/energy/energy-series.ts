import { type Energy, energy } from '@wattyard/money'
import { compareProvenance, contextRank, type Reading } from '../session/session-state.ts'

/** Cumulative import register at an instant. */
export interface Point {
  at: number
  register: Energy
}

/** Registers may differ by 1 Wh without disagreeing: OCPP 1.6 start and stop are whole Wh, samples are finer. */
export const REGISTER_TOLERANCE: Energy = energy(10n)
/** Allowed difference between two contexts in one second, for the energy that flows in it; 0.1 kWh is 360 kW for one second. */
export const CONTEXT_TOLERANCE: Energy = energy(1_000n)
/** A register that was reset more often than this is no register. */
export const MAX_RESETS = 3
/** Tolerance in time when energy is compared with power × time. Device timestamps are often whole minutes. */
export const TIME_SLACK_MS = 60_000
/**
 * Allowed ratio of energy to rated power × time, in tenths (invariant I-13). The meter's own error is well inside it: JJG
 * 1148-2022 and JJG 1149-2022 (5.1) allow 2 % in class 2, the worst class of a pile.
 */
export const POWER_MARGIN_TENTHS = 11n

/** Returns the most energy (0.1 Wh) that can flow in `ms` at `ratedPowerW`, with the margin of invariant I-13. */
export function mostEnergy(ratedPowerW: number, ms: number): bigint {
  return ms <= 0 ? 0n : (BigInt(Math.ceil(ratedPowerW)) * BigInt(Math.ceil(ms)) * POWER_MARGIN_TENTHS) / 3_600_000n
}

/**
 * Smallest step of a pile's register: JJG 1148-2022 and JJG 1149-2022 demand 0.001 kWh, and an OCPP 1.6 register is a whole
 * number of Wh. The difference of two truncated registers may be up to one step larger than the real energy.
 */
export const METER_STEP: Energy = energy(10n)
/** Two timestamps truncated to whole seconds may show up to one second less than really passed. */
export const WHOLE_SECOND_MS = 1_000

/** Returns the resolution of a session's times in ms. A clock with milliseconds rarely gives only whole seconds. */
export function clockStep(deviceTimes: readonly (number | null)[]): number {
  return deviceTimes.some(at => at === null || at % WHOLE_SECOND_MS !== 0) ? 1 : WHOLE_SECOND_MS
}

/** Returns the largest possible difference between start and stop register, given the resolution of clock and meter. */
export function mostMetered(ratedPowerW: number, ms: number, clockStepMs: number): bigint {
  return mostEnergy(ratedPowerW, Math.max(0, ms) + clockStepMs) + METER_STEP
}

export interface Series {
  points: Point[]
  /** Instants that two readings describe differently. */
  conflicts: number
  /** Number of negative readings, which are left out. */
  negative: number
}

/** Returns one register per instant: the most trusted context, then the earliest frame. Ascending by accounting instant. */
export function registerSeries(readings: readonly Reading[]): Series {
  const series: Series = { points: [], conflicts: 0, negative: 0 }
  let group: (Reading & { register: Energy })[] = []
  const close = () => {
    const best = mostTrusted(group)
    if (best === undefined) return
    if (group.some(other => contradicts(best, other))) series.conflicts++
    series.points.push({ at: best.at, register: best.register })
  }
  for (const reading of readings) {
    if (!hasRegister(reading)) continue
    if (reading.register < 0n) {
      series.negative++
      continue
    }
    if (group[0] !== undefined && group[0].t !== reading.t) {
      close()
      group = []
    }
    group.push(reading)
  }
  close()
  series.points = inOrder(series.points)
  return series
}

function hasRegister(reading: Reading): reading is Reading & { register: Energy } {
  return reading.register !== null
}

function mostTrusted<T extends Reading>(group: readonly T[]): T | undefined {
  if (group.length < 2) return group[0]
  return group.reduce((best, other) =>
    (contextRank(other.context) - contextRank(best.context) || compareProvenance(other, best)) < 0 ? other : best,
  )
}

function contradicts(best: Reading & { register: Energy }, other: Reading & { register: Energy }): boolean {
  const tolerance = best.context === other.context ? REGISTER_TOLERANCE : CONTEXT_TOLERANCE
  return other.register > best.register + tolerance || other.register < best.register - tolerance
}

function inOrder(points: Point[]): Point[] {
  for (let index = 1; index < points.length; index++) {
    if ((points[index - 1]?.at ?? 0) > (points[index]?.at ?? 0)) return points.toSorted((a, b) => a.at - b.at)
  }
  return points
}

/** Returns whether no register is lower than an earlier one by more than the tolerance. */
export function isRising(points: readonly Point[]): boolean {
  let highest = 0n
  for (const { register } of points) {
    if (register < highest - REGISTER_TOLERANCE) return false
    if (register > highest) highest = register
  }
  return true
}

/**
 * Returns the longest subsequence whose registers never fall (patience sorting); the points themselves when they rise.
 */
export function longestRising(points: readonly Point[]): Point[] {
  if (isRising(points)) return [...points]
  const tails: number[] = []
  const before: number[] = []
  points.forEach((point, index) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((points[tails[middle] ?? 0]?.register ?? 0n) <= point.register) low = middle + 1
      else high = middle
    }
    before.push(low === 0 ? -1 : (tails[low - 1] ?? -1))
    tails[low] = index
  })
  const kept: Point[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const point = points[index]
    if (point !== undefined) kept.push(point)
  }
  return kept.reverse()
}

/**
 * Returns the registers as one continuing series when they fall 1…MAX_RESETS times and rise in between; otherwise null. After a
 * fall the register counts from 0 if that much energy can have flowed since; otherwise from its first value. Energy between the
 * last value before a fall and the fall is lost, so the result is a lower bound.
 */
export function joinSegments(points: readonly Point[], ratedPowerW: number): Point[] | null {
  const joined: Point[] = []
  let offset = 0n
  let resets = 0
  let previous: Point | undefined
  let highest = 0n
  for (const point of points) {
    if (previous !== undefined && point.register < highest - REGISTER_TOLERANCE) {
      resets++
      const possible = mostEnergy(ratedPowerW, point.at - previous.at + TIME_SLACK_MS)
      offset += highest - (point.register <= possible ? 0n : point.register)
      highest = point.register
    }
    if (previous !== undefined && point.register > highest) {
      // A register that jumps back up was not reset: some readings in between were wrong.
      const possible = mostEnergy(ratedPowerW, point.at - previous.at + TIME_SLACK_MS)
      if (point.register - highest > possible) return null
    }
    if (point.register > highest) highest = point.register
    joined.push({ at: point.at, register: energy(offset + highest) })
    previous = point
  }
  return resets >= 1 && resets <= MAX_RESETS ? joined : null
}

/** Energy of one interval that ends at `at`. */
export interface Interval {
  at: number
  energy: Energy
}

/**
 * Returns the interval readings of one family. Clock-aligned readings and others describe the same energy twice, so only the
 * family with more readings is used (the others on a tie). One per instant; negative ones are left out and counted.
 */
export function intervalSeries(readings: readonly Reading[]): { intervals: Interval[]; negative: number } {
  const families: Record<'clock' | 'other', Reading[]> = { clock: [], other: [] }
  for (const reading of readings) {
    if (reading.interval !== null) families[reading.context === 'clock' ? 'clock' : 'other'].push(reading)
  }
  const family = families.clock.length > families.other.length ? families.clock : families.other
  const byInstant = new Map<number, Reading[]>()
  for (const reading of family) byInstant.set(reading.t, [...(byInstant.get(reading.t) ?? []), reading])
  const best = [...byInstant.values()].map(mostTrusted)
  const intervals: Interval[] = []
  let negative = 0
  for (const reading of best) {
    if (reading === undefined || reading.interval === null) continue
    if (reading.interval < 0n) negative++
    else intervals.push({ at: reading.at, energy: reading.interval })
  }
  return { intervals: intervals.sort((a, b) => a.at - b.at), negative }
}

/** Share of the session in tenths that power readings must span before they are compared with its energy. */
export const POWER_COVERAGE_TENTHS = 5
export const MIN_POWER_READINGS = 3

/**
 * Returns the energy (0.1 Wh) by measured power × time; null when power was measured too rarely. It is only a check and never
 * billed without a person.
 */
export function energyByPower(readings: readonly Reading[], durationMs: number): bigint | null {
  return powerCurve(readings, durationMs)?.at(-1)?.register ?? null
}

/** Returns measured power × time (trapezoids) as registers from 0 on; null when power was measured too rarely. */
export function powerCurve(readings: readonly Reading[], durationMs: number): Point[] | null {
  const powers = readings.filter(reading => reading.powerW !== null).sort((a, b) => a.at - b.at)
  const first = powers[0]
  const last = powers.at(-1)
  if (first === undefined || last === undefined || powers.length < MIN_POWER_READINGS) return null
  if ((last.at - first.at) * 10 < durationMs * POWER_COVERAGE_TENTHS) return null
  let doubled = 0
  let previous = first
  const points: Point[] = []
  for (const reading of powers) {
    doubled += (watts(previous) + watts(reading)) * (reading.at - previous.at)
    if (!Number.isFinite(doubled)) return null
    // W × ms / 360,000 = 0.1 Wh; `doubled` adds both ends of each trapezoid.
    points.push({ at: reading.at, register: energy(BigInt(Math.round(doubled / 720_000))) })
    previous = reading
  }
  return points
}

function watts(reading: Reading): number {
  return Math.max(0, reading.powerW ?? 0)
}

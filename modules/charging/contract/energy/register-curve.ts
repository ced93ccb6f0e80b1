import { type Energy, energy, formatEnergy } from '@wattyard/money'
import type { EnergyCode, EnergyMethod } from './energy-rules.ts'
import {
  type Interval,
  joinSegments,
  longestRising,
  mostEnergy,
  type Point,
  REGISTER_TOLERANCE,
  TIME_SLACK_MS,
} from './energy-series.ts'

/** Largest distance between a start or stop and the sample that supplies its register (E-19, E-20). */
export const MAX_EDGE_GAP_MS = 300_000
/** Share of inconsistent samples, in tenths, up to which they are dropped instead of contradicting the registers (E-17, E-18). */
export const MAX_DROPPED_TENTHS = 1

/** A session's facts before any rule has been applied. */
export interface Picture {
  startedAt: number
  /** Never before `startedAt`. */
  endedAt: number
  hasStop: boolean
  meterStart: Energy | null
  meterStop: Energy | null
  /** See `EnergyLimits.lastRegister`. */
  lastRegister: Energy | null
  samples: readonly Point[]
  intervals: readonly Interval[]
  ratedPowerW: number
  /** Resolution of the start and stop times. */
  clockStepMs: number
}

/** Registers over the session; the first and last point are its start and end. */
export interface EnergyCurve {
  method: EnergyMethod
  points: Point[]
}

export type Raise = (code: EnergyCode, evidence?: Record<string, string>) => void

/** Registers first: rules E-01…E-05, E-07 and E-12…E-20, E-23, E-29…E-31. Null when they give no energy at all. */
export function curveFromRegisters(picture: Picture, raise: Raise): EnergyCurve | null {
  const { meterStart, meterStop } = picture
  const reversed = meterStart !== null && meterStop !== null && meterStop < meterStart
  if (reversed) raise('stop-below-start', { start: formatEnergy(meterStart), stop: formatEnergy(meterStop) })
  const rescaled = rescaleSamples(picture, raise)
  const samples = placeSamples(rescaled, raise)
  const upper = reversed ? null : meterStop
  const kept = longestRising(
    samples.filter(
      ({ register }) =>
        (meterStart === null || register >= meterStart - REGISTER_TOLERANCE) &&
        (upper === null || register <= upper + REGISTER_TOLERANCE),
    ),
  )
  const dropped = samples.length - kept.length
  const tooMany = dropped > Math.max(1, (samples.length * MAX_DROPPED_TENTHS) / 10) || hasNeighbours(samples, kept)
  if (reversed || tooMany) {
    const joined = joinSegments(withEnds(picture, samples), picture.ratedPowerW)
    if (joined !== null && (samples.length > 0 || !reversed)) {
      raise('register-reset', { before: formatEnergy(highestOf(samples, meterStart)) })
      return { method: 'segments', points: joined }
    }
  }
  if (dropped > 0) {
    const evidence = { dropped: String(dropped), samples: String(samples.length) }
    raise(tooMany ? 'registers-disagree' : 'samples-dropped', evidence)
  }
  const start = usableStart(picture, kept, raise)
  const stop = usableStop(picture, kept, reversed, raise)
  if (rescaled !== picture && (start === null || stop === null)) {
    // Rescaled samples have a resolution of 0.1 kWh: enough for the course, not for a total.
    raise('registers-disagree', { samples: String(samples.length) })
  }
  return fromEnds(picture, kept, start, stop, raise)
}

/** Returns whether two neighbouring samples were both dropped: they agree with each other and are hardly a slip. */
function hasNeighbours(samples: readonly Point[], kept: readonly Point[]): boolean {
  if (samples.length < kept.length + 2) return false
  const isKept = new Set(kept)
  return samples.some((sample, index) => {
    const next = samples[index + 1]
    return next !== undefined && !isKept.has(sample) && !isKept.has(next)
  })
}

function highestOf(samples: readonly Point[], meterStart: Energy | null): Energy {
  return samples.reduce<Energy>((most, { register }) => (register > most ? register : most), meterStart ?? energy(0n))
}

function withEnds({ startedAt, endedAt, meterStart, meterStop }: Picture, samples: readonly Point[]): Point[] {
  return [
    ...(meterStart === null ? [] : [{ at: startedAt, register: meterStart }]),
    ...samples,
    ...(meterStop === null ? [] : [{ at: endedAt, register: meterStop }]),
  ]
}

/** E-23: rescales samples in the wrong unit when the start and stop registers frame the rescaled values. */
function rescaleSamples(picture: Picture, raise: Raise): Picture {
  const { meterStart, meterStop, samples } = picture
  if (meterStart === null || meterStop === null || meterStop <= meterStart || samples.length < 3) return picture
  const fits = (scale: (register: bigint) => bigint, tolerance: bigint): boolean => {
    const middle = (meterStart + meterStop) / 2n
    const scaled = samples.map(({ register }) => scale(register))
    const inside = scaled.filter(register => register >= meterStart - tolerance && register <= meterStop + tolerance)
    return inside.length * 10 >= samples.length * 9 && (scaled.at(-1) ?? 0n) >= middle
  }
  if (fits(register => register, REGISTER_TOLERANCE)) return picture
  // A kWh register read as Wh has lost its last three digits: steps of 0.1 Wh became steps of 0.1 kWh.
  const coarse = REGISTER_TOLERANCE * 100n
  for (const [factor, scale, tolerance] of [
    ['1000', (register: bigint) => register * 1_000n, coarse],
    ['0.001', (register: bigint) => register / 1_000n, REGISTER_TOLERANCE],
  ] as const) {
    if (!fits(scale, tolerance)) continue
    raise('samples-rescaled', { factor, samples: String(samples.length) })
    const scaled = samples.map(({ at, register }) => ({ at, register: clamp(scale(register), meterStart, meterStop) }))
    return { ...picture, samples: scaled }
  }
  return picture
}

function clamp(register: bigint, least: Energy, most: Energy): Energy {
  return register < least ? least : register > most ? most : energy(register)
}

/** E-29, E-30, E-31: treats samples dated outside the session. */
function placeSamples({ startedAt, endedAt, hasStop, meterStart, meterStop, samples }: Picture, raise: Raise): Point[] {
  const isInside = ({ at }: Point) => at >= startedAt - TIME_SLACK_MS && at <= endedAt + TIME_SLACK_MS
  const outside = samples.filter(sample => !isInside(sample))
  if (outside.length === 0) return [...samples]
  const evidence = { outside: String(outside.length), samples: String(samples.length) }
  const after = outside.filter(({ at }) => hasStop && at > endedAt)
  const flowing = after.find(({ register }) => meterStop !== null && register > meterStop + REGISTER_TOLERANCE)
  if (flowing !== undefined && meterStop !== null) {
    raise('energy-after-stop', { stop: formatEnergy(meterStop), later: formatEnergy(flowing.register) })
  }
  if (meterStart !== null && meterStop !== null) {
    raise('samples-outside-time', evidence)
    return samples.filter(isInside)
  }
  raise('samples-off-time', evidence)
  return samples.map(({ at, register }) => ({ at: Math.min(endedAt, Math.max(startedAt, at)), register }))
}

/** E-12, E-13, E-47, E-48: returns the start register; null when the first sample shows that it cannot be right. */
function usableStart(picture: Picture, kept: readonly Point[], raise: Raise): Energy | null {
  const { meterStart, startedAt, ratedPowerW, lastRegister } = picture
  if (meterStart === null) return null
  const first = kept[0]
  if (first === undefined) {
    judgeBareStart(picture, meterStart, raise)
    return meterStart
  }
  const possible = mostEnergy(ratedPowerW, first.at - startedAt + TIME_SLACK_MS) + REGISTER_TOLERANCE
  if (first.register - meterStart <= possible && !isBehind(meterStart, first.register, lastRegister)) return meterStart
  raise(meterStart === 0n ? 'begin-zero' : 'start-disagrees', {
    start: formatEnergy(meterStart),
    first_sample: formatEnergy(first.register),
    possible: formatEnergy(energy(possible)),
  })
  return null
}

/**
 * Returns whether the start is below the register that the meter had reached before while a later one is not: the meter kept
 * counting, so the start is wrong.
 */
function isBehind(meterStart: Energy, later: Energy, lastRegister: Energy | null): boolean {
  if (lastRegister === null) return false
  return meterStart < lastRegister - REGISTER_TOLERANCE && later >= lastRegister - REGISTER_TOLERANCE
}

/**
 * Checks a start register without samples. Only the meter's earlier registers can tell a wrong 0 from a counter that restarted.
 */
function judgeBareStart({ meterStop, lastRegister }: Picture, meterStart: Energy, raise: Raise): void {
  if (meterStop === null || meterStop <= meterStart) return
  if (lastRegister !== null && isBehind(meterStart, meterStop, lastRegister)) {
    raise('start-behind', { start: formatEnergy(meterStart), last_register: formatEnergy(lastRegister) })
  } else if (meterStart === 0n) {
    raise('begin-unconfirmed', { stop: formatEnergy(meterStop) })
  }
}

/** E-14: returns the stop register; null when it is below the start or cannot follow the last sample. */
function usableStop(picture: Picture, kept: readonly Point[], reversed: boolean, raise: Raise): Energy | null {
  const { meterStop, endedAt, ratedPowerW } = picture
  const last = kept.at(-1)
  if (reversed) return null
  if (meterStop === null || last === undefined) return meterStop
  const possible = mostEnergy(ratedPowerW, endedAt - last.at + TIME_SLACK_MS) + REGISTER_TOLERANCE
  if (meterStop - last.register <= possible) return meterStop
  raise('stop-disagrees', {
    stop: formatEnergy(meterStop),
    last_sample: formatEnergy(last.register),
    possible: formatEnergy(energy(possible)),
  })
  return null
}

function fromEnds(
  picture: Picture,
  kept: Point[],
  start: Energy | null,
  stop: Energy | null,
  raise: Raise,
): EnergyCurve | null {
  const { startedAt, endedAt, hasStop } = picture
  const first = kept[0]
  const last = kept.at(-1)
  const from = start ?? first?.register
  const to = stop ?? last?.register
  if (from === undefined || to === undefined) return null
  if (start === null && stop === null && kept.length < 2) return null
  if (start === null && first !== undefined && first.at - startedAt > MAX_EDGE_GAP_MS) {
    raise('head-gap', { seconds: seconds(first.at - startedAt) })
  }
  if (stop === null && last !== undefined && hasStop && endedAt - last.at > MAX_EDGE_GAP_MS) {
    raise('tail-gap', { seconds: seconds(endedAt - last.at) })
  }
  const points: Point[] = [{ at: startedAt, register: from }]
  let highest = from
  for (const { at, register } of kept) {
    highest = clamp(register, highest, to < highest ? highest : to)
    if (at > startedAt && at < endedAt) points.push({ at, register: highest })
  }
  points.push({ at: endedAt, register: to < highest ? highest : to })
  return { method: methodOf(start, stop, kept.length), points: onePerInstant(points) }
}

function methodOf(start: Energy | null, stop: Energy | null, samples: number): EnergyMethod {
  if (start !== null && stop !== null) return samples > 0 ? 'registers-and-samples' : 'registers'
  if (start !== null) return 'last-sample'
  return stop !== null ? 'first-sample' : 'samples'
}

/** Keeps the last, highest point of each instant. Start and end always stay two points. */
function onePerInstant(points: readonly Point[]): Point[] {
  return points.filter((point, index) => index === 0 || points[index + 1]?.at !== point.at)
}

function seconds(ms: number): string {
  return String(Math.round(ms / 1_000))
}

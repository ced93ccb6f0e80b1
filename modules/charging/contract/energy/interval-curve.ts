import { energy, type Energy, formatEnergy, sumEnergy } from '@wattyard/money'
import { type Interval, type Point, TIME_SLACK_MS } from './energy-series.ts'
import { type EnergyCurve, MAX_EDGE_GAP_MS, type Picture, type Raise } from './register-curve.ts'

/** E-22: allowed difference between intervals and registers in percent. */
export const INTERVAL_TOLERANCE_PERCENT = 5n
export const INTERVAL_TOLERANCE: Energy = energy(1_000n)

/** E-06, E-21, E-30: returns the energy as a sum of intervals. The register of the points counts from 0 at the start. */
export function curveFromIntervals(picture: Picture, raise: Raise): EnergyCurve | null {
  const { startedAt, endedAt, intervals } = picture
  if (intervals.length === 0) return null
  const outside = intervals.filter(({ at }) => at < startedAt - TIME_SLACK_MS || at > endedAt + TIME_SLACK_MS)
  if (outside.length > 0) {
    raise('samples-off-time', { outside: String(outside.length), samples: String(intervals.length) })
  }
  const hole = longestHole(picture)
  if (hole !== null) raise('interval-gap', { seconds: String(Math.round(hole / 1_000)) })
  const points: Point[] = [{ at: startedAt, register: energy(0n) }]
  let register = 0n
  for (const interval of intervals) {
    register += interval.energy
    const at = Math.min(endedAt, Math.max(startedAt, interval.at))
    const last = points.at(-1)
    if (last !== undefined && points.length > 1 && last.at === at) points.pop()
    points.push({ at, register: energy(register) })
  }
  if (points.at(-1)?.at !== endedAt) points.push({ at: endedAt, register: energy(register) })
  return { method: 'intervals', points }
}

/** Returns the longest time without an interval in ms, when it exceeds one and a half times the usual distance; else null. */
function longestHole({ startedAt, endedAt, intervals, hasStop }: Picture): number | null {
  const instants = [startedAt, ...intervals.map(interval => interval.at)]
  const distances = instants.slice(1).map((at, index) => at - (instants[index] ?? at))
  const usual = median(distances)
  const last = instants.at(-1) ?? endedAt
  const longest = distances.reduce((most, ms) => Math.max(most, ms), hasStop ? endedAt - last : 0)
  // A single interval has no usual distance, so the limit of the other edges applies.
  const allowed = intervals.length < 2 ? MAX_EDGE_GAP_MS : Math.max(usual * 1.5, TIME_SLACK_MS)
  return longest > allowed ? longest : null
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >>> 1] ?? 0
}

/** E-22: returns the evidence when the sum of intervals contradicts the registers, else null. */
export function intervalsDisagree(intervals: readonly Interval[], total: Energy): Record<string, string> | null {
  if (intervals.length === 0) return null
  const sum = sumEnergy(intervals.map(interval => interval.energy))
  const difference = sum > total ? sum - total : total - sum
  if (difference <= INTERVAL_TOLERANCE || difference * 100n <= total * INTERVAL_TOLERANCE_PERCENT) return null
  return { intervals: formatEnergy(sum), registers: formatEnergy(total) }
}

import { type Energy, energy, formatEnergy, subEnergy } from '@wattyard/money'
import { PricingError, stretchesOf } from '@wattyard/pricing/contract'
import { type Route, rowInScope, serveCall } from '@wattyard/server-kit'
import type { PeriodKind } from '@wattyard/time'
import { readChargingCurve } from '../../contract/calls/live.ts'
import { countedReadings, discountedReadings, order, type Reading, startOf, stopOf } from '../../contract/index.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { finishFolded, foldOrders } from '../facts/order-session.ts'
import { readOrders } from '../order/order-row.ts'
import type { ChargingPorts } from '../ports.ts'

/** Most points of one curve; longer sessions are thinned to the ends and the peak of each section. */
export const MAX_POINTS = 600

/** Most readings that are shown though they count nowhere. */
export const MAX_SET_ASIDE = 100

/** Returns the readings whose register is lower than one before it. */
function falling(readings: readonly Reading[]): ReadonlySet<Reading> {
  const found = new Set<Reading>()
  let highest: Energy | null = null
  for (const reading of readings) {
    if (reading.register === null) continue
    if (highest !== null && reading.register < highest) found.add(reading)
    else highest = reading.register
  }
  return found
}

/**
 * Returns at most `most` readings in order of time: the first, the last, and of each section one whose register ran backwards,
 * else the one with the highest power.
 */
export function thin(readings: readonly Reading[], most: number): readonly Reading[] {
  if (readings.length <= most) return readings
  const backwards = falling(readings)
  const weightOf = (one: Reading): number => (backwards.has(one) ? Infinity : (one.powerW ?? -1))
  const kept: Reading[] = []
  const inner = readings.slice(1, -1)
  const stretches = most - 2
  for (let i = 0; i < stretches; i++) {
    const from = Math.floor((i * inner.length) / stretches)
    const to = Math.floor(((i + 1) * inner.length) / stretches)
    let best = inner[from]
    for (let at = from + 1; at < to; at++) {
      const one = inner[at]
      if (one && weightOf(one) > (best ? weightOf(best) : -1)) best = one
    }
    if (best) kept.push(best)
  }
  const first = readings[0]
  const last = readings.at(-1)
  return [...(first ? [first] : []), ...kept, ...(last ? [last] : [])]
}

const text = (value: Energy | null): string | null => (value === null ? null : formatEnergy(value))

/** Returns the tariff periods of a session; none where its time cannot be rated, which is a finding of its own. */
function periodsOf(snapshot: LiveOrder['snapshot'], from: number, to: number) {
  if (snapshot === null || to <= from) return []
  try {
    const periods: { from: number; to: number; period: PeriodKind }[] = []
    for (const { from: begin, to: end, period } of stretchesOf(snapshot.tariff, from, to)) {
      const last = periods.at(-1)
      // Two prices of one period are one band.
      if (last?.period === period) last.to = end
      else periods.push({ from: begin, to: end, period })
    }
    return periods
  } catch (error) {
    if (error instanceof PricingError) return []
    throw error
  }
}

/** Serves `GET /api/charging/order/course`: the readings of a session for its curve, and the result of the energy rules. */
export function chargingCurveRoute({ clock }: Pick<ChargingPorts, 'clock'>): Route {
  return serveCall(readChargingCurve, {
    work: 'read',
    async handle({ tx, caller, input }) {
      await rowInScope(tx, caller, order, input.id)
      const [folded] = await foldOrders(tx, await readOrders(tx, [input.id]))
      if (!folded) throw new Error(`order ${input.id} was in scope and is not there`)
      const [finished] = await finishFolded(tx, [folded], clock.now())
      const { session, row } = folded
      const start = startOf(session)
      const stop = stopOf(session)
      const startedAt = start?.at ?? row.started_at
      const readings = countedReadings(session)
      const setAside = discountedReadings(session)
      const lastAt = readings.at(-1)?.at ?? startedAt
      const first = start?.meterStart ?? readings.find(reading => reading.register !== null)?.register ?? null
      const since = (register: Energy | null) =>
        register === null || first === null || register < first ? null : subEnergy(register, first)
      return {
        orderNo: row.order_no,
        state: row.state,
        startedAt,
        endedAt: stop?.at ?? row.ended_at,
        meterStart: text(start?.meterStart ?? null),
        meterStop: text(stop?.meterStop ?? null),
        energy: row.energy === null ? null : formatEnergy(energy(row.energy)),
        method: row.energy_method,
        confidence: row.confidence,
        readings: readings.length,
        setAside: setAside.length,
        notCounted: setAside
          .flatMap(({ at, register }) => (register === null ? [] : [{ at, register: formatEnergy(register) }]))
          .slice(0, MAX_SET_ASIDE),
        periods: periodsOf(folded.snapshot, startedAt, Math.max(stop?.at ?? row.ended_at ?? clock.now(), lastAt)),
        points: thin(readings, MAX_POINTS).map(reading => ({
          at: reading.at,
          power: reading.powerW,
          soc: reading.socPermille,
          register: text(reading.register),
          energy: text(since(reading.register)),
        })),
        flags: (finished?.derived.flags ?? []).map(({ code, effect, evidence }) => ({ code, effect, evidence })),
      }
    },
  })
}

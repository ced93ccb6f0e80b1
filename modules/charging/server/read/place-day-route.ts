import { pile, station } from '@wattyard/assets/contract'
import { pilesByIds, stationCounters } from '@wattyard/assets/server'
import { energy, type Fen, fen, formatEnergy, formatFen, formatPpm, type Energy, ppm } from '@wattyard/money'
import { type Caller, col, rowInScope, type Route, scoped, serveCall, type Tx } from '@wattyard/server-kit'
import { addDays, type BusinessDay, DAY_MS, dayRange, localDayOf } from '@wattyard/time'
import { readPlaceDay } from '../../contract/calls/place-day.ts'
import { order } from '../../contract/index.ts'
import type { ChargingPorts } from '../ports.ts'

/** A session that began longer ago than this is no longer looked for; supervision ends sessions far earlier. */
const LONGEST_SESSION_MS = 7 * DAY_MS

interface Place {
  kind: 'station' | 'pile'
  id: string
  zone: string
  connectors: number
}

/** @throws Refusal `kernel.notFound` for a place outside the caller's scope */
async function placeOf(tx: Tx, caller: Caller, { kind, id }: Pick<Place, 'kind' | 'id'>): Promise<Place> {
  const stationId = kind === 'pile' ? (await rowInScope(tx, caller, pile, id)).station_id : id
  const { zone } = await rowInScope(tx, caller, station, stationId)
  const connectors =
    kind === 'pile'
      ? (await pilesByIds(tx, [id])).get(id)?.connectorCount
      : (await stationCounters(tx, [id])).get(id)?.connectors
  return { kind, id, zone, connectors: connectors ?? 0 }
}

/** Returns the orders of a place in the caller's scope as the beginning of a condition. */
function ordersOf(caller: Caller, { kind, id }: Place) {
  const where = scoped(caller, order)
  where.add(`${kind}_id = ${where.value(id)}`)
  return where
}

interface Sums {
  orders: number
  energy: Energy
  income_fen: Fen
}

/**
 * Returns what was billed for sessions that stopped in a period. An order is booked on the day of its stop in the company's zone,
 * or on a later day when that one was closed, so the days around the period hold all of it and the index of days is used.
 */
async function sumsBetween(
  { tx, caller }: { tx: Tx; caller: Caller },
  place: Place,
  { day, from, to }: { day: BusinessDay; from: number; to: number },
): Promise<Sums> {
  const where = ordersOf(caller, place)
  where.add(`booked_on between ${where.value(addDays(day, -1))}::date and ${where.value(addDays(day, 2))}::date`)
  where.add(`ended_at >= ${where.value(new Date(from))} and ended_at <= ${where.value(new Date(to))}`)
  const [row] = await tx.query(
    { orders: col.integer, energy: col.text, income: col.text },
    `select count(*)::integer as orders, coalesce(sum(energy), 0)::text as energy,
       coalesce(sum(electricity_fen + service_fen), 0)::text as income
     from charging_order where ${where.text}`,
    where.values,
  )
  return {
    orders: row?.orders ?? 0,
    energy: energy(BigInt(row?.energy ?? '0')),
    income_fen: fen(BigInt(row?.income ?? '0')),
  }
}

/** Returns the number of running sessions, and the time in which sessions took a connector in a period, in milliseconds. */
async function timeCharging(
  { tx, caller }: { tx: Tx; caller: Caller },
  place: Place,
  { from, to }: { from: number; to: number },
): Promise<{ running: number; charging_ms: bigint }> {
  const where = ordersOf(caller, place)
  where.add(`started_at > ${where.value(new Date(from - LONGEST_SESSION_MS))}`)
  const begin = where.value(new Date(from))
  const end = where.value(new Date(to))
  where.add(`started_at < ${end}`)
  // A session without a known end lasted at least until its last report.
  const [row] = await tx.query(
    { running: col.integer, charging: col.text },
    `select (count(*) filter (where is_running))::integer as running,
       coalesce(round(sum(greatest(extract(epoch from least(until, ${end}::timestamptz) - greatest(started_at, ${begin}::timestamptz)), 0)) * 1000), 0)::text as charging
     from (select started_at, state in ('starting', 'charging', 'stopping') as is_running,
             case when ended_at is not null then ended_at when state in ('starting', 'charging', 'stopping') then ${end}::timestamptz else last_fact_at end as until
           from charging_order where ${where.text}) sessions`,
    where.values,
  )
  return { running: row?.running ?? 0, charging_ms: BigInt(row?.charging ?? '0') }
}

/** Returns a share of the time of all connectors in whole permille; clocks of piles may add up to more than there was. */
function utilisationOf(charging_ms: bigint, connectors: number, elapsed_ms: number): string | null {
  const whole = BigInt(connectors) * BigInt(Math.max(elapsed_ms, 1))
  if (whole === 0n) return null
  const permille = (charging_ms * 1_000n) / whole
  return formatPpm(ppm((permille > 1_000n ? 1_000n : permille) * 1_000n))
}

const wire = ({ orders, energy: sum, income_fen }: Sums) => ({
  orders,
  energy: formatEnergy(sum),
  income: formatFen(income_fen),
})

/** Serves `GET /api/charging/place/today`: the day of a station or a pile until now. */
export function placeDayRoute({ clock }: Pick<ChargingPorts, 'clock'>): Route {
  return serveCall(readPlaceDay, {
    work: 'read',
    async handle({ tx, caller, input }) {
      const now = clock.now()
      const place = await placeOf(tx, caller, input)
      const day = localDayOf(now, place.zone)
      const { from } = dayRange(day, place.zone)
      const former = addDays(day, -1)
      const formerFrom = dayRange(former, place.zone).from
      const asking = { tx, caller }
      const today = await sumsBetween(asking, place, { day, from, to: now })
      const before = await sumsBetween(asking, place, { day: former, from: formerFrom, to: formerFrom + now - from })
      const { running, charging_ms } = await timeCharging(asking, place, { from, to: now })
      return {
        day,
        zone: place.zone,
        today: wire(today),
        before: wire(before),
        running,
        connectors: place.connectors,
        charging_s: Number(charging_ms / 1_000n),
        utilisation: utilisationOf(charging_ms, place.connectors, now - from),
        asOf: now,
      }
    },
  })
}

import { bigintList, instantList, intList, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { METER_STEP, startOf, stopOf } from '../contract/index.ts'
import type { Directory } from './directory.ts'
import { EvseMates } from './evse-mates.ts'
import type { LastRegisters } from './last-registers.ts'
import type { LiveOrder } from './open-orders.ts'

/** An order that was settled for the same registers. */
export interface Twin {
  orderId: string
  transactionId: string | null
}

interface Course {
  order: LiveOrder
  meterStart: bigint
  meterStop: bigint
  startedAt: number
  endedAt: number
  /** Connectors of its EVSE, its own among them: they carry one transaction. Whether over one meter, nobody says. */
  mates: readonly number[]
}

function courseOf(order: LiveOrder, mates: EvseMates): Course | null {
  const start = startOf(order.session)
  const stop = stopOf(order.session)
  if (start === null || stop === null || start.meterStart === null || stop.meterStop === null) return null
  if (stop.meterStop <= start.meterStart) return null
  const { meterStart } = start
  const { meterStop } = stop
  return { order, meterStart, meterStop, startedAt: start.at, endedAt: stop.at, mates: mates.of(order.row) }
}

/** Clocks that are put right may make the end of one session and the start of the next overlap by this much. */
const CLOCK_SLACK_MS = 60_000
/** How long before or after a session its twin may have begun: longer than any charge, shorter than until a meter that was changed shows the same again. */
const TWIN_DAYS = 7

/**
 * A meter that counts on never shows one register twice, so within days no session of a connector lies within the count of
 * another; one that counts per session may show the same, under another number and later. And an EVSE carries one transaction: two that
 * overlap in time and on the meter are one, whatever either says besides (a start that was put right by seconds, a register
 * read a moment later).
 */
function isSame(one: Course, other: Course): boolean {
  if (one.order.row.pile_id !== other.order.row.pile_id) return false
  if (!one.mates.includes(other.order.row.connector_number)) return false
  const shared_ms = Math.min(one.endedAt, other.endedAt) - Math.max(one.startedAt, other.startedAt)
  const lastStart = one.meterStart > other.meterStart ? one.meterStart : other.meterStart
  const firstStop = one.meterStop < other.meterStop ? one.meterStop : other.meterStop
  const isShared = firstStop - lastStart > METER_STEP
  if (isShared && (shared_ms > CLOCK_SLACK_MS || isWithin(one, other) || isWithin(other, one))) return true
  if (one.meterStart !== other.meterStart || one.meterStop !== other.meterStop) return false
  const hasSameId = startOf(one.order.session)?.transactionId === startOf(other.order.session)?.transactionId
  const doOverlap = one.startedAt < other.endedAt && other.startedAt < one.endedAt
  return one.meterStart > 0n || hasSameId || doOverlap
}

/**
 * Settled orders that ended sessions seem to repeat, by order. The meter's mark says for nearly all that nothing can be
 * found: they end above everything that was billed at their connector, and their EVSE has no other.
 */
export async function findTwins(
  tx: Tx,
  orders: readonly LiveOrder[],
  { directory, registers }: { directory: Directory; registers: LastRegisters },
  now: number,
): Promise<ReadonlyMap<string, Twin>> {
  const piles = await directory.piles(tx, [...new Set(orders.map(order => order.row.pile_id))], now)
  const mates = new EvseMates(piles)
  const courses = orders.flatMap(order => courseOf(order, mates) ?? [])
  const twins = new Map<string, Twin>()
  const doubtful = courses.filter(
    ({ order, meterStop, startedAt, mates: { length } }) =>
      length > 1 || registers.mayBeBilled(order.row, meterStop, startedAt),
  )
  for (const [id, twin] of await settledTwins(tx, doubtful)) twins.set(id, twin)
  // Two of one batch: the first one is billed.
  courses.forEach((course, i) => {
    const former = courses.slice(0, i).find(other => isSame(course, other) && !twins.has(other.order.row.id))
    if (former !== undefined && !twins.has(course.order.row.id))
      twins.set(course.order.row.id, { orderId: former.order.row.id, transactionId: former.order.row.transaction_id })
  })
  return twins
}

/** The settled order that one outside the stream of facts would repeat, now that somebody wants it billed. */
export async function twinOf(tx: Tx, order: LiveOrder): Promise<Twin | null> {
  const course = courseOf(order, await EvseMates.read(tx, [order.row.pile_id]))
  const [found] = course === null ? [] : await settledTwins(tx, [course])
  return found?.[1] ?? null
}

/** 1 kWh: a meter that counts per session never begins there, whatever it shows of what ran before. */
const COUNTS_ON = 10_000n

/** What the meter of one connector that counts on cannot show again. */
const isWithin = (inner: Course, outer: Course): boolean =>
  inner.order.row.connector_number === outer.order.row.connector_number &&
  inner.meterStart >= COUNTS_ON &&
  inner.meterStart >= outer.meterStart &&
  inner.meterStop <= outer.meterStop

async function settledTwins(tx: Tx, courses: readonly Course[]): Promise<[id: string, Twin][]> {
  if (courses.length === 0) return []
  const places = courses.flatMap(course => course.mates.map(connector => ({ ...course, connector })))
  const column = <T>(pick: (place: (typeof places)[number]) => T): T[] => places.map(pick)
  const rows = await tx.query<{ id: string; orderId: string; transactionId: string | null }>(
    `select distinct on (k.id) k.id, t.id as "orderId", t.transaction_id as "transactionId"
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::boolean[])
       as k(tenant_id, id, pile_id, connector_number, meter_start, meter_stop, transaction_id, started_at, ended_at, is_own)
     cross join lateral (select o.id, o.transaction_id, o.settled_at from charging_order o
       where o.tenant_id = k.tenant_id and o.pile_id = k.pile_id and o.connector_number = k.connector_number and o.id <> k.id
         and o.settled_at is not null and (
           (o.meter_start = k.meter_start and o.meter_stop = k.meter_stop
             and (k.meter_start > 0 or o.transaction_id = k.transaction_id or (o.started_at < k.ended_at and k.started_at < o.ended_at)))
           or (o.started_at between k.started_at - interval '${TWIN_DAYS} days' and k.ended_at + interval '${TWIN_DAYS} days'
             and (least(o.ended_at, k.ended_at) - greatest(o.started_at, k.started_at) > interval '${CLOCK_SLACK_MS} milliseconds'
               or (k.is_own and k.meter_start >= ${COUNTS_ON} and k.meter_start >= o.meter_start and k.meter_stop <= o.meter_stop)
               or (k.is_own and o.meter_start >= ${COUNTS_ON} and o.meter_start >= k.meter_start and o.meter_stop <= k.meter_stop))
             and least(o.meter_stop, k.meter_stop) - greatest(o.meter_start, k.meter_start) > ${METER_STEP}))
       order by o.settled_at limit 1) as t
     order by k.id, t.settled_at`,
    [
      uuidList(column(({ order }) => order.row.tenant_id)),
      uuidList(column(({ order }) => order.row.id)),
      uuidList(column(({ order }) => order.row.pile_id)),
      intList(column(({ connector }) => connector)),
      bigintList(column(({ meterStart }) => meterStart)),
      bigintList(column(({ meterStop }) => meterStop)),
      textList(column(({ order }) => startOf(order.session)?.transactionId ?? null)),
      instantList(column(({ startedAt }) => startedAt)),
      instantList(column(({ endedAt }) => endedAt)),
      column(({ order, connector }) => order.row.connector_number === connector),
    ],
  )
  return rows.map(({ id, ...twin }) => [id, twin])
}

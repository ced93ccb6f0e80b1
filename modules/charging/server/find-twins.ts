import { bigintList, instantList, intList, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { METER_STEP, startOf, stopOf } from '../contract/index.ts'
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
}

function courseOf(order: LiveOrder): Course | null {
  const start = startOf(order.session)
  const stop = stopOf(order.session)
  if (start === null || stop === null || start.meterStart === null || stop.meterStop === null) return null
  if (stop.meterStop <= start.meterStart) return null
  return { order, meterStart: start.meterStart, meterStop: stop.meterStop, startedAt: start.at, endedAt: stop.at }
}

/** Clocks that are put right may make the end of one session and the start of the next overlap by this much. */
const CLOCK_SLACK_MS = 60_000
/** How long before a session its twin may have begun: longer than any charge. */
const TWIN_DAYS = 7

/**
 * A meter that counts on never shows one register twice; one that counts per session may, under another number and later.
 * And a connector carries one transaction: two that overlap in time and on the meter are one, whatever either says besides
 * (a start that was put right by seconds, a register read a moment later).
 */
function isSame(one: Course, other: Course): boolean {
  if (one.order.row.pile_id !== other.order.row.pile_id) return false
  if (one.order.row.connector_number !== other.order.row.connector_number) return false
  const shared_ms = Math.min(one.endedAt, other.endedAt) - Math.max(one.startedAt, other.startedAt)
  const lastStart = one.meterStart > other.meterStart ? one.meterStart : other.meterStart
  const firstStop = one.meterStop < other.meterStop ? one.meterStop : other.meterStop
  if (shared_ms > CLOCK_SLACK_MS && firstStop - lastStart > METER_STEP) return true
  if (one.meterStart !== other.meterStart || one.meterStop !== other.meterStop) return false
  const hasSameId = startOf(one.order.session)?.transactionId === startOf(other.order.session)?.transactionId
  const doOverlap = one.startedAt < other.endedAt && other.startedAt < one.endedAt
  return one.meterStart > 0n || hasSameId || doOverlap
}

/**
 * Settled orders that ended sessions seem to repeat, by order. The meter's mark says for nearly all that nothing can be
 * found: they end above everything that was billed at their connector.
 */
export async function findTwins(
  tx: Tx,
  orders: readonly LiveOrder[],
  registers: LastRegisters,
): Promise<ReadonlyMap<string, Twin>> {
  const courses = orders.flatMap(order => courseOf(order) ?? [])
  const twins = new Map<string, Twin>()
  const doubtful = courses.filter(({ order, meterStop, startedAt }) =>
    registers.mayBeBilled(order.row, meterStop, startedAt),
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

async function settledTwins(tx: Tx, courses: readonly Course[]): Promise<[id: string, Twin][]> {
  if (courses.length === 0) return []
  const column = <T>(pick: (course: Course) => T): T[] => courses.map(pick)
  const rows = await tx.query<{ id: string; orderId: string; transactionId: string | null }>(
    `select k.id, t.id as "orderId", t.transaction_id as "transactionId"
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::timestamptz[], $9::timestamptz[])
       as k(tenant_id, id, pile_id, connector_number, meter_start, meter_stop, transaction_id, started_at, ended_at)
     cross join lateral (select o.id, o.transaction_id from charging_order o
       where o.tenant_id = k.tenant_id and o.pile_id = k.pile_id and o.connector_number = k.connector_number and o.id <> k.id
         and o.settled_at is not null and (
           (o.meter_start = k.meter_start and o.meter_stop = k.meter_stop
             and (k.meter_start > 0 or o.transaction_id = k.transaction_id or (o.started_at < k.ended_at and k.started_at < o.ended_at)))
           or (o.started_at between k.started_at - interval '${TWIN_DAYS} days' and k.ended_at
             and least(o.ended_at, k.ended_at) - greatest(o.started_at, k.started_at) > interval '${CLOCK_SLACK_MS} milliseconds'
             and least(o.meter_stop, k.meter_stop) - greatest(o.meter_start, k.meter_start) > ${METER_STEP}))
       order by o.settled_at limit 1) as t`,
    [
      uuidList(column(({ order }) => order.row.tenant_id)),
      uuidList(column(({ order }) => order.row.id)),
      uuidList(column(({ order }) => order.row.pile_id)),
      intList(column(({ order }) => order.row.connector_number)),
      bigintList(column(course => course.meterStart)),
      bigintList(column(course => course.meterStop)),
      textList(column(({ order }) => startOf(order.session)?.transactionId ?? null)),
      instantList(column(course => course.startedAt)),
      instantList(column(course => course.endedAt)),
    ],
  )
  return rows.map(({ id, ...twin }) => [id, twin])
}

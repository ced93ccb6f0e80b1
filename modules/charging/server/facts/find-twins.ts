import { bigintList, instantList, intList, textList, type Tx, uuidList, col, type RowIn } from '@wattyard/server-kit'
import { METER_STEP, startOf, stopOf } from '../../contract/index.ts'
import type { Directory } from '../start/directory.ts'
import { EvseMates } from '../start/evse-mates.ts'
import type { LastRegisters } from './last-registers.ts'
import type { LiveOrder } from './open-orders.ts'

/** An order that was settled or waived for the same charge. */
export interface Twin {
  orderId: string
  transactionId: string | null
}

interface RegisterSpan {
  order: LiveOrder
  meterStart: bigint
  meterStop: bigint
  startedAt: number
  endedAt: number
  /** Connector numbers of its EVSE, its own included. They carry one transaction; whether they share a meter is unknown. */
  mates: readonly number[]
  /** Number of last orders of its pile to compare with for one at the same time. */
  last: number
  /** The connector has shown its last register before, or may have, so other times are searched too. */
  isFar: boolean
}

function registerSpanOf(
  order: LiveOrder,
  mates: EvseMates,
  mayBeBilled: (one: LiveOrder) => boolean,
): RegisterSpan | null {
  const start = startOf(order.session)
  const stop = stopOf(order.session)
  if (start === null || stop === null || start.meterStart === null || stop.meterStop === null) return null
  if (stop.meterStop <= start.meterStart) return null
  const { meterStart } = start
  const { meterStop } = stop
  const same = mates.of(order.row)
  const last = LAST * mates.countAt(order.row)
  const isFar = same.length > 1 || mayBeBilled(order)
  return { order, meterStart, meterStop, startedAt: start.at, endedAt: stop.at, mates: same, last, isFar }
}

/** Clocks that are put right may make the end of one session and the start of the next overlap by this much. */
const CLOCK_SLACK_MS = 60_000
/** How long before or after a session its twin may have begun: longer than any charge, shorter than until a meter that was changed shows the same again. */
const TWIN_DAYS = 7
/**
 * Last orders per connector of a pile that are compared. A connector carries one session at a time, so any overlapping one is
 * among them.
 */
const LAST = 40
/**
 * Registers from 1 kWh on are not the start of a meter that counts per session, whatever that meter shows of earlier sessions.
 */
const COUNTS_ON = 10_000n

/**
 * Returns whether two orders are the same charge. A continuous meter never shows a register twice, so within days no session of a
 * connector lies inside the count of another; a meter that counts per session may show the same registers again under another
 * transaction id and later. An EVSE carries one transaction: two orders that overlap in time and on the meter are the same,
 * whatever else differs (a start corrected by seconds, a register read a moment later). Connectors of one EVSE may have separate
 * meters, and an end may be reported late, so half of the shorter one has to overlap there. Where the connector is unknown, only
 * equal registers at the same time count.
 */
function isSame(one: RegisterSpan, other: RegisterSpan): boolean {
  if (one.order.row.pile_id !== other.order.row.pile_id) return false
  const [own, others] = [one.order.row.connector_number, other.order.row.connector_number]
  const isSameEvse = one.mates.includes(others)
  if (!isSameEvse && own !== 0 && others !== 0) return false
  const shared_ms = Math.min(one.endedAt, other.endedAt) - Math.max(one.startedAt, other.startedAt)
  const isSamePair = one.meterStart === other.meterStart && one.meterStop === other.meterStop
  if (isSamePair && shared_ms > 0) return true
  if (!isSameEvse) return false
  if (isSamePair && (one.meterStart >= COUNTS_ON || (hasSameNumber(one, other) && isWithinDays(one, other))))
    return true
  const lastStart = one.meterStart > other.meterStart ? one.meterStart : other.meterStart
  const firstStop = one.meterStop < other.meterStop ? one.meterStop : other.meterStop
  if (firstStop - lastStart <= METER_STEP) return false
  const shorter_ms = Math.min(one.endedAt - one.startedAt, other.endedAt - other.startedAt)
  const enough_ms = own === others ? CLOCK_SLACK_MS : Math.max(CLOCK_SLACK_MS, shorter_ms / 2)
  if (shared_ms > enough_ms) return true
  return own === others && isWithinDays(one, other) && (isWithin(one, other) || isWithin(other, one))
}

const hasSameNumber = (one: RegisterSpan, other: RegisterSpan): boolean =>
  startOf(one.order.session)?.transactionId === startOf(other.order.session)?.transactionId

const isWithinDays = (one: RegisterSpan, other: RegisterSpan): boolean =>
  Math.max(one.startedAt - other.endedAt, other.startedAt - one.endedAt) <= TWIN_DAYS * 86_400_000

/** Returns whether one session lies inside another on a continuous meter, which is impossible for two charges. */
const isWithin = (inner: RegisterSpan, outer: RegisterSpan): boolean =>
  inner.meterStart >= COUNTS_ON && inner.meterStart >= outer.meterStart && inner.meterStop <= outer.meterStop

/**
 * Returns the settled or waived orders that ended sessions seem to repeat, by order id. Overlapping times are always searched;
 * other times only when the meter's mark indicates it, because nearly all sessions end above everything billed at their
 * connector.
 */
export async function findTwins(
  tx: Tx,
  orders: readonly LiveOrder[],
  { directory, registers }: { directory: Directory; registers: LastRegisters },
  now: number,
): Promise<ReadonlyMap<string, Twin>> {
  const piles = await directory.piles(tx, [...new Set(orders.map(order => order.row.pile_id))], now)
  const mates = new EvseMates(piles)
  const mayBeBilled = ({ row, session }: LiveOrder): boolean =>
    registers.mayBeBilled(row, stopOf(session)?.meterStop ?? 0n, startOf(session)?.at ?? 0)
  const courses = orders.flatMap(order => registerSpanOf(order, mates, mayBeBilled) ?? [])
  const twins = new Map<string, Twin>(await settledTwins(tx, courses))
  // Two of one batch: the first is billed, if it has a payer.
  courses.forEach((course, i) => {
    const former = courses
      .slice(0, i)
      .find(other => other.order.row.member_id !== null && isSame(course, other) && !twins.has(other.order.row.id))
    if (former !== undefined && !twins.has(course.order.row.id))
      twins.set(course.order.row.id, { orderId: former.order.row.id, transactionId: former.order.row.transaction_id })
  })
  return twins
}

/** Returns the settled order that an order outside the stream of facts would repeat if it were billed now. */
export async function twinOf(tx: Tx, order: LiveOrder): Promise<Twin | null> {
  const course = registerSpanOf(order, await EvseMates.read(tx, [order.row.pile_id]), () => true)
  const [found] = course === null ? [] : await settledTwins(tx, [course])
  return found?.[1] ?? null
}

/** SQL condition of orders that count as billed for their charge: settled, or waived by a person. */
const STANDS = "(o.settled_at is not null or o.close_reason = 'waived')"
const IS_OWN = 'o.connector_number = k.connector_number'
const IS_SAME_EVSE = 'o.connector_number = any(k.mates::integer[])'
const SAME_PAIR = 'o.meter_start = k.meter_start and o.meter_stop = k.meter_stop'
const SHARED_METER = `least(o.meter_stop, k.meter_stop) - greatest(o.meter_start, k.meter_start) > ${METER_STEP}`
const SHARED = 'least(o.ended_at, k.ended_at) - greatest(o.started_at, k.started_at)'
const SLACK = `interval '${CLOCK_SLACK_MS} milliseconds'`
const ENOUGH = `case when ${IS_OWN} then ${SLACK} else greatest(${SLACK}, least(o.ended_at - o.started_at, k.ended_at - k.started_at) / 2) end`
const IS_NEAR = `o.started_at between k.started_at - interval '${TWIN_DAYS} days' and k.ended_at + interval '${TWIN_DAYS} days'`
const WITHIN = (inner: string, outer: string): string =>
  `(${inner}.meter_start >= ${COUNTS_ON} and ${inner}.meter_start >= ${outer}.meter_start and ${inner}.meter_stop <= ${outer}.meter_stop)`
/** Longer than any charge, so an order that began earlier cannot overlap. */
const LONGEST = "interval '2 days'"
const FOUND = {
  id: col.uuid,
  orderId: col.uuid,
  transactionId: col.text.orNull,
}

type Found = RowIn<typeof FOUND>

const COURSES = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::text[], $11::integer[])
  as k(tenant_id, id, pile_id, connector_number, meter_start, meter_stop, transaction_id, started_at, ended_at, mates, last)`
/**
 * A difference, so that no index can answer it: offered a span of time, the planner now and then reads all orders of the
 * company in the order of time, thousands for each session. Only the index by pile is left, read backwards for a few rows.
 */
const BEGAN_BEFORE_END = "o.started_at - k.ended_at <= interval '0'"
const SAME_PILE = 'o.tenant_id = k.tenant_id and o.pile_id = k.pile_id and o.id <> k.id'

function valuesOf(courses: readonly RegisterSpan[]): unknown[] {
  const column = <T>(pick: (course: RegisterSpan) => T): T[] => courses.map(pick)
  return [
    uuidList(column(({ order }) => order.row.tenant_id)),
    uuidList(column(({ order }) => order.row.id)),
    uuidList(column(({ order }) => order.row.pile_id)),
    intList(column(({ order }) => order.row.connector_number)),
    bigintList(column(({ meterStart }) => meterStart)),
    bigintList(column(({ meterStop }) => meterStop)),
    textList(column(({ order }) => startOf(order.session)?.transactionId ?? null)),
    instantList(column(({ startedAt }) => startedAt)),
    instantList(column(({ endedAt }) => endedAt)),
    textList(column(({ mates }) => `{${mates.join(',')}}`)),
    intList(column(({ last }) => last)),
  ]
}

/** Finds orders at overlapping times. */
const nearTwins = (tx: Tx, courses: readonly RegisterSpan[]): Promise<Found[]> =>
  tx.query(
    FOUND,
    `select distinct on (k.id) k.id, o.id as "orderId", o.transaction_id as "transactionId" from ${COURSES}
     cross join lateral (
       select o.id, o.transaction_id, o.started_at, o.ended_at, o.connector_number, o.meter_start, o.meter_stop, o.settled_at, o.close_reason
       from charging_order o where ${SAME_PILE} and ${BEGAN_BEFORE_END}
       order by o.started_at desc limit k.last) as o
     where ${STANDS} and o.started_at >= k.started_at - ${LONGEST} and o.ended_at > k.started_at
       and ((${SAME_PAIR} and (${IS_SAME_EVSE} or o.connector_number = 0 or k.connector_number = 0))
         or (${IS_OWN} and o.meter_stop is null and ${SHARED} > ${SLACK})
         or (${IS_SAME_EVSE} and ${SHARED} > ${ENOUGH} and ${SHARED_METER}))
     order by k.id, o.started_at`,
    valuesOf(courses),
  )

/** Finds orders at other times on a meter that cannot show the same registers again. */
const farTwins = (tx: Tx, courses: readonly RegisterSpan[]): Promise<Found[]> =>
  tx.query(
    FOUND,
    `select k.id, t.id as "orderId", t.transaction_id as "transactionId" from ${COURSES}
     cross join lateral (select o.id, o.transaction_id from charging_order o
       where ${SAME_PILE} and ${STANDS} and ${IS_SAME_EVSE}
         and ((${SAME_PAIR} and (k.meter_start >= ${COUNTS_ON} or (o.transaction_id = k.transaction_id and ${IS_NEAR})))
           or (${IS_OWN} and ${IS_NEAR} and (${WITHIN('k', 'o')} or ${WITHIN('o', 'k')}) and ${SHARED_METER}))
       order by o.started_at limit 1) as t`,
    valuesOf(courses),
  )

async function settledTwins(tx: Tx, courses: readonly RegisterSpan[]): Promise<[id: string, Twin][]> {
  const far = courses.filter(({ isFar }) => isFar)
  const found = [
    ...(far.length > 0 ? await farTwins(tx, far) : []),
    ...(courses.length > 0 ? await nearTwins(tx, courses) : []),
  ]
  return found.map(({ id, ...twin }) => [id, twin])
}

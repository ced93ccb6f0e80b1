import { bigintList, instantList, intList, textList, type Tx, uuidList } from '@wattyard/server-kit'
import { METER_STEP, startOf, stopOf } from '../contract/index.ts'
import type { Directory } from './directory.ts'
import { EvseMates } from './evse-mates.ts'
import type { LastRegisters } from './last-registers.ts'
import type { LiveOrder } from './open-orders.ts'

/** An order that was settled, or given up, for the same charge. */
export interface Twin {
  orderId: string
  transactionId: string | null
}

/** What another connector is to that of a session: `unsaid` where one of the two was never named. */
type Kinship = 'own' | 'mate' | 'unsaid'

interface Course {
  order: LiveOrder
  meterStart: bigint
  meterStop: bigint
  startedAt: number
  endedAt: number
  /** Connectors where it may have been told before. Those of its EVSE carry one transaction; whether over one meter, nobody says. */
  places: ReadonlyMap<number, Kinship>
  /** Its connector has shown its last register before, or may have: it is looked for at other times, too. */
  isFar: boolean
}

function courseOf(order: LiveOrder, mates: EvseMates, mayBeBilled: (one: LiveOrder) => boolean): Course | null {
  const start = startOf(order.session)
  const stop = stopOf(order.session)
  if (start === null || stop === null || start.meterStart === null || stop.meterStop === null) return null
  if (stop.meterStop <= start.meterStart) return null
  const { meterStart } = start
  const { meterStop } = stop
  const same = mates.of(order.row)
  const places = new Map<number, Kinship>(mates.unsaid(order.row).map(connector => [connector, 'unsaid']))
  for (const connector of same) places.set(connector, connector === order.row.connector_number ? 'own' : 'mate')
  const isFar = same.length > 1 || mayBeBilled(order)
  return { order, meterStart, meterStop, startedAt: start.at, endedAt: stop.at, places, isFar }
}

/** Clocks that are put right may make the end of one session and the start of the next overlap by this much. */
const CLOCK_SLACK_MS = 60_000
/** How long before or after a session its twin may have begun: longer than any charge, shorter than until a meter that was changed shows the same again. */
const TWIN_DAYS = 7
/** 1 kWh: a meter that counts per session never begins there, whatever it shows of what ran before. */
const COUNTS_ON = 10_000n

/**
 * A meter that counts on never shows one register twice, so within days no session of a connector lies within the count of
 * another; one that counts per session may show the same, under another number and later. And an EVSE carries one transaction: two that
 * overlap in time and on the meter are one, whatever either says besides (a start that was put right by seconds, a register
 * read a moment later). Cables of one EVSE may have meters of their own, and the end of one be told late: there half of the
 * shorter is shared. Where a connector was never named, only the same registers at the same time are one.
 */
function isSame(one: Course, other: Course): boolean {
  if (one.order.row.pile_id !== other.order.row.pile_id) return false
  const kinship = one.places.get(other.order.row.connector_number)
  if (kinship === undefined) return false
  const shared_ms = Math.min(one.endedAt, other.endedAt) - Math.max(one.startedAt, other.startedAt)
  const isSamePair = one.meterStart === other.meterStart && one.meterStop === other.meterStop
  if (isSamePair && shared_ms > 0) return true
  if (kinship === 'unsaid') return false
  if (isSamePair && (one.meterStart >= COUNTS_ON || (hasSameNumber(one, other) && isWithinDays(one, other))))
    return true
  const lastStart = one.meterStart > other.meterStart ? one.meterStart : other.meterStart
  const firstStop = one.meterStop < other.meterStop ? one.meterStop : other.meterStop
  if (firstStop - lastStart <= METER_STEP) return false
  const shorter_ms = Math.min(one.endedAt - one.startedAt, other.endedAt - other.startedAt)
  const enough_ms = kinship === 'own' ? CLOCK_SLACK_MS : Math.max(CLOCK_SLACK_MS, shorter_ms / 2)
  if (shared_ms > enough_ms) return true
  return kinship === 'own' && isWithinDays(one, other) && (isWithin(one, other) || isWithin(other, one))
}

const hasSameNumber = (one: Course, other: Course): boolean =>
  startOf(one.order.session)?.transactionId === startOf(other.order.session)?.transactionId

const isWithinDays = (one: Course, other: Course): boolean =>
  Math.max(one.startedAt - other.endedAt, other.startedAt - one.endedAt) <= TWIN_DAYS * 86_400_000

/** What the meter of one connector that counts on cannot show again. */
const isWithin = (inner: Course, outer: Course): boolean =>
  inner.meterStart >= COUNTS_ON && inner.meterStart >= outer.meterStart && inner.meterStop <= outer.meterStop

/**
 * Settled or waived orders that ended sessions seem to repeat, by order. What shared their time is looked up for each; other
 * times only where the meter's mark says so: nearly all end above everything that was billed at their connector.
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
  const courses = orders.flatMap(order => courseOf(order, mates, mayBeBilled) ?? [])
  const twins = new Map<string, Twin>(await settledTwins(tx, courses))
  // Two of one batch: the first one is billed, when somebody pays it.
  courses.forEach((course, i) => {
    const former = courses
      .slice(0, i)
      .find(other => other.order.row.member_id !== null && isSame(course, other) && !twins.has(other.order.row.id))
    if (former !== undefined && !twins.has(course.order.row.id))
      twins.set(course.order.row.id, { orderId: former.order.row.id, transactionId: former.order.row.transaction_id })
  })
  return twins
}

/** The settled order that one outside the stream of facts would repeat, now that somebody wants it billed. */
export async function twinOf(tx: Tx, order: LiveOrder): Promise<Twin | null> {
  const course = courseOf(order, await EvseMates.read(tx, [order.row.pile_id]), () => true)
  const [found] = course === null ? [] : await settledTwins(tx, [course])
  return found?.[1] ?? null
}

/** Of an order that stands for its charge: billed, or given up by a person. */
const STANDS = "(o.settled_at is not null or o.close_reason = 'waived')"
const SAME_PAIR = 'o.meter_start = k.meter_start and o.meter_stop = k.meter_stop'
const SHARED = 'least(o.ended_at, k.ended_at) - greatest(o.started_at, k.started_at)'
const SLACK = `interval '${CLOCK_SLACK_MS} milliseconds'`
const ENOUGH = `case k.kinship when 'own' then ${SLACK} else greatest(${SLACK}, least(o.ended_at - o.started_at, k.ended_at - k.started_at) / 2) end`
const IS_NEAR = `o.started_at between k.started_at - interval '${TWIN_DAYS} days' and k.ended_at + interval '${TWIN_DAYS} days'`
const WITHIN = (inner: string, outer: string): string =>
  `(${inner}.meter_start >= ${COUNTS_ON} and ${inner}.meter_start >= ${outer}.meter_start and ${inner}.meter_stop <= ${outer}.meter_stop)`
/** Longer than any charge: what began before cannot share its time. */
const LONGEST = "interval '2 days'"

async function settledTwins(tx: Tx, courses: readonly Course[]): Promise<[id: string, Twin][]> {
  if (courses.length === 0) return []
  const places = courses.flatMap(course =>
    [...course.places].map(([connector, kinship]) => ({ ...course, connector, kinship })),
  )
  const column = <T>(pick: (place: (typeof places)[number]) => T): T[] => places.map(pick)
  const from = `from charging_order o where o.tenant_id = k.tenant_id and o.pile_id = k.pile_id
    and o.connector_number = k.connector_number and o.id <> k.id and ${STANDS}`
  const rows = await tx.query<{ id: string; orderId: string; transactionId: string | null }>(
    `select distinct on (k.id) k.id, t.id as "orderId", t.transaction_id as "transactionId"
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint[], $6::bigint[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::text[], $11::boolean[])
       as k(tenant_id, id, pile_id, connector_number, meter_start, meter_stop, transaction_id, started_at, ended_at, kinship, is_far)
     cross join lateral (
       select o.id, o.transaction_id, o.started_at ${from}
         and o.started_at between k.started_at - ${LONGEST} and k.ended_at and o.ended_at > k.started_at
         and (${SAME_PAIR}
           or (k.kinship = 'own' and o.meter_stop is null and ${SHARED} > ${SLACK})
           or (k.kinship <> 'unsaid' and ${SHARED} > ${ENOUGH}
             and least(o.meter_stop, k.meter_stop) - greatest(o.meter_start, k.meter_start) > ${METER_STEP}))
       union all
       select o.id, o.transaction_id, o.started_at ${from} and k.is_far and k.kinship <> 'unsaid'
         and ((${SAME_PAIR} and (k.meter_start >= ${COUNTS_ON} or (o.transaction_id = k.transaction_id and ${IS_NEAR})))
           or (k.kinship = 'own' and ${IS_NEAR} and (${WITHIN('k', 'o')} or ${WITHIN('o', 'k')})
             and least(o.meter_stop, k.meter_stop) - greatest(o.meter_start, k.meter_start) > ${METER_STEP}))
       order by started_at limit 1) as t
     order by k.id, t.started_at`,
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
      textList(column(({ kinship }) => kinship)),
      column(({ isFar }) => isFar),
    ],
  )
  return rows.map(({ id, ...twin }) => [id, twin])
}

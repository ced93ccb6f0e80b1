import { type Energy, energy, type Fen, fen } from '@wattyard/money'
import { type BusinessDay, type PeriodKind, PERIOD_KINDS } from '@wattyard/time'
import { type DataScope, type Tx, col } from '@wattyard/server-kit'

/** Days and places of a query about orders; null means all. */
export interface DayRange {
  tenantId: string
  from: BusinessDay
  to: BusinessDay
  stations: readonly string[] | null
  operators: readonly string[] | null
}

/** Returns the range limited to a caller's scope. */
export function rangeOf(tenantId: string, scope: DataScope, from: BusinessDay, to: BusinessDay): DayRange {
  return { tenantId, from, to, stations: scope.stations, operators: scope.operators }
}

/** Sums of the orders of one booking day and station. */
export interface DaySum {
  day: BusinessDay
  stationId: string
  operatorId: string
  orders: number
  energies: Partial<Record<PeriodKind, Energy>>
  electricity_fen: Fen
  service_fen: Fen
  discount_fen: Fen
  total_fen: Fen
  paidPrincipal_fen: Fen
  paidGift_fen: Fen
  receivable_fen: Fen
}

const MONEY_ROW = {
  day: col.day,
  stationId: col.uuid,
  operatorId: col.text,
  orders: col.bigint,
  electricity: col.text,
  service: col.text,
  discount: col.text,
  total: col.text,
  principal: col.text,
  gift: col.text,
  receivable: col.text,
}

const IN_RANGE = `o.tenant_id = $1 and o.booked_on between $2::date and $3::date
  and ($4::uuid[] is null or o.station_id = any($4)) and ($5::uuid[] is null or o.operator_id = any($5))`

const valuesOf = (range: DayRange) => [range.tenantId, range.from, range.to, range.stations, range.operators]

/** Returns the sums of the orders booked in a range of days by day and station, in two statements for any number. */
export async function daySums(tx: Tx, range: DayRange): Promise<DaySum[]> {
  const rows = await tx.query(
    MONEY_ROW,
    `select o.booked_on as day, o.station_id as "stationId", max(o.operator_id::text) as "operatorId", count(*) as orders,
       sum(o.electricity_fen)::text as electricity, sum(o.service_fen)::text as service, sum(o.discount_fen)::text as discount, sum(o.total_fen)::text as total,
       sum(o.paid_principal_fen)::text as principal, sum(o.paid_gift_fen)::text as gift, sum(o.receivable_fen)::text as receivable
     from charging_order o where ${IN_RANGE} group by o.booked_on, o.station_id order by o.booked_on, o.station_id`,
    valuesOf(range),
  )
  const parts = await tx.query(
    { day: col.day, stationId: col.uuid, period: col.oneOf(PERIOD_KINDS), energy: col.text },
    `select o.booked_on as day, o.station_id as "stationId", l.period, sum(l.energy)::text as energy
     from charging_order o join charging_order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
     where ${IN_RANGE} group by o.booked_on, o.station_id, l.period`,
    valuesOf(range),
  )
  const energies = new Map<string, Partial<Record<PeriodKind, Energy>>>()
  for (const part of parts) {
    const key = `${part.day} ${part.stationId}`
    energies.set(key, { ...energies.get(key), [part.period]: energy(BigInt(part.energy)) })
  }
  const money = (text: string) => fen(BigInt(text))
  return rows.map(row => ({
    day: row.day,
    stationId: row.stationId,
    operatorId: row.operatorId,
    orders: Number(row.orders),
    energies: energies.get(`${row.day} ${row.stationId}`) ?? {},
    electricity_fen: money(row.electricity),
    service_fen: money(row.service),
    discount_fen: money(row.discount),
    total_fen: money(row.total),
    paidPrincipal_fen: money(row.principal),
    paidGift_fen: money(row.gift),
    receivable_fen: money(row.receivable),
  }))
}

/** Returns station and operator of orders by id, for amounts that the ledger stores by order. */
export async function placesOfOrders(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { stationId: string; operatorId: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, stationId: col.uuid, operatorId: col.uuid },
    'select id, station_id as "stationId", operator_id as "operatorId" from charging_order where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, ids],
  )
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}

/** Returns the number of orders with open cases (notices do not count) by the local day of their end and by station. */
export async function abnormalByDay(
  tx: Tx,
  range: DayRange,
  zone: string,
): Promise<{ day: string; stationId: string; operatorId: string; orders: number }[]> {
  const rows = await tx.query(
    { day: col.text, stationId: col.uuid, operatorId: col.text, orders: col.bigint },
    `select day::text, station_id as "stationId", max(operator_id::text) as "operatorId", count(*) as orders from (
       select (a.order_ended_at at time zone $6)::date as day, a.station_id, a.operator_id
       from charging_abnormal a
       where a.tenant_id = $1 and ($4::uuid[] is null or a.station_id = any($4)) and ($5::uuid[] is null or a.operator_id = any($5))
         and a.state = 'open' and a.severity <> 'notice'
     ) waiting where day between $2::date and $3::date group by day, station_id`,
    [...valuesOf(range), zone],
  )
  return rows.map(row => ({ ...row, orders: Number(row.orders) }))
}

/** Returns the refunds and reversals within days by the orders' own rows, for comparison with the ledger. */
export async function givenAndReversed(
  tx: Tx,
  { tenantId, from, to }: Pick<DayRange, 'tenantId' | 'from' | 'to'>,
): Promise<{ refunded_fen: Fen; reversed_fen: Fen }> {
  const [row] = await tx.query(
    { refunded: col.text, reversed: col.text },
    `select (select coalesce(sum(given_fen * ((booked_on between $2::date and $3::date)::int - coalesce(reversed_on between $2::date and $3::date, false)::int)), 0)
       from charging_refund where tenant_id = $1 and state in ('done', 'reversed'))::text as refunded,
       (select coalesce(sum(total_fen), 0) from charging_order where tenant_id = $1 and reversed_on between $2::date and $3::date)::text as reversed`,
    [tenantId, from, to],
  )
  return { refunded_fen: fen(BigInt(row?.refunded ?? '0')), reversed_fen: fen(BigInt(row?.reversed ?? '0')) }
}

/**
 * Returns the numbers of unfinished orders before an instant: ended and not settled, and with open cases (notices do not count).
 */
export async function undoneOrders(
  tx: Tx,
  tenantId: string,
  before: number,
): Promise<{ unsettled: number; abnormal: number }> {
  const [row] = await tx.query(
    { unsettled: col.bigint, abnormal: col.bigint },
    `select (select count(*) from charging_order where tenant_id = $1 and state = 'ended' and coalesce(ended_at, last_fact_at) < $2) as unsettled,
       (select count(*) from charging_abnormal a where a.tenant_id = $1 and a.state = 'open' and a.severity <> 'notice' and a.order_ended_at < $2) as abnormal`,
    [tenantId, new Date(before)],
  )
  return { unsettled: Number(row?.unsettled ?? 0n), abnormal: Number(row?.abnormal ?? 0n) }
}

/** Returns the first day on which an order was booked; null when none ever was. */
export async function firstBookedDay(tx: Tx, tenantId: string): Promise<BusinessDay | null> {
  const [row] = await tx.query(
    { day: col.day },
    'select booked_on as day from charging_order where tenant_id = $1 and booked_on is not null order by booked_on limit 1',
    [tenantId],
  )
  return row?.day ?? null
}

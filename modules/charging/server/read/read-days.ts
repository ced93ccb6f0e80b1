import { type Energy, energy, type Fen, fen } from '@wattyard/money'
import { type DataScope, instantList, type Tx, col } from '@wattyard/server-kit'
import { type BusinessDay, DAY_MS } from '@wattyard/time'

/** Rows of a tenant in a caller's scope. */
interface Part {
  tenantId: string
  scope: DataScope
}

const WITHIN = `tenant_id = $1 and ($2::uuid[] is null or station_id = any($2)) and ($3::uuid[] is null or operator_id = any($3))`
const valuesOf = ({ tenantId, scope }: Part) => [tenantId, scope.stations, scope.operators]

/** Orders booked on a day. */
export interface BookedDay {
  orders: number
  energy: Energy
  electricity_fen: Fen
  service_fen: Fen
  /** Paid from wallets, bonus money included. */
  paid_fen: Fen
}

/** Returns what was booked per day, both days included; days without orders are missing. */
export async function bookedPerDay(
  tx: Tx,
  part: Part,
  { from, to }: { from: BusinessDay; to: BusinessDay },
): Promise<ReadonlyMap<BusinessDay, BookedDay>> {
  const rows = await tx.query(
    { day: col.day, orders: col.bigint, energy: col.text, electricity: col.text, service: col.text, paid: col.text },
    `select booked_on as day, count(*) as orders, coalesce(sum(energy), 0)::text as energy, sum(electricity_fen)::text as electricity,
       sum(service_fen)::text as service, sum(paid_principal_fen + paid_gift_fen)::text as paid
     from charging_order where ${WITHIN} and booked_on between $4::date and $5::date group by booked_on`,
    [...valuesOf(part), from, to],
  )
  return new Map(
    rows.map(row => [
      row.day,
      {
        orders: Number(row.orders),
        energy: energy(BigInt(row.energy)),
        electricity_fen: fen(BigInt(row.electricity)),
        service_fen: fen(BigInt(row.service)),
        paid_fen: fen(BigInt(row.paid)),
      },
    ]),
  )
}

/** Orders of a station booked on a day. */
export interface BookedStation {
  energy: Energy
  electricity_fen: Fen
  service_fen: Fen
}

/** Returns what was booked on a day by station id; stations without orders are missing. */
export async function bookedByStation(
  tx: Tx,
  part: Part,
  day: BusinessDay,
): Promise<ReadonlyMap<string, BookedStation>> {
  const rows = await tx.query(
    { station_id: col.uuid, energy: col.text, electricity: col.text, service: col.text },
    `select station_id, coalesce(sum(energy), 0)::text as energy, sum(electricity_fen)::text as electricity, sum(service_fen)::text as service
     from charging_order where ${WITHIN} and booked_on = $4::date group by station_id`,
    [...valuesOf(part), day],
  )
  return new Map(
    rows.map(row => [
      row.station_id,
      {
        energy: energy(BigInt(row.energy)),
        electricity_fen: fen(BigInt(row.electricity)),
        service_fen: fen(BigInt(row.service)),
      },
    ]),
  )
}

/** A stretch of time, epoch ms. */
export interface Span {
  from: number
  to: number
}

/** Longest session that counts: older rows with an end inside a span are clocks that went wrong. */
const LONGEST_MS = 2 * DAY_MS
/** End of a session: of one that runs the end of the span, of one without an end its last report. */
const ENDED = `coalesce(o.ended_at, case when o.state in ('starting', 'charging', 'stopping') then s.to_at else o.last_fact_at end)`

/** Returns how long connectors charged within each span, by station id, in ms; stations without sessions are missing. */
export async function chargingTimes(
  tx: Tx,
  part: Part,
  spans: readonly Span[],
): Promise<readonly ReadonlyMap<string, number>[]> {
  const rows = await tx.query(
    { at: col.bigint, station_id: col.uuid, ms: col.bigint },
    `select s.at, o.station_id, round(sum(extract(epoch from least(${ENDED}, s.to_at) - greatest(o.started_at, s.from_at))) * 1000)::bigint as ms
     from unnest($4::timestamptz[], $5::timestamptz[]) with ordinality as s(from_at, to_at, at)
     join charging_order o on o.tenant_id = $1 and ($2::uuid[] is null or o.station_id = any($2)) and ($3::uuid[] is null or o.operator_id = any($3))
       and o.started_at < s.to_at and o.started_at > s.from_at - interval '1 millisecond' * $6::bigint
     where o.state <> 'draft' and ${ENDED} > s.from_at group by s.at, o.station_id`,
    [
      ...valuesOf(part),
      instantList(spans.map(({ from }) => from)),
      instantList(spans.map(({ to }) => to)),
      BigInt(LONGEST_MS),
    ],
  )
  const found = spans.map(() => new Map<string, number>())
  for (const { at, station_id, ms } of rows) found[Number(at) - 1]?.set(station_id, Number(ms))
  return found
}

/** Returns the number of sessions that charged at each instant. */
export async function runningAt(tx: Tx, part: Part, instants: readonly number[]): Promise<readonly number[]> {
  const rows = await tx.query(
    { at: col.bigint, count: col.bigint },
    `select s.at, count(*) as count
     from unnest($4::timestamptz[]) with ordinality as s(to_at, at)
     join charging_order o on o.tenant_id = $1 and ($2::uuid[] is null or o.station_id = any($2)) and ($3::uuid[] is null or o.operator_id = any($3))
       and o.started_at <= s.to_at and o.started_at > s.to_at - interval '1 millisecond' * $5::bigint
     where o.state <> 'draft' and ${ENDED} >= s.to_at group by s.at`,
    [...valuesOf(part), instantList(instants), BigInt(LONGEST_MS)],
  )
  const counts = new Map(rows.map(({ at, count }) => [Number(at), Number(count)]))
  return instants.map((_, index) => counts.get(index + 1) ?? 0)
}

/** Orders with open findings. */
export interface OpenOrders {
  orders: number
  /** Estimates of the orders, each counted once whatever number of findings it has. */
  estimate_fen: Fen
}

/** Returns the orders that had open findings at each instant; notices do not count. */
export async function openOrdersAt(tx: Tx, part: Part, instants: readonly number[]): Promise<readonly OpenOrders[]> {
  const rows = await tx.query(
    { at: col.bigint, orders: col.bigint, estimate: col.text },
    `select at, count(*) as orders, sum(estimate)::text as estimate from (
       select s.at, a.order_id, coalesce(max(coalesce(b.estimate_fen, a.estimate_fen)), 0) as estimate
       from unnest($4::timestamptz[]) with ordinality as s(to_at, at)
       join charging_finding a on a.tenant_id = $1 and ($2::uuid[] is null or a.station_id = any($2)) and ($3::uuid[] is null or a.operator_id = any($3))
         and a.severity <> 'notice' and a.created_at <= s.to_at and (a.state = 'open' or a.closed_at > s.to_at)
       left join charging_abnormal b on b.tenant_id = a.tenant_id and b.id = a.order_id
       group by s.at, a.order_id
     ) open group by at`,
    [...valuesOf(part), instantList(instants)],
  )
  const found = new Map(rows.map(row => [Number(row.at), row]))
  return instants.map((_, index) => {
    const row = found.get(index + 1)
    return { orders: Number(row?.orders ?? 0n), estimate_fen: fen(BigInt(row?.estimate ?? '0')) }
  })
}

/** Returns the number of refunds that wait for the end of their session. */
export async function refundsAsked(tx: Tx, part: Part): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from charging_refund r join charging_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
     where r.tenant_id = $1 and r.state = 'wished' and ($2::uuid[] is null or o.station_id = any($2)) and ($3::uuid[] is null or o.operator_id = any($3))`,
    valuesOf(part),
  )
  return Number(row?.count ?? 0n)
}

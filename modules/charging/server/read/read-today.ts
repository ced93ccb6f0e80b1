import { type Energy, energy, type Fen, fen } from '@wattyard/money'
import { type DataScope, type Tx, col } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { READING_HOLDS_MS } from '../../contract/index.ts'

/** Rows of a tenant in a caller's scope. */
export interface Part {
  tenantId: string
  scope: DataScope
}

const WITHIN = `tenant_id = $1 and ($2::uuid[] is null or station_id = any($2)) and ($3::uuid[] is null or operator_id = any($3))`
const valuesOf = ({ tenantId, scope }: Part) => [tenantId, scope.stations, scope.operators]

export interface DayFigures {
  orders: number
  energy: Energy
  electricity_fen: Fen
  service_fen: Fen
  /** Paid from wallets, bonus money included. */
  paid_fen: Fen
}

/** Returns what was booked on a day up to an instant of it, to compare today with yesterday at the same hour. */
export async function figuresOfDay(tx: Tx, part: Part, day: BusinessDay, until: number): Promise<DayFigures> {
  const [row] = await tx.query(
    { orders: col.bigint, energy: col.text, electricity: col.text, service: col.text, paid: col.text },
    `select count(*) as orders, coalesce(sum(energy), 0)::text as energy, coalesce(sum(electricity_fen), 0)::text as electricity,
       coalesce(sum(service_fen), 0)::text as service, coalesce(sum(paid_principal_fen + paid_gift_fen), 0)::text as paid
     from charging_order where ${WITHIN} and booked_on = $4::date and settled_at <= $5`,
    [...valuesOf(part), day, new Date(until)],
  )
  return {
    orders: Number(row?.orders ?? 0n),
    energy: energy(BigInt(row?.energy ?? '0')),
    electricity_fen: fen(BigInt(row?.electricity ?? '0')),
    service_fen: fen(BigInt(row?.service ?? '0')),
    paid_fen: fen(BigInt(row?.paid ?? '0')),
  }
}

/** Returns the running sessions. The present power of sessions without recent reports is unknown; `silent` is their number. */
export async function runningNow(
  tx: Tx,
  part: Part,
  now: number,
): Promise<{ sessions: number; silent: number; power_w: number; energy: Energy }> {
  const [row] = await tx.query(
    { sessions: col.bigint, silent: col.bigint, power: col.text, energy: col.text },
    `select count(*) as sessions, count(*) filter (where last_fact_at < $4) as silent,
       coalesce(sum(live_power_w) filter (where last_fact_at >= $4), 0)::text as power, coalesce(sum(live_energy), 0)::text as energy
     from charging_order where ${WITHIN} and state in ('draft', 'starting', 'charging', 'stopping', 'ended') and state in ('starting', 'charging', 'stopping')`,
    [...valuesOf(part), new Date(now - READING_HOLDS_MS)],
  )
  return {
    sessions: Number(row?.sessions ?? 0n),
    silent: Number(row?.silent ?? 0n),
    power_w: Number(row?.power ?? '0'),
    energy: energy(BigInt(row?.energy ?? '0')),
  }
}

/** Open abnormal orders with the same worst finding. */
export interface OpenCases {
  code: string
  rule: string
  severity: 'notice' | 'warning' | 'critical'
  orders: number
  oldest: number
  estimate_fen: Fen
  /** All of them keep their order from being settled, so that only a decision about the order ends them. */
  held: boolean
}

/** Returns the open abnormal orders by their worst finding, most severe first; each order, with its amount, counts once. */
export async function openCasesByRule(tx: Tx, part: Part): Promise<OpenCases[]> {
  const rows = await tx.query(
    {
      code: col.text,
      rule: col.text,
      severity: col.oneOf(['notice', 'warning', 'critical']),
      orders: col.bigint,
      oldest: col.instant,
      estimate: col.text,
      held: col.boolean,
    },
    `select code, max(rule) as rule, severity, count(*) as orders, min(since_at) as oldest, coalesce(sum(estimate_fen), 0)::text as estimate,
       bool_and(blocks and exists (select 1 from charging_order o where o.tenant_id = a.tenant_id and o.id = a.order_id and o.state = 'abnormal')) as held
     from charging_abnormal a where ${WITHIN} and state = 'open' group by code, severity
     order by array_position(array['critical', 'warning', 'notice'], severity), count(*) desc, code`,
    valuesOf(part),
  )
  return rows.map(({ estimate, ...row }) => ({
    ...row,
    orders: Number(row.orders),
    estimate_fen: fen(BigInt(estimate)),
  }))
}

export interface QuarterFigures {
  /** Beginning of the quarter of an hour, epoch ms. */
  at: number
  energy: Energy
  amount_fen: Fen
}

/**
 * Returns energy and money per quarter-hour of a period. Lines of settled orders are spread evenly over their time; for running
 * sessions the energy so far is spread over the time since their start, without money.
 */
export async function loadProfileOf(
  tx: Tx,
  part: Part,
  { from, to, now, days }: { from: number; to: number; now: number; days: readonly BusinessDay[] },
): Promise<QuarterFigures[]> {
  const rows = await tx.query(
    { at: col.instant, energy: col.text, amount: col.text },
    `with pieces as (
       select l.from_at, l.to_at, l.energy, l.electricity_fen + l.service_fen as amount
       from charging_order o join charging_order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
       where o.tenant_id = $1 and ($2::uuid[] is null or o.station_id = any($2)) and ($3::uuid[] is null or o.operator_id = any($3)) and o.booked_on = any($6::date[])
         and l.from_at < $5 and l.to_at > $4
       union all
       select started_at, $7, coalesce(live_energy, 0), 0 from charging_order
       where ${WITHIN} and state in ('draft', 'starting', 'charging', 'stopping', 'ended') and state in ('starting', 'charging', 'stopping') and started_at < $5 and $7 > $4
     ), spread as (
       select q.at, p.energy, p.amount,
         extract(epoch from least(p.to_at, q.at + interval '15 minutes', $5::timestamptz) - greatest(p.from_at, q.at, $4::timestamptz)) / greatest(extract(epoch from p.to_at - p.from_at), 1) as share
       from pieces p
       cross join lateral generate_series(
         $4::timestamptz + interval '15 minutes' * floor(greatest(extract(epoch from p.from_at - $4::timestamptz), 0) / 900),
         least(p.to_at, $5::timestamptz) - interval '1 microsecond', interval '15 minutes') as q(at)
     )
     select at, round(sum(energy * greatest(share, 0)))::text as energy, round(sum(amount * greatest(share, 0)))::text as amount from spread group by at order by at`,
    [...valuesOf(part), new Date(from), new Date(to), days, new Date(Math.min(to, now))],
  )
  return rows.map(row => ({ at: row.at, energy: energy(BigInt(row.energy)), amount_fen: fen(BigInt(row.amount)) }))
}

import { energy, type Fen, fen, sumEnergy, sumFen, ZERO_ENERGY, ZERO_FEN } from '@wattyard/money'
import type { PeriodSum } from '@wattyard/pricing/contract'
import type { PastOrder, PastOrders, PastSessionFilter } from '@wattyard/pricing/server'
import { type Caller, scoped, seesWholeTenant, type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { PeriodKind } from '@wattyard/time'
import { order } from '../../contract/index.ts'

const ORDER_SUMS = {
  id: col.uuid,
  station_id: col.uuid,
  price_version_id: col.uuid.orNull,
  electricity_fen: col.bigint,
  service_fen: col.bigint,
  total_fen: col.bigint,
  lines:
    col.json<[period: PeriodKind, from: number, to: number, energy: string, electricity: string, service: string][]>(),
  matching: col.bigint,
}

type OrderSums = RowIn<typeof ORDER_SUMS>

/** Registers counted from 0 along the bill's own lines. */
function pointsOf(lines: OrderSums['lines']): PastOrder['points'] {
  const points: { at: number; register: ReturnType<typeof energy> }[] = []
  let register = ZERO_ENERGY
  for (const [, from, to, amount] of lines) {
    if (points.at(-1)?.at !== from) points.push({ at: from, register })
    register = sumEnergy([register, energy(BigInt(amount))])
    points.push({ at: to, register })
  }
  return points
}

function byPeriod(lines: OrderSums['lines']): Partial<Record<PeriodKind, PeriodSum>> {
  const sums: Partial<Record<PeriodKind, PeriodSum>> = {}
  for (const [period, , , amount, electricity, service] of lines) {
    const known = sums[period]
    sums[period] = {
      energy: sumEnergy([known?.energy ?? ZERO_ENERGY, energy(BigInt(amount))]),
      electricityFen: sumFen([known?.electricityFen ?? ZERO_FEN, fen(BigInt(electricity))]),
      serviceFen: sumFen([known?.serviceFen ?? ZERO_FEN, fen(BigInt(service))]),
    }
  }
  return sums
}

async function billedOrders(tx: Tx, caller: Caller, filter: PastSessionFilter): Promise<PastOrders> {
  const where = scoped(caller, order)
  where.add(`state = 'settled' and energy > 0`)
  where.add(`started_at >= ${where.value(new Date(filter.from))} and started_at < ${where.value(new Date(filter.to))}`)
  if (filter.stationIds) where.add(`station_id = any(${where.value(filter.stationIds)}::uuid[])`)
  if (filter.versionIds) where.add(`price_version_id = any(${where.value(filter.versionIds)}::uuid[])`)
  const rows = await tx.query(
    ORDER_SUMS,
    `with page as materialized (
       select tenant_id, id, station_id, price_version_id, started_at, electricity_fen, service_fen, total_fen, count(*) over () as matching
       from charging_order where ${where.text} order by started_at desc, id desc limit ${Math.floor(filter.limit)}
     )
     select o.id, o.station_id, o.price_version_id, o.electricity_fen, o.service_fen, o.total_fen, o.matching, coalesce(l.list, '[]') as lines
     from page o left join lateral (
       select json_agg(json_build_array(period, (extract(epoch from from_at) * 1000)::bigint, (extract(epoch from to_at) * 1000)::bigint,
         energy::text, electricity_fen::text, service_fen::text) order by seq) as list
       from charging_order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id
     ) l on true
     order by o.started_at desc, o.id desc`,
    where.values,
  )
  const list = rows.map(
    (row): PastOrder => ({
      id: row.id,
      stationId: row.station_id,
      versionId: row.price_version_id,
      points: pointsOf(row.lines),
      billed: billedOf(fen(row.electricity_fen), fen(row.service_fen)),
      billedByPeriod: byPeriod(row.lines),
    }),
  )
  return { list, total: Number(rows[0]?.matching ?? 0n) }
}

const billedOf = (electricityFen: Fen, serviceFen: Fen) => ({
  electricityFen,
  serviceFen,
  totalFen: sumFen([electricityFen, serviceFen]),
})

const IMPORTED_ROW = {
  id: col.uuid,
  import_id: col.uuid,
  started_at: col.instant,
  ended_at: col.instant,
  energy: col.bigint,
  matching: col.bigint,
}

/** Returns sessions of imports whose id is given like a station's; they were never billed here. */
async function importedSessions(tx: Tx, caller: Caller, filter: PastSessionFilter, limit: number): Promise<PastOrders> {
  if (!filter.stationIds || limit <= 0) return { list: [], total: 0 }
  // Imports belong to the whole tenant, so callers with a limited scope do not see them.
  if (!seesWholeTenant(caller)) return { list: [], total: 0 }
  const rows = await tx.query(
    IMPORTED_ROW,
    `select id, import_id, started_at, ended_at, energy, count(*) over () as matching from charging_imported_session
     where tenant_id = $1 and import_id = any($2::uuid[]) and started_at >= $3 and started_at < $4 and energy > 0 and ended_at > started_at
     order by started_at desc, id desc limit ${Math.floor(limit)}`,
    [caller.tenantId, filter.stationIds, new Date(filter.from), new Date(filter.to)],
  )
  const list = rows.map(
    (row): PastOrder => ({
      id: row.id,
      stationId: row.import_id,
      versionId: null,
      points: [
        { at: row.started_at, register: ZERO_ENERGY },
        { at: row.ended_at, register: energy(row.energy) },
      ],
      billed: billedOf(ZERO_FEN, ZERO_FEN),
      billedByPeriod: {},
    }),
  )
  return { list, total: Number(rows[0]?.matching ?? 0n) }
}

/**
 * Returns past sessions for a what-if: settled orders of the caller's scope by the lines of their bills (energy spread evenly
 * inside a line), and sessions of imports whose id is among the stations. At its own price an order gives the same bill as
 * before.
 */
export async function pastSessions(tx: Tx, caller: Caller, filter: PastSessionFilter): Promise<PastOrders> {
  const orders = await billedOrders(tx, caller, filter)
  const imported = await importedSessions(tx, caller, filter, filter.limit - orders.list.length)
  return { list: [...orders.list, ...imported.list], total: orders.total + imported.total }
}

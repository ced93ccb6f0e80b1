import { connectorLabel } from '@wattyard/assets/contract'
import { connectorKey } from '@wattyard/assets/server'
import { energy, fen, formatEnergy, formatFen } from '@wattyard/money'
import { versionSnapshots } from '@wattyard/pricing/server'
import { type Call, may, scoped, type Tx, col } from '@wattyard/server-kit'
import { isReadingLive, type OpenCase, order, type RunningOrder } from '../../contract/index.ts'
import type { Directory } from '../start/directory.ts'
import { liveCost } from '../facts/live-cost.ts'
import { ORDER_COLUMNS, type OrderRow, ORDER_ROW } from '../order/order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { allowsOnOrder } from '../order/serve-order.ts'
import { socToPermille } from '../facts/state-of-charge.ts'

/** Most sessions in one answer, the newest; `total` is the whole number. */
export const MAX_RUNNING = 3_000

/** SQL condition of running orders: those that occupy a connector, and abnormal ones without a stop. */
const RUNNING = "(state in ('starting', 'charging', 'stopping') or (state = 'abnormal' and ended_at is null))"

type RunningRow = OrderRow & { version: number; total: bigint }

async function runningRows(call: Call): Promise<RunningRow[]> {
  const where = scoped(call.caller, order)
  where.add(RUNNING)
  return call.tx.query(
    { ...ORDER_ROW, version: col.integer, total: col.bigint },
    `select ${ORDER_COLUMNS}, version, count(*) over () as total from charging_order where ${where.text} order by started_at desc, id desc limit ${MAX_RUNNING}`,
    where.values,
  )
}

/** Open cases by order id. */
async function openCases(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OpenCase[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await tx.query(
    { order_id: col.uuid, rule: col.text, code: col.text, severity: col.oneOf(['notice', 'warning', 'critical']) },
    `select order_id, rule, code, severity from charging_finding
     where tenant_id = $1 and order_id = any($2::uuid[]) and state = 'open' order by order_id, rule`,
    [tenantId, orderIds],
  )
  const byOrder = Map.groupBy(rows, row => row.order_id)
  return new Map(
    [...byOrder].map(([id, own]) => [id, own.map(({ rule, code, severity }) => ({ rule, code, severity }))]),
  )
}

/**
 * Returns the running sessions in the caller's scope, newest first, from rows and cached names with a few statements for any
 * number. Amounts are the cost of the energy so far at each order's own price.
 */
export async function runningOrders(
  call: Call,
  { piles: port, clock }: ChargingPorts,
  directory: Directory,
): Promise<{ list: RunningOrder[]; total: number }> {
  const { tx, caller } = call
  const now = clock.now()
  const rows = await runningRows(call)
  const pileIds = [...new Set(rows.map(row => row.pile_id))]
  const piles = await directory.piles(tx, pileIds, now)
  const stations = await directory.stations(tx, [...new Set(rows.map(row => row.station_id))], now)
  const lives = await port.lives(tx, pileIds)
  const connectors = await port.connectors(tx, pileIds)
  const snapshots = await versionSnapshots(tx, [...new Set(rows.flatMap(row => row.price_hash ?? []))])
  const cases = await openCases(
    tx,
    caller.tenantId,
    rows.map(row => row.id),
  )
  const mayStop = !caller.readOnly && may(caller, 'charging.order:stop')
  const list = rows.map((row): RunningOrder => {
    const pile = piles.get(row.pile_id)
    const connectorState = connectors.get(connectorKey(row.pile_id, row.connector_number))?.state ?? null
    const isLive = isReadingLive({ lastFactAt: row.last_fact_at, connectorState }, now)
    return {
      ...figuresOf(row),
      power: isLive ? row.live_power_w : null,
      soc: isLive ? socToPermille(row.live_soc_ppm) : null,
      isStale: !isLive,
      // Before its first reading the cost of a session is unknown, not zero.
      ...amountsOf(row.live_energy === null ? null : liveCost(row, snapshots.get(row.price_hash ?? '') ?? null)),
      station: { id: row.station_id, name: stations.get(row.station_id)?.name ?? '' },
      pile: { id: row.pile_id, code: pile?.code ?? '', name: pile?.name ?? '' },
      connectorName: pile ? connectorLabel(row.connector_number, pile) : String(row.connector_number),
      connectorState,
      offlineSince: lives.get(row.pile_id)?.offlineSince ?? null,
      ratedPower: pile?.power_w ?? null,
      cases: cases.get(row.id) ?? [],
      canStop: mayStop && allowsOnOrder('stop', { ...row }),
    }
  })
  return { list, total: Number(rows[0]?.total ?? 0n) }
}

function figuresOf(row: RunningRow) {
  return {
    id: row.id,
    version: row.version,
    orderNo: row.order_no,
    state: row.state,
    connector: row.connector_number,
    startedAt: row.started_at,
    lastFactAt: row.last_fact_at,
    startMethod: row.start_method,
    maxPower: row.max_power_w,
    socStart: socToPermille(row.soc_start_ppm),
    energy: row.live_energy === null ? null : formatEnergy(energy(row.live_energy)),
    held: formatFen(fen(row.hold_principal_fen + row.hold_gift_fen)),
    hasMember: row.member_id !== null,
    wish: row.wish,
  }
}

function amountsOf(cost: ReturnType<typeof liveCost>) {
  return {
    electricity: cost && formatFen(cost.electricity),
    service: cost && formatFen(cost.service),
    amount: cost && formatFen(cost.total),
  }
}

import { energy, fen, formatEnergy, formatFen } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import { ORDER_COLUMNS, type OrderRow, ORDER_ROW } from '../order/order-row.ts'

/** An order for scripts: units in the names, decimals as text, instants as ISO text. */
export interface OrderView {
  id: string
  orderNo: string
  tenantId: string
  stationId: string
  pileId: string
  connector: number
  transactionId: string | null
  memberId: string | null
  state: string
  startedAt: string
  endedAt: string | null
  energy_kwh: string | null
  electricity_cny: string
  service_cny: string
  total_cny: string
  paid_cny: string
  receivable_cny: string
  stopReason: string | null
}

function viewOf(row: OrderRow): OrderView {
  return {
    id: row.id,
    orderNo: row.order_no,
    tenantId: row.tenant_id,
    stationId: row.station_id,
    pileId: row.pile_id,
    connector: row.connector_number,
    transactionId: row.transaction_id,
    memberId: row.member_id,
    state: row.state,
    startedAt: new Date(row.started_at).toISOString(),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at).toISOString(),
    energy_kwh: row.energy === null ? null : formatEnergy(energy(row.energy)),
    electricity_cny: formatFen(fen(row.electricity_fen)),
    service_cny: formatFen(fen(row.service_fen)),
    total_cny: formatFen(fen(row.total_fen)),
    paid_cny: formatFen(fen(row.paid_principal_fen + row.paid_gift_fen)),
    receivable_cny: formatFen(fen(row.receivable_fen)),
    stopReason: row.stop_reason,
  }
}

/** Returns the latest orders of every tenant that the transaction sees, newest first. */
export async function listOrders(tx: Tx, filter: { state: string | null; limit: number }): Promise<OrderView[]> {
  const rows = await tx.query(
    ORDER_ROW,
    `select ${ORDER_COLUMNS} from charging_order where ($1::text is null or state = $1) order by started_at desc, id desc limit $2`,
    [filter.state, filter.limit],
  )
  return rows.map(viewOf)
}

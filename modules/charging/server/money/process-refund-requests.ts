import { type Fen, fen, minFen, ZERO_FEN } from '@wattyard/money'
import { type Database, eachByItself, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { changeOrder, lockOrders, notifyOrderScreens } from '../order/change-order.ts'
import { ORDER_COLUMNS } from '../order/order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { refundableOf, refundOrder } from './refund-order.ts'

/** Requests per run; the next run takes the rest. */
const BATCH_SIZE = 200

const REFUND_REQUEST = {
  tenant_id: col.uuid,
  id: col.uuid,
  order_id: col.uuid,
  asked_fen: col.bigint,
  reason: col.text,
  asked_by: col.text,
}

type RefundRequest = RowIn<typeof REFUND_REQUEST>

/**
 * Makes refunds that were requested while a session ran, once its bill is posted: at most the requested amount, at most
 * the cost of the order. An order that closed without a charge has nothing to give back. Each request has its own
 * transaction, so that a failing one does not block the others.
 *
 * @throws AggregateError of the failed refunds, after all others were made
 */
export async function processRefundRequests(db: Database, ports: ChargingPorts): Promise<number> {
  const requests = await db.platform(tx =>
    tx.query(
      REFUND_REQUEST,
      `select r.tenant_id, r.id, r.order_id, r.asked_fen, r.reason, r.asked_by from charging_refund r
       join charging_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
       where r.state = 'wished' and o.state in ('settled', 'closed') order by r.id limit ${BATCH_SIZE}`,
    ),
  )
  await eachByItself(requests, request => db.tenant(request.tenant_id, tx => processRequest(tx, request, ports)), {
    nameOf: request => `refund ${request.id} of tenant ${request.tenant_id}`,
  })
  return requests.length
}

async function processRequest(tx: Tx, request: RefundRequest, ports: ChargingPorts): Promise<void> {
  const [row] = await lockOrders(tx, ORDER_COLUMNS, [request.order_id])
  const [open] = await tx.query("select 1 from charging_refund where tenant_id = $1 and id = $2 and state = 'wished'", [
    request.tenant_id,
    request.id,
  ])
  // Another process granted it between the two reads.
  if (!row || !open) return
  const amount: Fen = row.state === 'settled' ? minFen(fen(request.asked_fen), refundableOf(row)) : ZERO_FEN
  if (amount === ZERO_FEN) {
    await tx.execute(
      "update charging_refund set state = 'void', done_at = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2",
      [request.tenant_id, request.id, new Date(ports.clock.now())],
    )
    await changeOrder(tx, row, { wish: null })
  } else {
    const ask = { amount, reason: request.reason, by: request.asked_by, key: request.id, at: ports.clock.now() }
    await refundOrder(tx, row, ask, request.id)
  }
  notifyOrderScreens(tx, ports, [row])
}

import { connectorKey } from '@wattyard/assets/server'
import { Refusal, type Tx } from '@wattyard/server-kit'
import type { OrderEvent, SessionWitness } from '../../contract/index.ts'
import { readOrders, type OrderRow } from './order-row.ts'
import { succeeded, witnessOf } from '../facts/order-session.ts'
import type { ChargingPorts } from '../ports.ts'

/** Event of the order table per command. */
export const EVENT_OF: Readonly<Record<string, OrderEvent>> = {
  stop: 'stop-requested',
  refund: 'refund-requested',
  settleByHand: 'operator-settled',
  acceptEstimate: 'operator-settled',
  enterTimes: 'operator-settled',
  waive: 'operator-closed',
}

/** Returns the order that a command was given, as the hot path holds it; its row is locked already. */
export async function lockedOrder(tx: Tx, rows: readonly { readonly id: string }[]): Promise<OrderRow> {
  const [row] = await readOrders(
    tx,
    rows.map(one => one.id),
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Returns the facts about the order's own session now. */
export async function witnessTo(tx: Tx, { piles }: ChargingPorts, row: OrderRow): Promise<SessionWitness> {
  const connectors = await piles.connectors(tx, [row.pile_id])
  const later = await succeeded(tx, [row])
  return witnessOf(row, connectors.get(connectorKey(row.pile_id, row.connector_number)), later.has(row.id))
}

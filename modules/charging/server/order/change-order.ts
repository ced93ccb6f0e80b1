import { Refusal, type Tx } from '@wattyard/server-kit'
import { type OrderEvent, type SessionWitness, type Transition, transition } from '../../contract/index.ts'
import { followEnds } from './follow-findings.ts'
import { type OrderRow, ORDER_ROW } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'

/** Columns that commands and the supervisor may change; only facts change the others. */
export type OrderChange = Partial<
  Pick<
    OrderRow,
    | 'state'
    | 'member_id'
    | 'started_at'
    | 'ended_at'
    | 'energy'
    | 'energy_method'
    | 'confidence'
    | 'flags'
    | 'price_version_id'
    | 'price_hash'
    | 'electricity_fen'
    | 'service_fen'
    | 'total_fen'
    | 'paid_principal_fen'
    | 'paid_gift_fen'
    | 'receivable_fen'
    | 'refunded_fen'
    | 'estimate_fen'
    | 'wish'
    | 'settled_at'
    | 'booked_on'
    | 'reversed_on'
    | 'close_reason'
    | 'live_power_w'
  >
>

const INSTANTS: ReadonlySet<string> = new Set(['started_at', 'ended_at', 'settled_at'])

/**
 * Changes one order whose row is locked by the transaction. The version increases, so that processes with the row in memory
 * notice that it is outdated.
 *
 * @throws Error when the row does not exist, which the lock excludes
 */
export async function changeOrder(tx: Tx, row: OrderRow, change: OrderChange): Promise<void> {
  const entries = Object.entries(change)
  const values = entries.map(([key, value]) =>
    INSTANTS.has(key) && typeof value === 'number' ? new Date(value) : value,
  )
  const assignments = entries.map(([key], i) => `${key} = $${i + 3}`)
  const changed = await tx.execute(
    `update charging_order set ${[...assignments, 'version = version + 1', 'updated_at = now()'].join(', ')} where tenant_id = $1 and id = $2`,
    [row.tenant_id, row.id, ...values],
  )
  if (changed !== 1) throw new Error(`order ${row.id} was to change and is not there`)
  Object.assign(row, change)
  const { tenant_id, id, ended_at } = row
  if ('ended_at' in change && ended_at !== null) await followEnds(tx, [{ tenant_id, id, ended_at }])
}

/**
 * Returns the next state by the order table.
 *
 * @throws Refusal with the table's own code, such as `charging.stillRunning`
 */
export function mustMove(row: OrderRow, event: OrderEvent, witness: SessionWitness): Extract<Transition, { ok: true }> {
  const result = transition(row.state, event, witness)
  if (!result.ok) throw new Refusal(result.code)
  return result
}

/** Publishes the new states of orders to open screens, after the commit. */
export function notifyOrderScreens(tx: Tx, { live }: Pick<ChargingPorts, 'live'>, rows: readonly OrderRow[]): void {
  tx.afterCommit(() => {
    for (const { tenant_id, station_id, id, state } of rows)
      live.publish({ tenantId: tenant_id, topic: 'charging.order', stationId: station_id, data: { id, state } })
  })
}

/** Returns orders locked in id order, as whole rows. Unknown ids are missing. */
export async function lockOrders(tx: Tx, columns: string, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  return tx.query(
    ORDER_ROW,
    `select ${columns} from charging_order where id = any($1::uuid[]) order by id for update`,
    [[...new Set(ids)]],
  )
}

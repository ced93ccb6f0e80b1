import { pilesByIds } from '@wattyard/assets/server'
import { versionSnapshots } from '@wattyard/pricing/server'
import { type Tx, col } from '@wattyard/server-kit'
import {
  applyFact,
  emptySession,
  type FinishedSession,
  finishSession,
  type SessionWitness,
} from '../../contract/index.ts'
import { readFacts } from './facts-store.ts'
import { withMates } from '../start/evse-mates.ts'
import { LastRegisters } from './last-registers.ts'
import type { LiveOrder } from './open-orders.ts'
import type { OrderRow } from '../order/order-row.ts'
import type { ConnectorReport } from '../ports.ts'

/**
 * Folds the sessions of orders from stored facts, price snapshot and rated power, for callers outside the stream of facts. Four
 * statements for any number of orders.
 */
export async function foldOrders(tx: Tx, rows: readonly OrderRow[]): Promise<LiveOrder[]> {
  if (rows.length === 0) return []
  const facts = await readFacts(
    tx,
    rows.map(row => row.id),
  )
  const snapshots = await versionSnapshots(tx, [...new Set(rows.flatMap(row => row.price_hash ?? []))])
  const piles = await pilesByIds(
    tx,
    rows.map(row => row.pile_id),
  )
  return rows.map(row => {
    const session = emptySession({ tenantId: row.tenant_id, pileId: row.pile_id, sessionId: row.id })
    for (const fact of facts.get(row.id) ?? []) applyFact(session, fact)
    return {
      row,
      session,
      snapshot: row.price_hash === null ? null : (snapshots.get(row.price_hash) ?? null),
      ratedPower_w: row.rated_power_w ?? piles.get(row.pile_id)?.power_w ?? null,
      mix: 'gift-first',
      stored: true,
      version: 0, // nothing folded here is written as a whole row
    }
  })
}

/** Returns energy and bill by the energy rules for the present facts, in order; null for orders without a price. */
export async function finishFolded(
  tx: Tx,
  orders: readonly LiveOrder[],
  now: number,
): Promise<(FinishedSession | null)[]> {
  const registers = new LastRegisters()
  await registers.load(
    tx,
    orders.map(order => order.row),
  )
  return orders.map(({ row, session, snapshot, ratedPower_w }) =>
    snapshot === null
      ? null
      : finishSession(session, { ratedPowerW: ratedPower_w, lastRegister: registers.known(row), now }, snapshot),
  )
}

/** Orders in these states give energy or may yet. */
const UNFINISHED: ReadonlySet<string> = new Set(['starting', 'charging', 'stopping', 'abnormal', 'closed'])

/**
 * Returns the facts about an order's own session now. Energy flows when no stop was reported, its connector reports charging, and
 * no later order has begun on its EVSE.
 */
export function witnessOf(
  row: Pick<OrderRow, 'state' | 'ended_at' | 'transaction_id' | 'started_at'>,
  connector: ConnectorReport | undefined,
  hasSuccessor: boolean,
): SessionWitness {
  const hasStopped = row.ended_at !== null
  return {
    isEnergyFlowing: !hasStopped && UNFINISHED.has(row.state) && connector?.state === 'charging' && !hasSuccessor,
    hasStarted: row.transaction_id !== null,
    hasStopped,
  }
}

/** Returns which of these orders have a later one on their EVSE. */
export async function succeeded(tx: Tx, rows: readonly OrderRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  const places = await withMates(tx, rows)
  const found = await tx.query(
    { id: col.uuid },
    `select k.id from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::timestamptz[]) as k(tenant_id, id, pile_id, connector_number, started_at)
     where exists (select from charging_order o where o.tenant_id = k.tenant_id and o.pile_id = k.pile_id
       and o.connector_number = k.connector_number and o.started_at > k.started_at and o.id <> k.id)`,
    [
      places.map(({ row }) => row.tenant_id),
      places.map(({ row }) => row.id),
      places.map(({ row }) => row.pile_id),
      places.map(({ connector }) => connector),
      places.map(({ row }) => new Date(row.started_at)),
    ],
  )
  return new Set(found.map(row => row.id))
}

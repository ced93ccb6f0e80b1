import type { Pile } from '@wattyard/assets/server'
import type { PriceSnapshot } from '@wattyard/pricing/contract'
import { type Tx, uuidList, col } from '@wattyard/server-kit'
import { applyFact, emptySession, type MixRule, type SessionState } from '../../contract/index.ts'
import { readFacts } from './facts-store.ts'
import { ORDER_COLUMNS, type OrderRow, ORDER_ROW } from '../order/order-row.ts'

/** An order whose session may still get facts, with its folded state. */
export interface LiveOrder {
  row: OrderRow
  session: SessionState
  snapshot: PriceSnapshot | null
  ratedPower_w: number | null
  /** Current type of the pile, if known; prices may depend on it. */
  currentType?: Pile['currentType']
  /** Which part of the wallet pays first, by the payer's rule. */
  mix: MixRule
  /** Whether the database has this order's row; false until the first commit. */
  stored: boolean
  /** Version of the row as read or last written; 0 before the first write. */
  version: number
  /** The order's state as it was last written (`stateKeyOf`); absent when that is not known. */
  written?: string
}

const connectorOf = (pileId: string, connector: number) => `${pileId}#${connector}`

const OPEN_STATES = "('draft', 'starting', 'charging', 'stopping', 'ended')"
/** Most ended orders kept in memory, because late readings of a pile arrive within minutes. */
const KEEP_ENDED = 5_000

/**
 * Open orders in memory, a cache of rows and facts. A missing order is folded again from its facts, so dropping one is always
 * safe. People and the supervisor change rows too, so a write requires the version that was read.
 */
export class OpenOrders {
  readonly #orders = new Map<string, LiveOrder>()
  readonly #byConnector = new Map<string, string>()
  readonly #ended: string[] = []
  #primed = false

  get size(): number {
    return this.#orders.size
  }

  get(id: string): LiveOrder | undefined {
    return this.#orders.get(id)
  }

  put(order: LiveOrder): void {
    this.#orders.set(order.row.id, order)
    this.#byConnector.set(connectorOf(order.row.pile_id, order.row.connector_number), order.row.id)
  }

  /** It turns out to be at another connector: states of the former are not its own. */
  moveTo(order: LiveOrder, connector: number): void {
    const { row } = order
    if (row.connector_number === connector) return
    const former = connectorOf(row.pile_id, row.connector_number)
    if (this.#byConnector.get(former) === row.id) this.#byConnector.delete(former)
    row.connector_number = connector
    // A late report of an earlier charge must not replace the order that is charging now.
    const taken = this.atConnector(row.pile_id, connector)
    if (taken === undefined || row.ended_at === null) this.put(order)
  }

  /** Remembers that an order ended; the oldest of many leave. */
  ended(id: string): void {
    this.#ended.push(id)
    if (this.#ended.length > KEEP_ENDED) {
      const oldest = this.#ended.shift()
      if (oldest !== undefined) this.forget(oldest)
    }
  }

  forget(id: string): void {
    const order = this.#orders.get(id)
    if (!order) return
    this.#orders.delete(id)
    const key = connectorOf(order.row.pile_id, order.row.connector_number)
    if (this.#byConnector.get(key) === id) this.#byConnector.delete(key)
  }

  /** Id of the latest order at a connector, open or just ended. */
  atConnector(pileId: string, connector: number): string | undefined {
    return this.#byConnector.get(connectorOf(pileId, connector))
  }

  /** Once after a start: learns which orders are open, so that connector states find them. */
  async prime(tx: Tx): Promise<void> {
    if (this.#primed) return
    const rows = await tx.query(
      { id: col.uuid, pile_id: col.uuid, connector_number: col.integer },
      `select id, pile_id, connector_number from charging_order where state in ${OPEN_STATES} order by id`,
    )
    for (const row of rows) this.#byConnector.set(connectorOf(row.pile_id, row.connector_number), row.id)
    this.#primed = true
  }

  /** Loads orders that are not in memory; those without a row stay missing. */
  async load(
    tx: Tx,
    sessions: ReadonlyMap<string, { tenantId: string }>,
    loadPrices: (tx: Tx, orders: LiveOrder[]) => Promise<void>,
  ): Promise<void> {
    const missing = [...sessions].filter(([id]) => !this.#orders.has(id))
    if (missing.length === 0) return
    // One look-up of the primary key per session; most are new and not there.
    const rows = await tx.query(
      { ...ORDER_ROW, version: col.integer },
      `select ${ORDER_COLUMNS}, version from unnest($1::uuid[], $2::uuid[]) as k(of_tenant, of_id)
       cross join lateral (select ${ORDER_COLUMNS}, version from charging_order o where o.tenant_id = k.of_tenant and o.id = k.of_id limit 1) as o`,
      [uuidList(missing.map(([, { tenantId }]) => tenantId)), uuidList(missing.map(([id]) => id))],
    )
    if (rows.length === 0) return
    const facts = await readFacts(
      tx,
      rows.map(row => row.id),
    )
    const orders = rows.map(({ version, ...row }): LiveOrder => {
      const session = emptySession({ tenantId: row.tenant_id, pileId: row.pile_id, sessionId: row.id })
      for (const fact of facts.get(row.id) ?? []) applyFact(session, fact)
      return { row, session, snapshot: null, ratedPower_w: null, mix: 'gift-first', stored: true, version }
    })
    await loadPrices(tx, orders)
    for (const order of orders) this.put(order)
  }
}

import { type Energy, energy } from '@wattyard/money'
import { pilesByIds } from '@wattyard/assets/server'
import { type Tx, col } from '@wattyard/server-kit'
import type { EnergyLimits } from '../../contract/index.ts'
import { readFacts, type StoredFact } from '../facts/facts-store.ts'
import { type LineRow, ORDER_COLUMNS, type OrderRow, ORDER_ROW, LINE_ROW } from '../order/order-row.ts'

/** All stored data that an order's bill was made from. */
export interface OrderEvidence {
  row: OrderRow
  lines: readonly LineRow[]
  facts: readonly StoredFact[]
  /** Further input of the energy rules. */
  limits: EnergyLimits
}

/** Returns an order with its lines, facts and limits; null when there is none such. Scope is the caller's business. */
export async function orderEvidence(tx: Tx, tenantId: string, id: string, now: number): Promise<OrderEvidence | null> {
  const [row] = await tx.query(
    ORDER_ROW,
    `select ${ORDER_COLUMNS} from charging_order where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
  if (!row) return null
  const lines = await tx.query(
    LINE_ROW,
    'select * from charging_order_line where tenant_id = $1 and order_id = $2 order by seq',
    [tenantId, id],
  )
  const facts = (await readFacts(tx, [id])).get(id) ?? []
  const limits = { ...(await limitsOf(tx, row, now)), now: row.settled_at ?? now }
  return {
    row,
    lines,
    facts: facts.toSorted((a, b) => a.receivedAt - b.receivedAt || (a.frame < b.frame ? -1 : 1)),
    limits,
  }
}

/**
 * Returns the limits stored with the order when it was judged; looked up for orders that are not judged yet or older than the
 * columns.
 */
async function limitsOf(tx: Tx, row: OrderRow, now: number): Promise<Omit<EnergyLimits, 'now'>> {
  if (row.rated_power_w !== null && (row.energy_method !== null || row.settled_at !== null))
    return {
      ratedPowerW: row.rated_power_w,
      lastRegister: row.register_before === null ? null : energy(row.register_before),
    }
  const pile = (await pilesByIds(tx, [row.pile_id])).get(row.pile_id)
  return {
    ratedPowerW: row.rated_power_w ?? pile?.power_w ?? null,
    lastRegister: await registerBefore(tx, row, now),
  }
}

/**
 * Returns the register that the connector's meter had reached when this order was settled; null in the cases of `LastRegisters`.
 */
async function registerBefore(tx: Tx, row: OrderRow, now: number): Promise<Energy | null> {
  const [last] = await tx.query(
    { meter_start: col.bigint.orNull, meter_stop: col.bigint, ended_at: col.instant },
    `select meter_start, meter_stop, ended_at from charging_order
     where tenant_id = $1 and pile_id = $2 and connector_number = $3 and settled_at < $4 and meter_stop is not null and ended_at is not null and id <> $5
     order by started_at desc limit 1`,
    [row.tenant_id, row.pile_id, row.connector_number, new Date(row.settled_at ?? now), row.id],
  )
  if (!last || last.ended_at > row.started_at || (last.meter_start === 0n && last.meter_stop > 0n)) return null
  return energy(last.meter_stop)
}

import { type Energy, energy } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'

/** Returns the highest known register of each of a tenant's piles by pile id; piles without orders are missing. */
export async function registersByPile(tx: Tx, tenantId: string): Promise<ReadonlyMap<string, Energy>> {
  const rows = await tx.query(
    { pile_id: col.uuid, register: col.bigint },
    `select pile_id, max(greatest(coalesce(meter_stop, 0), coalesce(meter_start, 0) + coalesce(live_energy, 0))) as register
     from charging_order where tenant_id = $1 group by pile_id`,
    [tenantId],
  )
  return new Map(rows.map(row => [row.pile_id, energy(row.register)]))
}

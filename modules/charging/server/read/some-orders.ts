import { type Tx, col } from '@wattyard/server-kit'

/** Returns ids of sample orders: the newest, and as many spread over all. */
export async function someOrders(tx: Tx, tenantId: string, most: number): Promise<string[]> {
  const half = Math.ceil(most / 2)
  const rows = await tx.query(
    { id: col.uuid },
    `with numbered as (
       select id, row_number() over (order by id desc) as n, count(*) over () as total from charging_order where tenant_id = $1)
     select id from numbered where n <= $2 or n % greatest(total / $2, 1) = 0 order by n limit $2 * 2`,
    [tenantId, half],
  )
  return rows.map(row => row.id)
}

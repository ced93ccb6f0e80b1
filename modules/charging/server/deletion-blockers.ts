import { type DeletionBlocker, type Tx, col } from '@wattyard/server-kit'

/**
 * Returns the obstacles to a tenant's deletion. Running sessions stop it, because cars are at the piles and the money is not
 * computed yet. Orders that need a decision are the operator's own income; the two people who delete decide to give it up.
 */
export async function chargingDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const [row] = await tx.query(
    { running: col.bigint, unbilled: col.bigint },
    `select count(*) filter (where state in ('starting', 'charging', 'stopping', 'ended')) as running,
       count(*) filter (where state = 'abnormal') as unbilled
     from charging_order where tenant_id = $1 and state in ('starting', 'charging', 'stopping', 'ended', 'abnormal')`,
    [tenantId],
  )
  return [
    { what: 'charging.obstacle.running', count: Number(row?.running ?? 0n), stops: true },
    { what: 'charging.obstacle.unbilled', count: Number(row?.unbilled ?? 0n), stops: false },
  ]
}

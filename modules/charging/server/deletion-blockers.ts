import { type DeletionBlocker, type Tx, col } from '@wattyard/server-kit'

/**
 * What is charging is somebody's car at a pile, and its money is not counted yet: it stops a deletion. Orders that wait for
 * a person are the operator's own takings, lost by a decision of the two who delete.
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

import { type DeletionBlocker, type Tx, col } from '@wattyard/server-kit'

/** Connected piles do not block a deletion: they are disconnected, and refused when they reconnect. */
export async function gatewayDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const [row] = await tx.query(
    { online: col.bigint },
    'select count(*) as online from gateway_pile_state where tenant_id = $1 and online',
    [tenantId],
  )
  return [{ what: 'gateway.obstacle.online', count: Number(row?.online ?? 0n), stops: false }]
}

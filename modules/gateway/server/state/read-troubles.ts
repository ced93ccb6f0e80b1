import { type Tx, col } from '@wattyard/server-kit'

/** Most rows of one answer; a screen has no use for more. */
const MAX_TROUBLES = 50_000

/** Piles that were connected once and have been away since before an instant, the longest first. */
export async function pilesAway(
  tx: Tx,
  tenantId: string,
  before: number,
): Promise<{ pileId: string; since: number }[]> {
  return tx.query(
    { pileId: col.uuid, since: col.instant },
    `select pile_id as "pileId", coalesce(disconnected_at, last_seen_at) as since from gateway_pile_state
     where tenant_id = $1 and not online and coalesce(disconnected_at, last_seen_at) <= $2
     order by since, pile_id limit ${MAX_TROUBLES}`,
    [tenantId, new Date(before)],
  )
}

/** Connectors of connected piles that report a fault, the longest first. */
export async function connectorFaults(
  tx: Tx,
  tenantId: string,
): Promise<{ pileId: string; connector: number; error: string | null; since: number }[]> {
  return tx.query(
    { pileId: col.uuid, connector: col.integer, error: col.text.orNull, since: col.instant },
    `select c.pile_id as "pileId", c.connector, c.error, c.at as since from gateway_connector_state c
     join gateway_pile_state p on p.tenant_id = c.tenant_id and p.pile_id = c.pile_id and p.online
     where c.tenant_id = $1 and c.state = 'fault' order by c.at, c.pile_id, c.connector limit ${MAX_TROUBLES}`,
    [tenantId],
  )
}

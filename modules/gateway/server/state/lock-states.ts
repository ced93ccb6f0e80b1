import { type Tx, uuidList } from '@wattyard/server-kit'

/**
 * Locks the state rows of these piles, always in the same order, for the rest of the transaction; a pile without a row gets one.
 *
 * Two parts write these rows, each with several statements over several sets of piles: the flusher (connections, bad frames) and
 * the consumer (boots, faults, reports). An order within each statement is not enough: they would deadlock across statements, and
 * the database would end one of them.
 */
export async function lockPileStates(tx: Tx, piles: readonly { tenantId: string; pileId: string }[]): Promise<void> {
  if (piles.length === 0) return
  const tenantOf = new Map(piles.map(({ tenantId, pileId }) => [pileId, tenantId]))
  const sorted = [...tenantOf].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = [uuidList(sorted.map(([, tenantId]) => tenantId)), uuidList(sorted.map(([pileId]) => pileId))]
  await Promise.all([
    // In the same order: a transaction that waits here for a row being inserted holds none that the other still needs.
    tx.execute(
      `insert into gateway_pile_state (tenant_id, pile_id) select tenant_id, pile_id from unnest($1::uuid[], $2::uuid[]) as n(tenant_id, pile_id)
       where not exists (select from gateway_pile_state s where s.tenant_id = n.tenant_id and s.pile_id = n.pile_id)
       order by pile_id on conflict do nothing`,
      rows,
    ),
    tx.execute(
      `select from gateway_pile_state where (tenant_id, pile_id) in (select * from unnest($1::uuid[], $2::uuid[]))
       order by pile_id for no key update`,
      rows,
    ),
  ])
}

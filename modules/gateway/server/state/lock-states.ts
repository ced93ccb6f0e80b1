import { type Tx, uuidList } from '@wattyard/server-kit'

/**
 * Takes the state rows of these piles, in one order, for the rest of the transaction; a pile without a row gets one.
 *
 * Two write these rows, each with several statements over several sets of piles: the flusher (who came and went, whose
 * frames were bad) and the consumer (boots, faults, reports). An order within each statement is not enough: they
 * waited for each other across statements, and the database ended one of them.
 */
export async function lockPileStates(tx: Tx, piles: readonly { tenantId: string; pileId: string }[]): Promise<void> {
  if (piles.length === 0) return
  const tenantOf = new Map(piles.map(({ tenantId, pileId }) => [pileId, tenantId]))
  const sorted = [...tenantOf].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = [uuidList(sorted.map(([, tenantId]) => tenantId)), uuidList(sorted.map(([pileId]) => pileId))]
  await Promise.all([
    // In the same order: who waits here for a row that is just being made holds none that its maker still needs.
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

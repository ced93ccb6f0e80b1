import { type Tx, uuidList, col } from '@wattyard/server-kit'
import type { MemberKey } from './wallets.ts'

/**
 * Locks members against deletion until the transaction ends, for callers that record a future payment. A concurrent deletion
 * waits and then sees the record. Members are locked in id order, as everywhere.
 *
 * @returns the ids of existing members whose accounts have not ended
 */
export async function keepMembers(tx: Tx, keys: readonly MemberKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    `select m.id from (select distinct * from unnest($1::uuid[], $2::uuid[]) as u(tenant_id, id)) k
     join members_member m on m.tenant_id = k.tenant_id and m.id = k.id and m.status not in ('merged', 'anonymised')
     order by m.id for key share of m`,
    [uuidList(keys.map(key => key.tenantId)), uuidList(keys.map(key => key.memberId))],
  )
  return new Set(rows.map(row => row.id))
}

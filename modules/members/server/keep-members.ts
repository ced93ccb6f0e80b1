import { type Tx, uuidList, col } from '@wattyard/server-kit'
import type { MemberKey } from './wallets.ts'

/**
 * Keeps members from being deleted until the transaction ends, for who writes down what they will pay: a deletion waits
 * for it, and then sees what was written. Members are locked in the order of their ids, as everywhere.
 *
 * @returns the ids of those that are there
 */
export async function keepMembers(tx: Tx, keys: readonly MemberKey[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx.query(
    { id: col.uuid },
    `select m.id from (select distinct * from unnest($1::uuid[], $2::uuid[]) as u(tenant_id, id)) k
     join members_member m on m.tenant_id = k.tenant_id and m.id = k.id order by m.id for key share of m`,
    [uuidList(keys.map(key => key.tenantId)), uuidList(keys.map(key => key.memberId))],
  )
  return new Set(rows.map(row => row.id))
}

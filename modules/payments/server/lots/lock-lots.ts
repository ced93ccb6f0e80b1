import { type Tx, uuidList } from '@wattyard/server-kit'

/** Locks the top-ups and the lots of members until the transaction ends, in the order in which a reversal locks them; wallets come after. */
export async function lockLots(tx: Tx, tenantId: string, memberIds: readonly string[]): Promise<void> {
  const ids = uuidList(memberIds)
  await tx.execute(
    'select 1 from payments_payment where tenant_id = $1 and member_id = any($2::uuid[]) order by id for key share',
    [tenantId, ids],
  )
  await tx.execute(
    'select 1 from payments_lot where tenant_id = $1 and member_id = any($2::uuid[]) order by id for update',
    [tenantId, ids],
  )
}

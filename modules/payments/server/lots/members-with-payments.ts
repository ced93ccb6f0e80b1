import { col, type Tx } from '@wattyard/server-kit'

/** Returns which members have ever paid in or been given money: those with a lot. */
export async function membersWithPayments(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { member_id: col.uuid },
    'select distinct member_id from payments_lot where tenant_id = $1 and member_id = any($2::uuid[])',
    [tx.tenantId, memberIds],
  )
  return new Set(rows.map(row => row.member_id))
}

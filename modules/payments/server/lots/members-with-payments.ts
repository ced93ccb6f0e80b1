import { col, type Tx } from '@wattyard/server-kit'

/** Returns which members have ever paid in or been given money, or were asked to pay by a code: it could still be paid. */
export async function membersWithPayments(tx: Tx, memberIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query(
    { member_id: col.uuid },
    `select member_id from payments_lot where tenant_id = $1 and member_id = any($2::uuid[])
     union select member_id from payments_code_payment where tenant_id = $1 and member_id = any($2::uuid[])`,
    [tx.tenantId, memberIds],
  )
  return new Set(rows.map(row => row.member_id))
}

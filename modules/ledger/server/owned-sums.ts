import { type Fen, fen } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'
import { type AccountCode, ACCOUNT_CODES } from '../contract/index.ts'

export interface OwnedSum {
  /** Owners with more than nothing. */
  owners: number
  balance_fen: Fen
}

/** Returns the sums of accounts of one kind of owner by code, without empty accounts. For codes with running sums only. */
export async function ownedSums(
  tx: Tx,
  { tenantId, ownerType }: { tenantId: string; ownerType: string },
): Promise<ReadonlyMap<AccountCode, OwnedSum>> {
  const rows = await tx.query(
    { code: col.oneOf(ACCOUNT_CODES), owners: col.bigint, sum: col.text },
    `select code, count(distinct owner_id) as owners, sum(balance_fen)::text as sum from ledger_account
     where tenant_id = $1 and owner_type = $2 and balance_fen > 0 group by code`,
    [tenantId, ownerType],
  )
  return new Map(rows.map(row => [row.code, { owners: Number(row.owners), balance_fen: fen(BigInt(row.sum)) }]))
}

/** Returns the number of owners whose accounts of these codes hold less than an amount together. For codes with running sums only. */
export async function ownersBelow(
  tx: Tx,
  {
    tenantId,
    ownerType,
    codes,
    below_fen,
  }: { tenantId: string; ownerType: string; codes: readonly AccountCode[]; below_fen: Fen },
): Promise<number> {
  const [row] = await tx.query(
    { count: col.bigint },
    `select count(*) as count from (
       select owner_id from ledger_account where tenant_id = $1 and owner_type = $2 and code = any($3::text[])
       group by owner_id having sum(balance_fen) < $4
     ) low`,
    [tenantId, ownerType, codes, below_fen],
  )
  return Number(row?.count ?? 0n)
}

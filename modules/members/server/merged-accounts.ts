import { col, type Tx, uuidList } from '@wattyard/server-kit'

/**
 * Piece of SQL: accounts that were merged, as `tenant_id`, `member_id` and the `account_id` that has their money now. What they did
 * before keeps their own id, so whoever asks for a wallet's lots, debts or payments asks for all its members.
 */
export const MERGED_ACCOUNTS = 'select tenant_id, from_id as member_id, account_id from members_merge'

/** Piece of SQL for a `BookCheck`: journals that moved wallets by a merge, as `tenant_id` and `journal_id`. */
export const MERGE_JOURNALS = 'select tenant_id, journal_id from members_merge where journal_id is not null'

/** The account that has the money of a member, and all members whose money it has, itself first. */
export interface WholeAccount {
  readonly accountId: string
  readonly memberIds: readonly string[]
}

/** Returns the accounts of members by id. One statement; nearly every account is that of its member alone. */
export async function accountsOfMembers(
  tx: Tx,
  tenantId: string,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, WholeAccount>> {
  if (memberIds.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, account_id: col.uuid, others: col.uuids },
    `select k.id, coalesce(m.account_id, k.id) as account_id,
       array(select x.from_id from members_merge x where x.tenant_id = $1 and x.account_id = coalesce(m.account_id, k.id) order by x.from_id) as others
     from unnest($2::uuid[]) as k(id) left join members_merge m on m.tenant_id = $1 and m.from_id = k.id`,
    [tenantId, uuidList([...new Set(memberIds)])],
  )
  return new Map(
    rows.map(({ id, account_id: accountId, others }) => [id, { accountId, memberIds: [accountId, ...others] }]),
  )
}

/** Returns the member whose wallet has the money of a member now: itself, but after a merge. */
export async function accountOf(tx: Tx, tenantId: string, memberId: string): Promise<string> {
  return (await accountsOfMembers(tx, tenantId, [memberId])).get(memberId)?.accountId ?? memberId
}

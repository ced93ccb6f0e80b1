import { Refusal, type Tx, col } from '@wattyard/server-kit'

/**
 * Days for which two accounts count as one person in second-person checks after one person has made the other account, set its
 * password, invited its holder, removed its second factor or changed the destination of its codes. It is long enough for others
 * to notice an unknown account, and short enough for a company of two people.
 */
export const HAND_DAYS = 7

/** `reached`: the account $2 and those that hands of the tenant $1 join with it. */
const REACHED = `with recursive recent as materialized (
    select user_id, hand_id from identity_account_hand where tenant_id = $1 and at > now() - interval '${HAND_DAYS} days'
  ), pair as materialized (
    select user_id as one, hand_id as other from recent union select hand_id, user_id from recent
  ), reached as (
    select $2::uuid as id union select pair.other from reached join pair on pair.one = reached.id
  )`

/** Records that a person had control of these accounts. The own account is not recorded. */
export async function noteHand(tx: Tx, handId: string, userIds: readonly string[]): Promise<void> {
  await tx.execute(
    `insert into identity_account_hand (tenant_id, user_id, hand_id) select $1, u, $2 from unnest($3::uuid[]) as u where u <> $2
     on conflict (tenant_id, user_id, hand_id) do update set at = now()`,
    [tx.tenantId, handId, userIds],
  )
}

/**
 * Returns the accounts recently connected with one by such control, itself included, by id. They count as one person wherever
 * sums per person apply.
 */
export async function joinedAccounts(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.query({ id: col.text }, `${REACHED} select id::text as id from reached order by id`, [
    tx.tenantId,
    userId,
  ])
  return rows.map(({ id }) => id)
}

/**
 * Checks that two accounts are two people: no recent control of accounts connects them, directly or through further accounts.
 *
 * @throws Refusal `identity.sameHand`
 */
export async function mustBeTwoPeople(tx: Tx, first: string, second: string): Promise<void> {
  const rows = await tx.query(`${REACHED} select 1 from reached where id = $3::uuid and $2::uuid <> $3::uuid limit 1`, [
    tx.tenantId,
    first,
    second,
  ])
  if (rows.length > 0) throw new Refusal('identity.sameHand', { params: { days: HAND_DAYS } })
}

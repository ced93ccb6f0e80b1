import { Refusal, type Tx, col } from '@wattyard/server-kit'

/**
 * For so many days after somebody has made an account, set its password, invited its holder, taken its second factor away or
 * changed where its codes go, the two are one person for whatever takes two. Long enough that the others notice an account
 * they do not know; short enough that a company with two people can work.
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

/** Writes down that somebody had these accounts in hand. Of one's own account nothing is to be written. */
export async function noteHand(tx: Tx, handId: string, userIds: readonly string[]): Promise<void> {
  await tx.execute(
    `insert into identity_account_hand (tenant_id, user_id, hand_id) select $1, u, $2 from unnest($3::uuid[]) as u where u <> $2
     on conflict (tenant_id, user_id, hand_id) do update set at = now()`,
    [tx.tenantId, handId, userIds],
  )
}

/** Accounts that hands lately join with one, itself among them, in order of their ids: one person for whatever adds up per person. */
export async function joinedAccounts(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.query({ id: col.text }, `${REACHED} select id::text as id from reached order by id`, [
    tx.tenantId,
    userId,
  ])
  return rows.map(({ id }) => id)
}

/**
 * Refuses a second person who may be the first one: lately the account of either was in the other's hand, or both were in one
 * hand, over however many accounts the hands reach.
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

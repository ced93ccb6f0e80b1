import { ZERO_FEN } from '@wattyard/money'
import type { RowOf } from '@wattyard/resource'
import { type Call, col, Refusal, searchText, uuidList } from '@wattyard/server-kit'
import { member } from '../../contract/index.ts'
import { accountsOfMembers } from '../merged-accounts.ts'
import type { MembersPorts } from '../ports.ts'
import { walletsOf } from '../wallets.ts'
import { openThings } from './merge-members.ts'

/** Stands where a reason named the person. */
const GONE = '—'

/**
 * Forgets the person of an account, and of those that were merged into it: name, phone, note, cards, and the texts of staff about them. Books,
 * orders and top-ups stay with the number of the account, which names nobody.
 *
 * @throws Refusal `members.hasMoney` while it owes or owns something, `members.open.<what>` while something of it is under way
 */
export async function anonymiseMember(call: Call, ports: MembersPorts, { id }: RowOf<typeof member>) {
  const { tx, caller } = call
  const { tenantId } = caller
  const [open] = await openThings(tx, ports, tenantId, [id])
  if (open) throw new Refusal(`members.open.${open}`)
  const wallet = (await walletsOf(tx, [{ tenantId, memberId: id }])).get(id)
  if (wallet && Object.values(wallet).some(amount => amount !== ZERO_FEN)) throw new Refusal('members.hasMoney')
  const ids = (await accountsOfMembers(tx, tenantId, [id])).get(id)?.memberIds ?? [id]
  for (const one of ids) await ports.forgetCards(tx, tenantId, one)
  const values = [tenantId, uuidList(ids)]
  await tx.execute('delete from members_tag where tenant_id = $1 and member_id = any($2::uuid[])', values)
  for (const table of ['members_freeze', 'members_adjustment'] as const)
    await tx.execute(
      `update ${table} set reason = $3, version = version + 1 where tenant_id = $1 and member_id = any($2::uuid[])`,
      [...values, GONE],
    )
  await tx.execute('update members_adjustment set evidence = $3 where tenant_id = $1 and member_id = any($2::uuid[])', [
    ...values,
    GONE,
  ])
  await tx.execute(
    'update members_freeze set release_reason = $3 where tenant_id = $1 and member_id = any($2::uuid[]) and release_reason is not null',
    [...values, GONE],
  )
  await tx.execute('update members_merge set reason = $3 where tenant_id = $1 and account_id = any($2::uuid[])', [
    ...values,
    GONE,
  ])
  await tx.execute(
    `update members_flag set reason = case when reason is null then null else $3 end, state = case when state = 'open' then 'over' else state end
     where tenant_id = $1 and member_id = any($2::uuid[])`,
    [...values, GONE],
  )
  const rows = await tx.query(
    { id: col.uuid, code: col.text },
    'select id, code from members_member where tenant_id = $1 and id = any($2::uuid[])',
    values,
  )
  for (const row of rows)
    await tx.execute(
      `update members_member set name = $3, phone = null, note = null, groups = '{}', flags = '{}', blocked_reason = null, credit_limit_fen = 0,
         status = case when status = 'merged' then status else 'anonymised' end, search_text = $4, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [tenantId, row.id, row.code, searchText(member, { code: row.code, name: row.code })],
    )
  return { forgotten: rows.length }
}

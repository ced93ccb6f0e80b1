import { type Fen, fen, subFen, ZERO_FEN } from '@wattyard/money'
import { accountsOfMembers, type MemberKey, walletsOf } from '@wattyard/members/server'
import { bigintList, col, type Tx, uuidList } from '@wattyard/server-kit'

/** Debt of an order that was billed beyond its member's wallet. */
export interface OrderDebt {
  /** Owed if no top-up had come: what was owed at the settlement, less what refunds waived and what they show to have been paid since. */
  readonly most: Fen
  /** Still owed now. */
  readonly open: Fen
}

/**
 * Debts with what of them is open. The ledger pools what a member owes, so it is told apart here: a top-up pays the oldest order
 * first, and the newest ones are owed as far as the debt goes. Nobody's wallet pays for an order without a member. Principal
 * refunded beyond what an order had paid at once was paid later.
 */
const debts = ({
  tenant,
  members,
  accounts,
  owed,
  asked,
}: Record<'tenant' | 'members' | 'accounts' | 'owed' | 'asked', string>): string => `
  select id, unpaid, case when member_id is null then unpaid
      else least(unpaid, greatest(coalesce(owed, 0) - (through - unpaid), 0)) end::bigint as open_fen
  from (
    select single.*, wallet.owed, sum(unpaid) over (partition by wallet.account_id order by settled_at desc, id desc) as through
    from (
      select o.id, o.member_id, o.settled_at, o.receivable_fen - coalesce(r.waived_fen, 0)
        - greatest(coalesce(r.principal_fen, 0) - o.paid_principal_fen, 0) as unpaid
      from charging_order o
      left join lateral (
        select sum(waived_fen) as waived_fen, sum(principal_fen) as principal_fen
        from charging_refund where tenant_id = o.tenant_id and order_id = o.id and state = 'done'
      ) r on true
      where o.tenant_id = ${tenant} and (o.member_id = any (${members}::uuid[]) or (o.member_id is null and o.id ${asked})) and o.receivable_fen > 0
        and o.settled_at is not null and o.reversed_on is null
    ) single
    left join unnest(${members}::uuid[], ${accounts}::uuid[], ${owed}::bigint[]) as wallet (member_id, account_id, owed) on wallet.member_id = single.member_id
    where unpaid > 0
  ) summed where id ${asked}`

/**
 * Returns what the accounts of members owe that owe something, as three lists of one order: each member, the account that has their money, and
 * what it owes. All members of an account are named, because a merge pools their debts.
 */
async function owing(
  tx: Tx,
  tenantId: string,
  members: Iterable<string>,
): Promise<{ members: Buffer; accounts: Buffer; owed: Buffer; any: boolean }> {
  const known = await accountsOfMembers(tx, tenantId, [...new Set(members)])
  const accounts = new Map([...known.values()].map(account => [account.accountId, account]))
  const keys = [...accounts.keys()].map((memberId): MemberKey => ({ tenantId, memberId }))
  const wallets = keys.length === 0 ? new Map<string, { owed: Fen }>() : await walletsOf(tx, keys)
  const found = [...wallets].flatMap(([accountId, { owed }]) =>
    owed > ZERO_FEN ? (accounts.get(accountId)?.memberIds ?? []).map(memberId => ({ memberId, accountId, owed })) : [],
  )
  return {
    members: uuidList(found.map(one => one.memberId)),
    accounts: uuidList(found.map(one => one.accountId)),
    owed: bigintList(found.map(one => one.owed)),
    any: found.length > 0,
  }
}

/** Returns the debts of these orders that are open; an order whose debt was paid later is left out. */
export async function openDebts(
  tx: Tx,
  tenantId: string,
  orders: readonly { readonly id: string; readonly memberId: string | null }[],
): Promise<ReadonlyMap<string, OrderDebt>> {
  const { members, accounts, owed, any } = await owing(
    tx,
    tenantId,
    orders.flatMap(({ memberId }) => memberId ?? []),
  )
  const ids = orders.filter(({ memberId }) => any || memberId === null).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, unpaid: col.bigint, open_fen: col.bigint },
    `select id, unpaid::bigint as unpaid, open_fen from (${debts({ tenant: '$1', members: '$2', accounts: '$5', owed: '$3', asked: '= any ($4::uuid[])' })}) debt
     where open_fen > 0`,
    [tenantId, members, owed, uuidList(ids), accounts],
  )
  return new Map(rows.map(row => [row.id, { most: fen(row.unpaid), open: fen(row.open_fen) }]))
}

/** Orders of a list that were not paid whole at once: a statement that gives `id` and `member_id`, and its values. */
export interface PickedOrders {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Debts of several orders together: what is still owed, and what top-ups have paid of them since the settlements. */
export interface DebtTogether {
  readonly open: Fen
  readonly paidSince: Fen
}

/** Returns what is still owed for the picked orders together, and what of their debts was paid later. */
export async function debtOf(tx: Tx, tenantId: string, picked: PickedOrders): Promise<DebtTogether> {
  const payers = await tx.query(
    { member_id: col.uuid.orNull },
    `select distinct member_id from (${picked.text}) picked`,
    [...picked.values],
  )
  if (payers.length === 0) return { open: ZERO_FEN, paidSince: ZERO_FEN }
  const { members, accounts, owed } = await owing(
    tx,
    tenantId,
    payers.flatMap(({ member_id }) => member_id ?? []),
  )
  const at = picked.values.length
  const [tenant, among] = [`$${at + 1}`, `in (select id from (${picked.text}) picked)`]
  const [row] = await tx.query(
    { open: col.bigint, unwaived: col.bigint },
    `select (select coalesce(sum(open_fen), 0)
         from (${debts({ tenant, members: `$${at + 2}`, accounts: `$${at + 4}`, owed: `$${at + 3}`, asked: among })}) debt)::bigint as open,
       (select coalesce(sum(o.receivable_fen - (select coalesce(sum(waived_fen), 0) from charging_refund r
           where r.tenant_id = o.tenant_id and r.order_id = o.id and r.state = 'done')), 0)
         from charging_order o where o.tenant_id = ${tenant} and o.id ${among} and o.settled_at is not null and o.reversed_on is null)::bigint as unwaived`,
    [...picked.values, tenantId, members, owed, accounts],
  )
  const open = fen(row?.open ?? 0n)
  return { open, paidSince: subFen(fen(row?.unwaived ?? 0n), open) }
}

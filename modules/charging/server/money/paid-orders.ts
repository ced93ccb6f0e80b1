import { parseFen } from '@wattyard/money'
import { walletsOf } from '@wattyard/members/server'
import { col, Refusal, type RecordToShow, type Tx } from '@wattyard/server-kit'
import type { order } from '../../contract/index.ts'
import type { OrderRow } from '../order/order-row.ts'

type Paid = Pick<OrderRow, 'member_id' | 'paid_principal_fen' | 'paid_gift_fen' | 'receivable_fen'>

const paidAtOnce = ({
  paid_principal_fen,
  paid_gift_fen,
}: Pick<Paid, 'paid_principal_fen' | 'paid_gift_fen'>): boolean => paid_principal_fen + paid_gift_fen > 0n

/**
 * Returns whether nothing was paid for an order, by its row alone. A member may have paid it later from a top-up, which only the
 * wallet knows.
 */
export const isSurelyUnpaid = (row: Readonly<Paid>): boolean =>
  !paidAtOnce(row) && (row.member_id === null || row.receivable_fen === 0n)

const OWED_THROUGH = { id: col.uuid, member_id: col.uuid, through_fen: col.bigint }

/**
 * Returns those orders that their member still owes whole. The ledger pools what a member owes, so it is told apart here: a
 * top-up pays the oldest order first, so the newest ones are owed as far as the debt goes.
 */
async function unpaidAmong(
  tx: Tx,
  tenantId: string,
  orders: readonly { readonly id: string; readonly memberId: string }[],
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  const wallets = await walletsOf(
    tx,
    [...new Set(orders.map(({ memberId }) => memberId))].map(memberId => ({ tenantId, memberId })),
  )
  const owedBy = (memberId: string): bigint => wallets.get(memberId)?.owed ?? 0n
  const owing = orders.filter(({ memberId }) => owedBy(memberId) > 0n)
  if (owing.length === 0) return new Set()
  // Of each order what was never paid in money: principal refunded beyond what it had paid at once was paid later.
  const through = await tx.query(
    OWED_THROUGH,
    `select id, member_id, through_fen from (
       select id, member_id, unpaid, (sum(unpaid) over (partition by member_id order by settled_at desc, id desc))::bigint as through_fen
       from (
         select o.id, o.member_id, o.settled_at, o.receivable_fen - coalesce(r.waived_fen, 0)
           - greatest(coalesce(r.principal_fen, 0) - o.paid_principal_fen, 0) as unpaid
         from charging_order o
         left join lateral (
           select sum(waived_fen) as waived_fen, sum(principal_fen) as principal_fen
           from charging_refund where tenant_id = o.tenant_id and order_id = o.id and state = 'done'
         ) r on true
         where o.tenant_id = $1 and o.member_id = any ($2::uuid[]) and o.receivable_fen > 0
           and o.settled_at is not null and o.reversed_on is null
       ) single where unpaid > 0
     ) summed where id = any ($3::uuid[])`,
    [tenantId, [...new Set(owing.map(({ memberId }) => memberId))], owing.map(({ id }) => id)],
  )
  return new Set(through.filter(({ member_id, through_fen }) => owedBy(member_id) >= through_fen).map(({ id }) => id))
}

/**
 * Checks that something was paid for a settled order. Forgiving a debt is no refund: nobody gets money back.
 *
 * @throws Refusal `charging.nothingPaid`
 */
export async function mustBePaid(tx: Tx, row: OrderRow): Promise<void> {
  if (paidAtOnce(row)) return
  const { id, member_id: memberId } = row
  const isUnpaid =
    isSurelyUnpaid(row) || (memberId !== null && (await unpaidAmong(tx, row.tenant_id, [{ id, memberId }])).has(id))
  if (isUnpaid) throw new Refusal('charging.nothingPaid')
}

/** Takes the refund out of what may be done with orders that were not paid at all. */
export async function offerNoEmptyRefunds(tx: Tx, orders: readonly RecordToShow<typeof order>[]): Promise<void> {
  if (tx.tenantId === null) return
  const offered = orders.filter(
    one => one.can.includes('refund') && parseFen(one.paidPrincipal) + parseFen(one.paidGift) === 0n,
  )
  const ofMembers = offered.flatMap(({ id, member }) => (member === null ? [] : [{ id, memberId: member }]))
  const unpaid = await unpaidAmong(tx, tx.tenantId, ofMembers)
  for (const one of offered) if (unpaid.has(one.id)) one.can = one.can.filter(action => action !== 'refund')
}

import { parseFen } from '@wattyard/money'
import { walletsOf } from '@wattyard/members/server'
import { Refusal, type RecordToShow, type Tx } from '@wattyard/server-kit'
import type { order } from '../../contract/index.ts'
import type { OrderRow } from '../order/order-row.ts'

type Paid = Pick<OrderRow, 'member_id' | 'paid_principal_fen' | 'paid_gift_fen'>

const paidAtOnce = ({ paid_principal_fen, paid_gift_fen }: Omit<Paid, 'member_id'>): boolean =>
  paid_principal_fen + paid_gift_fen > 0n

/**
 * Returns whether nothing was paid for an order, by its row alone. A member may have paid it later from a top-up, which only the
 * wallet knows.
 */
export const isSurelyUnpaid = (row: Readonly<Paid>): boolean => row.member_id === null && !paidAtOnce(row)

/** Returns those orders for which nothing was paid, neither at once nor later from a top-up: the member still owes them whole. */
async function unpaidAmong(
  tx: Tx,
  tenantId: string,
  orders: readonly { readonly id: string; readonly memberId: string; readonly receivable_fen: bigint }[],
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set()
  const wallets = await walletsOf(
    tx,
    [...new Set(orders.map(({ memberId }) => memberId))].map(memberId => ({ tenantId, memberId })),
  )
  return new Set(
    orders
      .filter(({ memberId, receivable_fen }) => (wallets.get(memberId)?.owed ?? 0n) >= receivable_fen)
      .map(({ id }) => id),
  )
}

/**
 * Checks that something was paid for a settled order. Forgiving a debt is no refund: nobody gets money back.
 *
 * @throws Refusal `charging.nothingPaid`
 */
export async function mustBePaid(tx: Tx, row: OrderRow): Promise<void> {
  if (paidAtOnce(row)) return
  const { id, member_id: memberId, receivable_fen } = row
  const isUnpaid =
    memberId === null || (await unpaidAmong(tx, row.tenant_id, [{ id, memberId, receivable_fen }])).has(id)
  if (isUnpaid) throw new Refusal('charging.nothingPaid')
}

/** Takes the refund out of what may be done with orders that were not paid at all. */
export async function offerNoEmptyRefunds(tx: Tx, orders: readonly RecordToShow<typeof order>[]): Promise<void> {
  if (tx.tenantId === null) return
  const offered = orders.filter(
    one => one.can.includes('refund') && parseFen(one.paidPrincipal) + parseFen(one.paidGift) === 0n,
  )
  const owed = offered.flatMap(({ id, member, receivable }) =>
    member === null ? [] : [{ id, memberId: member, receivable_fen: parseFen(receivable) }],
  )
  const unpaid = await unpaidAmong(tx, tx.tenantId, owed)
  for (const one of offered) if (unpaid.has(one.id)) one.can = one.can.filter(action => action !== 'refund')
}

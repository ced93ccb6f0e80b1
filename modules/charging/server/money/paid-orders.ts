import { formatFen, parseFen, ZERO_FEN } from '@wattyard/money'
import { Refusal, type RecordToShow, type Tx } from '@wattyard/server-kit'
import type { order } from '../../contract/index.ts'
import type { OrderRow } from '../order/order-row.ts'
import { openDebts, type OrderDebt } from './open-debts.ts'

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

/**
 * Checks that something was paid for a settled order. Forgiving a debt is no refund: nobody gets money back.
 *
 * @throws Refusal `charging.nothingPaid`
 */
export async function mustBePaid(tx: Tx, row: OrderRow): Promise<void> {
  if (paidAtOnce(row)) return
  const { id, member_id: memberId } = row
  const isUnpaid = isSurelyUnpaid(row) || isWhole((await openDebts(tx, row.tenant_id, [{ id, memberId }])).get(id))
  if (isUnpaid) throw new Refusal('charging.nothingPaid')
}

const isWhole = (debt: OrderDebt | undefined): boolean => debt !== undefined && debt.open === debt.most

/**
 * Adds what is still owed for each order, which a top-up may have paid since the settlement, and takes the refund out of what may be
 * done with orders that were not paid at all.
 */
export async function addOpenDebts(tx: Tx, orders: readonly RecordToShow<typeof order>[]): Promise<void> {
  const billedBeyond = orders.filter(one => parseFen(one.receivable) > 0n)
  const asked = billedBeyond.map(({ id, member }) => ({ id, memberId: member }))
  const debts = tx.tenantId === null ? new Map<string, OrderDebt>() : await openDebts(tx, tx.tenantId, asked)
  for (const one of orders) {
    const debt = debts.get(one.id)
    one.openDebt = formatFen(debt?.open ?? ZERO_FEN)
    const wasPaidAtOnce = parseFen(one.paidPrincipal) + parseFen(one.paidGift) > 0n
    if (isWhole(debt) && !wasPaidAtOnce) one.can = one.can.filter(action => action !== 'refund')
  }
}

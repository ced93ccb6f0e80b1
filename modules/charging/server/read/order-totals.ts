import { addFen, energy, type Energy, type Fen, fen } from '@wattyard/money'
import type { Resource } from '@wattyard/resource'
import { addFilters, findThrough, type Caller, scoped, type Tx, col } from '@wattyard/server-kit'
import { order } from '../../contract/index.ts'
import { type ListInput } from '@wattyard/calls'
import { debtOf } from '../money/open-debts.ts'

/** Most orders that are added up during a request; above it the filter has to be narrower. */
export const MAX_TOTALLED = 100_000

/** Sums of a list of orders. */
export interface OrderTotals {
  orders: number
  energy: Energy
  electricity_fen: Fen
  service_fen: Fen
  discount_fen: Fen
  total_fen: Fen
  /** Paid at the settlement, and since then by top-ups: with what is still owed and what was waived it is the amount of the orders. */
  paid_fen: Fen
  receivable_fen: Fen
  /** Of the receivable what is still owed now. */
  open_debt_fen: Fen
  refunded_fen: Fen
}

const ROW = {
  orders: col.bigint,
  energy: col.text,
  electricity: col.text,
  service: col.text,
  discount: col.text,
  total: col.text,
  paid: col.text,
  receivable: col.text,
  refunded: col.text,
}

/**
 * Returns the sums of the orders that filter and search word of the order list match inside the caller's scope; null when there
 * are more than `MAX_TOTALLED`.
 */
export async function orderTotals(
  tx: Tx,
  caller: Caller,
  input: Pick<ListInput, 'filter' | 'q'>,
): Promise<OrderTotals | null> {
  // The definition's key types are narrower than the general one.
  const resource = order as unknown as Resource
  const where = scoped(caller, resource)
  addFilters(where, resource, input, caller, await findThrough(tx, resource, input, caller))
  const [row] = await tx.query(
    ROW,
    `select count(*) as orders, coalesce(sum(energy), 0)::text as energy, coalesce(sum(electricity_fen), 0)::text as electricity,
       coalesce(sum(service_fen), 0)::text as service, coalesce(sum(discount_fen), 0)::text as discount, coalesce(sum(total_fen), 0)::text as total,
       coalesce(sum(paid_principal_fen + paid_gift_fen), 0)::text as paid, coalesce(sum(receivable_fen), 0)::text as receivable,
       coalesce(sum(refunded_fen), 0)::text as refunded
     from (select * from charging_order where ${where.text} limit ${MAX_TOTALLED + 1}) picked`,
    where.values,
  )
  if (!row || row.orders > MAX_TOTALLED) return null
  const money = (text: string) => fen(BigInt(text))
  const owing = `select id, member_id from charging_order where ${where.text} and receivable_fen > 0`
  const debt = await debtOf(tx, caller.tenantId, { text: owing, values: where.values })
  return {
    orders: Number(row.orders),
    energy: energy(BigInt(row.energy)),
    electricity_fen: money(row.electricity),
    service_fen: money(row.service),
    discount_fen: money(row.discount),
    total_fen: money(row.total),
    paid_fen: addFen(money(row.paid), debt.paidSince),
    receivable_fen: money(row.receivable),
    open_debt_fen: debt.open,
    refunded_fen: money(row.refunded),
  }
}

import { type Tx, col, type RowIn } from '@wattyard/server-kit'

/** Amounts of an order and the sums of its lines; fen and 1e-4 kWh. */
export const ORDER_FIGURES = {
  id: col.uuid,
  state: col.text,
  booked_on: col.text.orNull,
  member_id: col.uuid.orNull,
  energy: col.bigint.orNull,
  electricity_fen: col.bigint,
  service_fen: col.bigint,
  discount_fen: col.bigint,
  paid_principal_fen: col.bigint,
  paid_gift_fen: col.bigint,
  receivable_fen: col.bigint,
  refunded_fen: col.bigint,
  lines: col.integer,
  /** Number of lines whose exact amounts are not price × energy. */
  inexact: col.integer,
  line_energy: col.bigint,
  line_electricity_fen: col.bigint,
  line_service_fen: col.bigint,
}

export type OrderFigures = RowIn<typeof ORDER_FIGURES>

/** Returns orders by id, page by page, for comparison with the ledger. */
export async function orderFigures(
  tx: Tx,
  { tenantId, after, limit }: { tenantId: string; after: string | null; limit: number },
): Promise<OrderFigures[]> {
  return tx.query(
    ORDER_FIGURES,
    `with page as materialized (
       select * from charging_order where tenant_id = $1 and ($2::uuid is null or id > $2) order by id limit $3
     )
     select o.id, o.state, o.booked_on::text as booked_on, o.member_id, o.energy, o.electricity_fen, o.service_fen, o.discount_fen, o.paid_principal_fen,
       o.paid_gift_fen, o.receivable_fen, o.refunded_fen, l.lines, l.inexact, l.line_energy, l.line_electricity_fen, l.line_service_fen
     from page o cross join lateral (
       select count(*)::int as lines,
         (count(*) filter (where electricity_nano <> electricity_price * energy or service_nano <> service_price * energy))::int as inexact,
         coalesce(sum(energy), 0)::bigint as line_energy, coalesce(sum(electricity_fen), 0)::bigint as line_electricity_fen,
         coalesce(sum(service_fen), 0)::bigint as line_service_fen
       from charging_order_line where tenant_id = o.tenant_id and order_id = o.id) l
     order by o.id`,
    [tenantId, after, limit],
  )
}

import { type Fen, fen, minFen, ZERO_FEN } from '@wattyard/money'
import { type Database, eachByItself, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { changeOrder, lockOrders, tellScreens } from '../order/change-order.ts'
import { ORDER_COLUMNS } from '../order/order-row.ts'
import type { ChargingPorts } from '../ports.ts'
import { refundableOf, refundOrder } from './refund-order.ts'

/** Wishes of one run; what is left is taken by the next. */
const MOST = 200

const WISH = {
  tenant_id: col.uuid,
  id: col.uuid,
  order_id: col.uuid,
  asked_fen: col.bigint,
  reason: col.text,
  asked_by: col.text,
}

type Wish = RowIn<typeof WISH>

/**
 * Grants refunds that were asked for while a session ran, once its bill is posted: at most what was asked, at most what
 * the order cost. An order that closed without a charge has nothing to give back. Each wish has a transaction of its
 * own, so that one that cannot be granted holds nobody up.
 *
 * @throws AggregateError of what could not be granted, after all others were
 */
export async function grantWishes(db: Database, ports: ChargingPorts): Promise<number> {
  const wishes = await db.platform(tx =>
    tx.query(
      WISH,
      `select r.tenant_id, r.id, r.order_id, r.asked_fen, r.reason, r.asked_by from charging_refund r
       join charging_order o on o.tenant_id = r.tenant_id and o.id = r.order_id
       where r.state = 'wished' and o.state in ('settled', 'closed') order by r.id limit ${MOST}`,
    ),
  )
  await eachByItself(wishes, wish => db.tenant(wish.tenant_id, tx => grant(tx, wish, ports)), {
    nameOf: wish => `refund ${wish.id} of tenant ${wish.tenant_id}`,
  })
  return wishes.length
}

async function grant(tx: Tx, wish: Wish, ports: ChargingPorts): Promise<void> {
  const [row] = await lockOrders(tx, ORDER_COLUMNS, [wish.order_id])
  const [open] = await tx.query("select 1 from charging_refund where tenant_id = $1 and id = $2 and state = 'wished'", [
    wish.tenant_id,
    wish.id,
  ])
  // Somebody else granted it between the two reads.
  if (!row || !open) return
  const amount: Fen = row.state === 'settled' ? minFen(fen(wish.asked_fen), refundableOf(row)) : ZERO_FEN
  if (amount === ZERO_FEN) {
    await tx.execute(
      "update charging_refund set state = 'void', done_at = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = $2",
      [wish.tenant_id, wish.id, new Date(ports.clock.now())],
    )
    await changeOrder(tx, row, { wish: null })
  } else {
    const ask = { amount, reason: wish.reason, by: wish.asked_by, key: wish.id, at: ports.clock.now() }
    await refundOrder(tx, row, ask, wish.id)
  }
  tellScreens(tx, ports, [row])
}

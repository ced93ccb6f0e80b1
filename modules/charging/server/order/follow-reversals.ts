import { fen, subFen, ZERO_FEN } from '@wattyard/money'
import { type JournalToReverse, type ReversalFollower } from '@wattyard/ledger/server'
import { Refusal, type Tx, col } from '@wattyard/server-kit'
import { changeOrder, lockOrders, mustMove, notifyOrderScreens } from './change-order.ts'
import { ORDER_COLUMNS, type OrderRow } from './order-row.ts'
import type { ChargingPorts } from '../ports.ts'

const SOURCE = 'charging.order'
/** An order billed long ago has no energy flow, and its pile is not asked. */
const QUIET = { isEnergyFlowing: false, hasStarted: true, hasStopped: true }

async function orderOf(tx: Tx, { source }: JournalToReverse): Promise<OrderRow | null> {
  if (source.type !== SOURCE) return null
  const [row] = await lockOrders(tx, ORDER_COLUMNS, [source.id])
  return row ?? null
}

/** Returns the follower that applies the ledger's reversals to orders and refunds. */
export function followReversals(ports: Pick<ChargingPorts, 'live'>): ReversalFollower {
  return {
    /**
     * Locks the order before accounts are locked, as a settlement does.
     *
     * @throws Refusal `charging.refundedFirst`: a reversal of the settlement would refund twice
     */
    async mayReverse(tx, journal) {
      const row = await orderOf(tx, journal)
      if (row === null || journal.kind !== 'settle') return
      mustMove(row, 'settlement-reversed', QUIET)
      if (row.refunded_fen > ZERO_FEN) throw new Refusal('charging.refundedFirst')
    },
    async reversed(tx, journal, bookedOn) {
      const row = await orderOf(tx, journal)
      if (row === null) return
      if (journal.kind === 'settle')
        await changeOrder(tx, row, {
          state: mustMove(row, 'settlement-reversed', QUIET).state,
          reversed_on: bookedOn,
        })
      if (journal.kind === 'refund') await takeRefundBack(tx, row, journal.id, bookedOn)
      notifyOrderScreens(tx, ports, [row])
    },
  }
}

async function takeRefundBack(tx: Tx, row: OrderRow, journalId: string, bookedOn: string): Promise<void> {
  const [refund] = await tx.query(
    { given_fen: col.bigint },
    `update charging_refund set state = 'reversed', reversed_on = $4, version = version + 1, updated_at = now()
     where tenant_id = $1 and order_id = $2 and journal_id = $3 and state = 'done' returning given_fen`,
    [row.tenant_id, row.id, journalId, bookedOn],
  )
  if (!refund) throw new Error(`journal ${journalId} refunds order ${row.id} and has no refund there`)
  await changeOrder(tx, row, { refunded_fen: subFen(fen(row.refunded_fen), fen(refund.given_fen)) })
}

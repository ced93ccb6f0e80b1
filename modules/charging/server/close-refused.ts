import { ZERO_ENERGY } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import { isActive, isOpenToEnergy, meteredOf, METER_STEP, refusalReason, startOf } from '../contract/index.ts'
import { moveOrder } from './finish-orders.ts'
import type { LiveOrder } from './open-orders.ts'
import { releaseHolds } from './release-holds.ts'

/** Who gives back what was set aside, as people read it. */
const ACTOR = 'charging'

/** Closed because nothing had flowed, and now its stop has come, or energy. */
export function hasShownEnergy({ row, session }: LiveOrder): boolean {
  if (row.state !== 'closed' || row.ended_at !== null || !isOpenToEnergy(row.close_reason)) return false
  return session.stops.length > 0 || (meteredOf(session) ?? ZERO_ENERGY) > METER_STEP
}

/** The order goes on as if it had not been closed; what was set aside for it has gone back to the wallet. */
export function reopenUnseen(order: LiveOrder): void {
  moveOrder(order, 'energy-shown')
  const { row } = order
  row.close_reason = null
  row.hold_id = null
  row.hold_principal_fen = 0n
  row.hold_gift_fen = 0n
}

/** A start we refused, of which nothing but the start and an idle meter is known. */
export function isRefused({ row, session }: LiveOrder): boolean {
  const start = startOf(session)
  if (start === null || start.verdict === 'accepted' || session.stops.length > 0 || !isActive(row.state)) return false
  return (meteredOf(session) ?? ZERO_ENERGY) <= METER_STEP
}

/**
 * A refused start is over the moment it is refused: many piles never tell the stop of a session that never was, and an
 * order that waits for it would keep its connector and its driver busy for a day.
 */
export async function closeRefused(tx: Tx, orders: readonly LiveOrder[], now: number): Promise<void> {
  for (const order of orders) {
    moveOrder(order, 'start-refused')
    order.row.close_reason = refusalReason(startOf(order.session)?.verdict ?? 'invalid')
    order.row.live_power_w = null
  }
  await releaseHolds(
    tx,
    orders.map(order => order.row),
    ACTOR,
    now,
  )
}

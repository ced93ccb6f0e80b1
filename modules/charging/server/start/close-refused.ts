import { ZERO_ENERGY } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import { isActive, isOpenToEnergy, meteredOf, METER_STEP, refusalOfSession, verdictOf } from '../../contract/index.ts'
import { moveOrder } from '../facts/finish-orders.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { releaseHolds } from '../money/release-holds.ts'

/** Actor of released holds. */
const ACTOR = 'charging'

/** Returns whether an order, closed because no accepted person was to charge (cable first), now has one. It had no hold. */
export function isLetIn({ row, session }: Pick<LiveOrder, 'row' | 'session'>): boolean {
  const isWaiting = row.state === 'closed' && row.ended_at === null && row.close_reason?.startsWith('start-') === true
  return isWaiting && verdictOf(session) === 'accepted'
}

/**
 * Returns whether an order that was closed because no energy had flowed now has a stop, energy, or an accepted tag (2.x, cable
 * first).
 */
export function goesOn({ row, session }: Pick<LiveOrder, 'row' | 'session'>): boolean {
  if (row.state !== 'closed' || row.ended_at !== null || !isOpenToEnergy(row.close_reason)) return false
  return isLetIn({ row, session }) || session.stops.length > 0 || (meteredOf(session) ?? ZERO_ENERGY) > METER_STEP
}

/** Opens a closed order again. Its hold was released to the wallet. */
export function reopenUnseen(order: LiveOrder): void {
  moveOrder(order, 'energy-shown')
  const { row } = order
  row.close_reason = null
  row.hold_id = null
  row.hold_principal_fen = 0n
  row.hold_gift_fen = 0n
}

/** Returns a start we refused, of which nothing but the start and an idle meter is known. */
export function isRefused({ row, session }: LiveOrder): boolean {
  if (refusalOfSession(session) === null || session.stops.length > 0 || !isActive(row.state)) return false
  return (meteredOf(session) ?? ZERO_ENERGY) <= METER_STEP
}

/**
 * Closes orders of refused starts immediately. Many piles never report the stop of a session that never was, and an order waiting
 * for it would block its connector and driver for a day.
 */
export async function closeRefused(tx: Tx, orders: readonly LiveOrder[], now: number): Promise<void> {
  for (const order of orders) {
    moveOrder(order, 'start-refused')
    order.row.close_reason = refusalOfSession(order.session)
    order.row.live_power_w = null
  }
  await releaseHolds(
    tx,
    orders.map(order => order.row),
    ACTOR,
    now,
  )
}

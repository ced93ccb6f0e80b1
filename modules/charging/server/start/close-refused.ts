import { ZERO_ENERGY } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import { isActive, isOpenToEnergy, meteredOf, METER_STEP, refusalOfSession, verdictOf } from '../../contract/index.ts'
import { moveOrder } from '../facts/finish-orders.ts'
import type { LiveOrder } from '../facts/open-orders.ts'
import { releaseHolds } from '../money/release-holds.ts'

/** Who gives back what was set aside, as people read it. */
const ACTOR = 'charging'

/** Cable first: closed because nobody, or nobody whom we let, was to charge; and now somebody is. Nothing was set aside before. */
export function isLetIn({ row, session }: Pick<LiveOrder, 'row' | 'session'>): boolean {
  const isWaiting = row.state === 'closed' && row.ended_at === null && row.close_reason?.startsWith('start-') === true
  return isWaiting && verdictOf(session) === 'accepted'
}

/** Closed because nothing had flowed, and now its stop has come, or energy, or a tag that we accepted (2.x, cable first). */
export function goesOn({ row, session }: Pick<LiveOrder, 'row' | 'session'>): boolean {
  if (row.state !== 'closed' || row.ended_at !== null || !isOpenToEnergy(row.close_reason)) return false
  return isLetIn({ row, session }) || session.stops.length > 0 || (meteredOf(session) ?? ZERO_ENERGY) > METER_STEP
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

/** Returns a start we refused, of which nothing but the start and an idle meter is known. */
export function isRefused({ row, session }: LiveOrder): boolean {
  if (refusalOfSession(session) === null || session.stops.length > 0 || !isActive(row.state)) return false
  return (meteredOf(session) ?? ZERO_ENERGY) <= METER_STEP
}

/**
 * A refused start is over the moment it is refused: many piles never tell the stop of a session that never was, and an
 * order that waits for it would keep its connector and its driver busy for a day.
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

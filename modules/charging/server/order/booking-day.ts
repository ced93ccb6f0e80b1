import { type BusinessDay, businessDayOf } from '@wattyard/time'
import type { OrderRow } from './order-row.ts'

/**
 * Returns the accounting day of an order: that of its stop, however late it is reported. The ledger moves it to the next open day
 * when that one is closed. A stop that a fast clock dates tomorrow counts for today.
 */
export function bookingDayOf({ ended_at }: Pick<OrderRow, 'ended_at'>, now: number, zone: string): BusinessDay {
  return businessDayOf(Math.min(ended_at ?? now, now), zone)
}

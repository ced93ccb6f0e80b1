import { type BusinessDay, businessDayOf } from '@wattyard/time'
import type { OrderRow } from './order-row.ts'

/**
 * Returns the accounting day an order belongs to: that of its stop, however late it is told. The books move it to their
 * open day when that one is closed. A stop that a fast clock puts into tomorrow is of today.
 */
export function bookingDayOf({ ended_at }: Pick<OrderRow, 'ended_at'>, now: number, zone: string): BusinessDay {
  return businessDayOf(Math.min(ended_at ?? now, now), zone)
}

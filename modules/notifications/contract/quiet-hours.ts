import { HOUR_MS, localMinuteOf, MINUTE_MS } from '@wattyard/time'

/** A time of day as typed, 00:00–23:59. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Hours in which nothing leaves the product. They span midnight when `from` is later than `to`. */
export interface QuietHours {
  from: string
  to: string
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const DAY_MINUTES = 1440

/**
 * Returns when a message that is ready at `at` (epoch ms) may leave: `at`, or the end of the quiet hours around it on the zone's
 * clock. In a night with a clock change the shown time counts.
 */
export function afterQuiet(at: number, zone: string, { from, to }: QuietHours): number {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const minute = localMinuteOf(at, zone)
  const isQuiet = begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  if (!isQuiet) return at
  const start = at - (at % MINUTE_MS)
  const planned = start + ((end - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  // The clock was changed in between: search on from one hour before.
  const off = (end - localMinuteOf(planned, zone) + DAY_MINUTES) % DAY_MINUTES
  if (off === 0) return planned
  return off <= 60 ? planned + off * MINUTE_MS : planned - HOUR_MS + ((off + 60) % DAY_MINUTES) * MINUTE_MS
}

import { HOUR_MS, localMinuteOf, MINUTE_MS } from '@wattyard/time'

/** A time of day as people write it, 00:00–23:59. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Hours in which nothing leaves the product; over midnight when `from` is later than `to`. */
export interface QuietHours {
  from: string
  to: string
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const DAY_MINUTES = 1440

/**
 * When what is ready at `at` (epoch ms) may leave: at once, or at the end of the quiet hours around it, on the clock of the
 * zone. On the night of a change of clocks it is the minutes shown that count.
 */
export function afterQuiet(at: number, zone: string, { from, to }: QuietHours): number {
  const [begin, end] = [minuteOf(from), minuteOf(to)]
  const minute = localMinuteOf(at, zone)
  const isQuiet = begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  if (!isQuiet) return at
  const start = at - (at % MINUTE_MS)
  const planned = start + ((end - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  // The clock was put forward or back in between: look on from an hour before.
  const off = (end - localMinuteOf(planned, zone) + DAY_MINUTES) % DAY_MINUTES
  if (off === 0) return planned
  return off <= 60 ? planned + off * MINUTE_MS : planned - HOUR_MS + ((off + 60) % DAY_MINUTES) * MINUTE_MS
}

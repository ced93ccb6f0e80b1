import { type BusinessDay, daysBetween } from '@wattyard/time'

/** Age of what is open on a day: not due yet, and days after the due day. The day itself is not late. */
export const BUCKETS = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const
export type Bucket = (typeof BUCKETS)[number]
/** Last day of each late bucket but the last. */
export const BUCKET_DAYS = [30, 60, 90] as const

/** Returns the bucket on a day of something that is due on another. */
export function bucketOf(due: BusinessDay, day: BusinessDay): Bucket {
  const late = daysBetween(due, day)
  if (late <= 0) return 'notDue'
  if (late <= 30) return 'to30'
  if (late <= 60) return 'to60'
  return late <= 90 ? 'to90' : 'over90'
}

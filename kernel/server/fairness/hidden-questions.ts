import type { PersonalReader } from '../personal.ts'
import { Refusal } from '../refusal.ts'

/**
 * Questions about hidden values that a person may ask within an hour. A search for a whole number answers yes or no: of a phone
 * that is shown as 138****8000 there are ten thousand, which would be tried in seconds. Nobody searches this often by hand.
 */
export const HIDDEN_QUESTIONS_PER_HOUR = 600
const HOUR_MS = 3_600_000
/** People remembered; beyond it the hour begins anew for everybody. */
const MOST_PEOPLE = 10_000

const asked = new Map<string, { hour: number; count: number }>()

/**
 * Counts a search for hidden values by a reader who does not see them. Each process counts by itself.
 *
 * @throws Refusal `kernel.tooManySearches` with 429 above the limit
 */
export function countHiddenQuestion({ userId }: PersonalReader, now = Date.now()): void {
  if (userId === undefined) return
  const hour = Math.floor(now / HOUR_MS)
  if (asked.size > MOST_PEOPLE) asked.clear()
  const before = asked.get(userId)
  const count = before?.hour === hour ? before.count + 1 : 1
  asked.set(userId, { hour, count })
  if (count > HIDDEN_QUESTIONS_PER_HOUR)
    throw new Refusal('kernel.tooManySearches', {
      status: 429,
      params: { seconds: Math.ceil(((hour + 1) * HOUR_MS - now) / 1_000) },
    })
}

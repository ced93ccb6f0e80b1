import type { PersonalReader } from '../personal.ts'
import { Refusal } from '../refusal.ts'

/**
 * Different questions about hidden values that a person may ask within an hour. A search for a whole number answers yes or no: of
 * a phone that is shown as 138****8000 there are ten thousand, which would be tried in seconds; so they take a week of working
 * hours. Nobody who answers drivers looks two of them up each minute.
 */
export const HIDDEN_QUESTIONS_PER_HOUR = 120
const HOUR_MS = 3_600_000
/** People remembered; beyond it the hour begins anew for everybody. */
const MOST_PEOPLE = 10_000

/** What a person asked in an hour, and whether the log tells of the answer. */
interface Asked {
  readonly hour: number
  readonly questions: Map<string, boolean>
}

const asked = new Map<string, Asked>()

function askedBy(userId: string, now: number): Asked {
  const hour = Math.floor(now / HOUR_MS)
  const before = asked.get(userId)
  if (before?.hour === hour) return before
  if (asked.size > MOST_PEOPLE) asked.clear()
  const anew = { hour, questions: new Map<string, boolean>() }
  asked.set(userId, anew)
  return anew
}

type Asking = Pick<PersonalReader, 'userId'>

/**
 * Counts a search for a hidden value by a reader who does not see it. A list that is read again asks nothing new. Each process
 * counts by itself.
 *
 * @throws Refusal `kernel.tooManySearches` with 429 above the limit
 */
export function countHiddenQuestion({ userId }: Asking, question: string, now = Date.now()): void {
  if (userId === undefined) return
  const { hour, questions } = askedBy(userId, now)
  if (questions.has(question)) return
  if (questions.size >= HIDDEN_QUESTIONS_PER_HOUR)
    throw new Refusal('kernel.tooManySearches', {
      status: 429,
      params: { seconds: Math.ceil(((hour + 1) * HOUR_MS - now) / 1_000) },
    })
  questions.set(question, false)
}

/** Returns whether the log tells already what a person found by a question of this hour. */
export const isLoggedAnswer = ({ userId }: Asking, question: string, now = Date.now()): boolean =>
  userId !== undefined && askedBy(userId, now).questions.get(question) === true

/** Remembers that the log tells what a person found by a question. */
export function noteLoggedAnswer({ userId }: Asking, question: string, now = Date.now()): void {
  if (userId !== undefined) askedBy(userId, now).questions.set(question, true)
}

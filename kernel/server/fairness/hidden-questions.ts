import { createHash } from 'node:crypto'
import type { PersonalReader } from '../personal.ts'
import { Refusal } from '../refusal.ts'

/**
 * Different questions about hidden values that a person may ask within an hour. A search for a whole number answers yes or no: of
 * a phone that is shown as 138****8000 there are ten thousand, which would be tried in seconds; so they take a week of working
 * hours. Nobody who answers drivers looks two of them up each minute.
 */
export const HIDDEN_QUESTIONS_PER_HOUR = 120
const HOUR_MS = 3_600_000
/** People remembered; beyond it those who have asked nothing for longest are forgotten. */
const MOST_PEOPLE = 10_000

/** A question: when it was asked first (epoch ms), and whether the log tells of its answer. */
interface Asked {
  readonly at: number
  isLogged: boolean
}

/** Questions of the last hour by person, the oldest first: at most `HIDDEN_QUESTIONS_PER_HOUR` each. */
const asked = new Map<string, Map<string, Asked>>()

/** Questions are remembered by their digest, because they hold personal data and may be long. */
const digestOf = (question: string): string => createHash('sha256').update(question).digest('base64')

/** Returns what a person asked within the hour before `now`, and forgets what is older. */
function askedBy(userId: string, now: number): Map<string, Asked> {
  const questions = asked.get(userId) ?? new Map<string, Asked>()
  for (const [question, { at }] of questions) {
    if (at > now - HOUR_MS) break
    questions.delete(question)
  }
  return questions
}

function remember(userId: string, questions: Map<string, Asked>): void {
  asked.delete(userId) // whoever asked last comes last, so the first has asked nothing for longest
  asked.set(userId, questions)
  if (asked.size <= MOST_PEOPLE) return
  const [first] = asked.keys()
  if (first !== undefined) asked.delete(first)
}

type Asking = Pick<PersonalReader, 'userId'>

/**
 * Counts a question for a hidden value by a reader who does not see it. Any hour holds at most `HIDDEN_QUESTIONS_PER_HOUR`; a
 * question that is repeated within an hour asks nothing new. Each process counts by itself.
 *
 * @throws Refusal `kernel.tooManySearches` with 429 above the limit, and with the seconds until the oldest question is an hour ago
 */
export function countHiddenQuestion({ userId }: Asking, question: string, now = Date.now()): void {
  if (userId === undefined) return
  const questions = askedBy(userId, now)
  const digest = digestOf(question)
  if (questions.has(digest)) return
  const [oldest] = questions.values()
  if (oldest && questions.size >= HIDDEN_QUESTIONS_PER_HOUR)
    throw new Refusal('kernel.tooManySearches', {
      status: 429,
      params: { seconds: Math.max(1, Math.ceil((oldest.at + HOUR_MS - now) / 1_000)) },
    })
  questions.set(digest, { at: now, isLogged: false })
  remember(userId, questions)
}

/** Returns whether the log tells already what a person found by a question of the last hour. */
export const isLoggedAnswer = ({ userId }: Asking, question: string, now = Date.now()): boolean =>
  userId !== undefined && askedBy(userId, now).get(digestOf(question))?.isLogged === true

/** Remembers that the log tells what a person found by a question, which was counted before. */
export function noteLoggedAnswer({ userId }: Asking, question: string, now = Date.now()): void {
  const counted = userId === undefined ? undefined : askedBy(userId, now).get(digestOf(question))
  if (counted) counted.isLogged = true
}

import { addDays, type BusinessDay, businessDay, isBusinessDay } from '@wattyard/time'
import type { AccountCode } from '@wattyard/ledger/contract'

/** Checks before a month is closed. */
export const MONTH_CHECKS = [
  'monthOver',
  'monthOrder',
  'monthDays',
  'monthSeals',
  'verifier',
  'abnormal',
  'differences',
  'channelFiles',
  'monthRests',
] as const
export type MonthCheck = (typeof MONTH_CHECKS)[number]

/** What a person may accept: it is dealt with later, in a later month. */
export const CARRIABLE_OF_MONTH = ['abnormal', 'differences', 'channelFiles', 'monthRests'] as const

/** Accounts that should be empty when a month ends: each fen on them waits for somebody to say what it is. */
export const RESTING_ACCOUNTS = [
  'unmatched',
  'disputed',
  'device_rounding',
  'refund_payable',
] as const satisfies readonly AccountCode[]

export interface MonthItem {
  check: MonthCheck
  state: 'ok' | 'carry' | 'blocked'
  count: number
  /** Reason, a key below `finance.gate.why`. */
  why?: string
  /** Parameters of the text; of `monthRests` the amounts by account code. */
  detail?: Readonly<Record<string, string>>
}

/** Facts about a month. Instants are epoch ms. */
export interface MonthFacts {
  month: string
  now: number
  /** End of the month in the tenant's zone. */
  monthEnd: number
  /** The one month that can be closed next; null when nothing was ever booked. */
  nextMonth: string | null
  closedUntil: string | null
  /** Closings of days of the month whose proof is still being made. */
  unsealed: number
  verification: { at: number; ok: boolean } | null
  abnormal: number
  channelDifferences: number
  missingFiles: number
  /** What is left on `RESTING_ACCOUNTS` at the month's end: decimal text by code, without empty ones. */
  rests: Readonly<Record<string, string>>
}

/** Returns the items of a month, in display order. Pure function. */
export function judgeMonth(facts: MonthFacts): MonthItem[] {
  const counted = (check: MonthCheck, count: number): MonthItem => ({ check, state: count > 0 ? 'carry' : 'ok', count })
  const rests = Object.keys(facts.rests).length
  return [
    { check: 'monthOver', state: facts.now >= facts.monthEnd ? 'ok' : 'blocked', count: 0 },
    orderItem(facts),
    daysItem(facts),
    { check: 'monthSeals', state: facts.unsealed > 0 ? 'blocked' : 'ok', count: facts.unsealed },
    verifierItem(facts),
    counted('abnormal', facts.abnormal),
    counted('differences', facts.channelDifferences),
    counted('channelFiles', facts.missingFiles),
    { check: 'monthRests', state: rests > 0 ? 'carry' : 'ok', count: rests, detail: facts.rests },
  ]
}

function orderItem({ month, nextMonth }: MonthFacts): MonthItem {
  if (nextMonth === null) return { check: 'monthOrder', state: 'blocked', count: 0, why: 'nothingBookedYet' }
  const detail = { month: nextMonth }
  if (month === nextMonth) return { check: 'monthOrder', state: 'ok', count: 0 }
  return month < nextMonth
    ? { check: 'monthOrder', state: 'blocked', count: 0, why: 'monthClosedAlready', detail }
    : { check: 'monthOrder', state: 'blocked', count: 0, why: 'earlierMonthOpen', detail }
}

function daysItem({ month, closedUntil }: MonthFacts): MonthItem {
  const { last } = daysOfMonth(month)
  if (closedUntil !== null && closedUntil >= last) return { check: 'monthDays', state: 'ok', count: 0 }
  return closedUntil === null
    ? { check: 'monthDays', state: 'blocked', count: 0, why: 'noDayClosed' }
    : { check: 'monthDays', state: 'blocked', count: 0, why: 'daysClosedUntil', detail: { day: closedUntil, last } }
}

/** A verification from before the end of the month has not seen all of it. */
function verifierItem({ verification, monthEnd }: MonthFacts): MonthItem {
  if (verification === null) return { check: 'verifier', state: 'blocked', count: 0, why: 'never' }
  const detail = { at: String(verification.at) }
  if (!verification.ok) return { check: 'verifier', state: 'blocked', count: 1, why: 'failed', detail }
  if (verification.at < monthEnd) return { check: 'verifier', state: 'blocked', count: 0, why: 'tooOld', detail }
  return { check: 'verifier', state: 'ok', count: 0, detail }
}

/** Returns the items that prevent closing: blocked ones, and `carry` ones that are not in `carried`. */
export const openMonthItems = (items: readonly MonthItem[], carried: readonly string[]): MonthItem[] =>
  items.filter(({ state, check }) => state === 'blocked' || (state === 'carry' && !carried.includes(check)))

/** Returns whether a text is a month, `YYYY-MM`, that has days here. */
export const isMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isBusinessDay(`${text}-01`)

/** Returns the first and the last day of a month. */
export function daysOfMonth(month: string): { first: BusinessDay; last: BusinessDay } {
  const first = businessDay(`${month}-01`)
  return { first, last: addDays(businessDay(`${nextMonthOf(month)}-01`), -1) }
}

/** Returns the month after one. */
export function nextMonthOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

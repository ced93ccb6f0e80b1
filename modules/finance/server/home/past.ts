import type { Caller, Tx } from '@wattyard/server-kit'
import { addDays, type BusinessDay, businessDayOf, dayRange } from '@wattyard/time'
import { tenantOf } from '../ports.ts'

/** Number of whole days before today in the small lines. */
const DAYS_BACK = 14

/** What a figure of the home page is read from. */
export interface Question {
  tx: Tx
  caller: Caller
  now: number
  /** Today, in the tenant's zone, and the whole days before it, oldest first. */
  today: BusinessDay
  past: readonly BusinessDay[]
  zone: string
}

/** Returns the question of a caller at an instant. */
export async function questionOf(tx: Tx, caller: Caller, now: number): Promise<Question> {
  const { zone } = await tenantOf(tx, caller.tenantId)
  const today = businessDayOf(now, zone)
  const past = Array.from({ length: DAYS_BACK }, (_, index) => addDays(today, index - DAYS_BACK))
  return { tx, caller, now, today, past, zone }
}

/** Returns the caller's rows as the reads of charging take them. */
export const partOf = ({ caller }: Pick<Question, 'caller'>) => ({ tenantId: caller.tenantId, scope: caller.scope })

/** Returns a key for cached answers: what the caller sees, and the day. */
export function keyOf({ caller, today }: Pick<Question, 'caller' | 'today'>, ...more: string[]): string {
  return JSON.stringify([partOf({ caller }), today, ...more])
}

/** Returns a day up to the present time of day, epoch ms. */
export function upToNow({ now, today, zone }: Pick<Question, 'now' | 'today' | 'zone'>, daysAgo: number) {
  const { from } = dayRange(addDays(today, -daysAgo), zone)
  return { from, to: from + now - dayRange(today, zone).from }
}

/** Returns the past days as stretches of time, epoch ms. */
export const pastSpans = ({ past, zone }: Pick<Question, 'past' | 'zone'>) => past.map(day => dayRange(day, zone))

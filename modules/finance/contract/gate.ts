import { businessDay, daysBetween } from '@wattyard/time'

/**
 * What has to be right before a day is closed (trust 5.9). An item is `ok`, `carry` (it may be taken
 * into the closing by saying so) or `blocked`.
 */
export const GATE_CHECKS = [
  'dayOver',
  'previous',
  'frames',
  'deadLetters',
  'verifier',
  'unsettled',
  'abnormal',
  'bills',
] as const
export type GateCheck = (typeof GATE_CHECKS)[number]

/**
 * Items that a person may carry. The rest has to be mended first. Carrying `previous` closes the open days before as
 * well, each with a record of its own.
 */
export const CARRIABLE = ['previous', 'frames', 'deadLetters', 'abnormal'] as const

export interface GateItem {
  check: GateCheck
  state: 'ok' | 'carry' | 'blocked'
  /** How many things stand behind it. */
  count: number
  /** Why, as a word of `finance.gate.why`. */
  why?: string
  /** Figures as text for the words. */
  detail?: Readonly<Record<string, string>>
}

/** What is known about a day when it is to be closed. Instants are epoch ms. */
export interface GateFacts {
  day: string
  now: number
  /** End of the day in the tenant's zone. */
  dayEnd: number
  /** The only day whose turn it is; null when nothing was ever booked. */
  nextDay: string | null
  closedUntil: string | null
  /** Frames received before the day's end that were not worked through. */
  waitingFrames: number
  /** Frames of the day that could not be handled. */
  deadLetters: number
  verification: { at: number; ok: boolean } | null
  /** Orders of the day that ended and are not settled. */
  unsettled: number
  /** Orders of the day that wait for a person. */
  abnormal: number
  /** Where bills and ledger differ, by word of the ledger's account. */
  billDifferences: Readonly<Record<string, string>>
}

/** Judges the gate. Pure; the order of the items is the order on screen. */
export function judgeGate(facts: GateFacts): GateItem[] {
  const counted = (check: GateCheck, count: number, state: 'carry' | 'blocked'): GateItem => ({
    check,
    state: count > 0 ? state : 'ok',
    count,
  })
  return [
    { check: 'dayOver', state: facts.now >= facts.dayEnd ? 'ok' : 'blocked', count: 0 },
    previousItem(facts),
    counted('frames', facts.waitingFrames, 'carry'),
    counted('deadLetters', facts.deadLetters, 'carry'),
    verifierItem(facts),
    counted('unsettled', facts.unsettled, 'blocked'),
    counted('abnormal', facts.abnormal, 'carry'),
    {
      check: 'bills',
      state: Object.keys(facts.billDifferences).length === 0 ? 'ok' : 'blocked',
      count: Object.keys(facts.billDifferences).length,
      detail: facts.billDifferences,
    },
  ]
}

/** Days that one command closes: a quarter. More is done in turns. */
export const MAX_DAYS_AT_ONCE = 92

function previousItem({ day, nextDay, closedUntil }: GateFacts): GateItem {
  if (closedUntil !== null && day <= closedUntil)
    return { check: 'previous', state: 'blocked', count: 0, why: 'closedAlready', detail: { day: closedUntil } }
  if (nextDay === null || nextDay === day) return { check: 'previous', state: 'ok', count: 0 }
  const detail = { day: nextDay }
  if (day < nextDay) return { check: 'previous', state: 'blocked', count: 1, why: 'nothingBooked', detail }
  const count = daysBetween(businessDay(nextDay), businessDay(day))
  return count < MAX_DAYS_AT_ONCE
    ? { check: 'previous', state: 'carry', count, why: 'closedToo', detail: { ...detail, count: String(count) } }
    : { check: 'previous', state: 'blocked', count, why: 'earlierOpen', detail }
}

/** A verification made before the day was over has not seen all of it. */
function verifierItem({ verification, dayEnd }: GateFacts): GateItem {
  if (verification === null) return { check: 'verifier', state: 'blocked', count: 0, why: 'never' }
  const detail = { at: String(verification.at) }
  if (!verification.ok) return { check: 'verifier', state: 'blocked', count: 1, why: 'failed', detail }
  if (verification.at < dayEnd) return { check: 'verifier', state: 'blocked', count: 0, why: 'tooOld', detail }
  return { check: 'verifier', state: 'ok', count: 0, detail }
}

/** Items that still need a word: blocked ones, and those to be carried that are not. */
export function openItems(items: readonly GateItem[], carried: readonly string[]): GateItem[] {
  return items.filter(({ state, check }) => state === 'blocked' || (state === 'carry' && !carried.includes(check)))
}

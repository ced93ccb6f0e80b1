import { businessDay, daysBetween } from '@wattyard/time'

/** Checks before a day is closed (trust 5.9). An item is `ok`, `carry` (a person may accept it for the closing) or `blocked`. */
export const GATE_CHECKS = [
  'dayOver',
  'previous',
  'frames',
  'deadLetters',
  'verifier',
  'unsettled',
  'abnormal',
  'differences',
  'channelFiles',
  'bills',
] as const
export type GateCheck = (typeof GATE_CHECKS)[number]

/**
 * Items that a person may accept. All others have to be resolved first. Accepting `previous` also closes the open days before,
 * each with a record of its own.
 */
export const CARRIABLE = ['previous', 'frames', 'deadLetters', 'abnormal', 'differences', 'channelFiles'] as const

export interface GateItem {
  check: GateCheck
  state: 'ok' | 'carry' | 'blocked'
  /** Number of cases. */
  count: number
  /** Reason, a key below `finance.gate.why`. */
  why?: string
  /** Parameters of the text. */
  detail?: Readonly<Record<string, string>>
}

/** Facts about a day that the gate judges. Instants are epoch ms. */
export interface GateFacts {
  day: string
  now: number
  /** End of the day in the tenant's zone. */
  dayEnd: number
  /** The one day that can be closed next; null when nothing was ever booked. */
  nextDay: string | null
  closedUntil: string | null
  /** Frames received before the end of the day and not processed. */
  waitingFrames: number
  /** Frames of the day that could not be handled. */
  deadLetters: number
  verification: { at: number; ok: boolean } | null
  /** Orders of the day that ended and are not settled. */
  unsettled: number
  /** Orders of the day that need a person's decision. */
  abnormal: number
  /** Differences with channels, of the day and before, that nobody has ended. */
  channelDifferences: number
  /** Days of channels up to the day, not closed yet, of which no sound file is there. */
  missingFiles: number
  /** Differences between bills and ledger, by account of the ledger. */
  billDifferences: Readonly<Record<string, string>>
}

/** Returns the gate items of a day, in display order. Pure function. */
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
    counted('differences', facts.channelDifferences, 'carry'),
    counted('channelFiles', facts.missingFiles, 'carry'),
    {
      check: 'bills',
      state: Object.keys(facts.billDifferences).length === 0 ? 'ok' : 'blocked',
      count: Object.keys(facts.billDifferences).length,
      detail: facts.billDifferences,
    },
  ]
}

/** Most days that one command closes, a quarter. */
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

/**
 * Returns the item of the ledger verification. A verification from before the end of the day does not count, because it has not
 * seen the whole day.
 */
function verifierItem({ verification, dayEnd }: GateFacts): GateItem {
  if (verification === null) return { check: 'verifier', state: 'blocked', count: 0, why: 'never' }
  const detail = { at: String(verification.at) }
  if (!verification.ok) return { check: 'verifier', state: 'blocked', count: 1, why: 'failed', detail }
  if (verification.at < dayEnd) return { check: 'verifier', state: 'blocked', count: 0, why: 'tooOld', detail }
  return { check: 'verifier', state: 'ok', count: 0, detail }
}

/** Returns the items that prevent closing: blocked ones, and `carry` ones that are not in `carried`. */
export function openItems(items: readonly GateItem[], carried: readonly string[]): GateItem[] {
  return items.filter(({ state, check }) => state === 'blocked' || (state === 'carry' && !carried.includes(check)))
}

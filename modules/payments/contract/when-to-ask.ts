import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@wattyard/time'

/**
 * Pauses before the next question to a channel, in ms; our own choice. Notifications tell nearly everything first, so questions
 * become rare quickly: the payer who stands at the pile is answered within seconds, and nobody waits for the rest.
 */
const OPEN_PAYMENT_S = [5, 15, 30, 60, 180, 300, 600] as const
const ENDED_MS = [30 * MINUTE_MS, DAY_MS] as const
const REFUND_MS = [10 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS] as const
/** The channel holds the money until somebody acts; after a month the finding alone reminds. */
const ABNORMAL_DAYS = 30
const AGAIN_MS = 10 * SECOND_MS
const LONGEST_AGAIN_MS = 10 * MINUTE_MS

/** Which ladder a question stands on. */
export type Ladder =
  /** A payment that may be paid at any moment. */
  | 'openPayment'
  /** One that ended for us, counted from its end: what the payer does late is found. */
  | 'endedPayment'
  /** A part of a refund that is accepted or unclear. */
  | 'refundPart'
  /** One that the channel could not hand over. */
  | 'abnormalPart'
  /** One that ended after it was sent, counted from its end: a success of which no notification came is found. */
  | 'endedPart'
  /** A request that did nothing and is repeated with the same number. */
  | 'again'

/**
 * Returns the pause before the next question, in ms; null when no more is asked.
 * @param asked questions already asked on this ladder, ≥ 0
 */
export function pauseBefore(ladder: Ladder, asked: number): number | null {
  switch (ladder) {
    case 'openPayment':
      return stepOf(OPEN_PAYMENT_S, asked) * SECOND_MS
    case 'endedPayment':
    case 'endedPart':
      return ENDED_MS[asked] ?? null
    case 'refundPart':
      return stepOf(REFUND_MS, asked)
    case 'abnormalPart':
      return asked < ABNORMAL_DAYS ? DAY_MS : null
    case 'again':
      return asked > Math.log2(LONGEST_AGAIN_MS / AGAIN_MS) ? LONGEST_AGAIN_MS : AGAIN_MS * 2 ** asked
  }
}

/** The last step repeats. */
function stepOf(steps: readonly number[], asked: number): number {
  return steps[Math.min(asked, steps.length - 1)] ?? 0
}

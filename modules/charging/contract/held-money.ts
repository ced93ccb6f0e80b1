import { type Fen, formatFen } from '@wattyard/money'
import type { AbnormalFinding } from './abnormal/abnormal-rule.ts'
import { instantText, secondsText } from './abnormal/evidence-text.ts'

/** Money of a driver is set aside for an order that waits for a person no longer than this, unless a tenant says otherwise. */
export const HELD_MS = 7 * 86_400_000

/** Up to these ages money that is set aside is shown apart: a day, and the time after which it goes back. */
export const YOUNG_HELD_MS = 86_400_000

/** S-18: the money goes back to the wallet, the case stays open, and what a person decides is paid from the wallet then. */
export const HELD_RULE = { id: 'S-18', code: 'hold-released' } as const

/** What is said when money was set aside too long. */
export function heldTooLong(held: Fen, since: number, now: number): AbnormalFinding {
  return {
    rule: HELD_RULE.id,
    code: HELD_RULE.code,
    kind: 'payment',
    severity: 'warning',
    blocks: false,
    evidence: { amount: formatFen(held), since: instantText(since), waited_s: secondsText(now - since) },
    remedies: ['accept-estimate', 'settle-by-hand', 'collect-receivable', 'waive'],
  }
}

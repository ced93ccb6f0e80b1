import { type Fen, formatFen } from '@wattyard/money'
import type { AbnormalFinding } from './abnormal/abnormal-rule.ts'
import { instantText, secondsText } from './abnormal/evidence-text.ts'

/** Longest time that a driver's money is held for an order that needs a person, unless the tenant has another limit. */
export const HELD_MS = 7 * 86_400_000

/** Age up to which held money is shown as young. */
export const YOUNG_HELD_MS = 86_400_000

/** S-19: the money is released to the wallet and the case stays open. A later decision is paid from the wallet at that time. */
export const HELD_RULE = { id: 'S-19', code: 'hold-released' } as const

/** Returns the finding for money that was held too long. */
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

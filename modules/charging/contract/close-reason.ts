import type { StartVerdict } from '@wattyard/gateway/contract'

/** Reason why an order ended without a charge. Texts are in the locales (`charging.order.closeReasonValue.*`). */
export const CLOSE_REASONS = [
  // our answer to the pile's start
  'start-blocked',
  'start-expired',
  'start-invalid',
  'start-concurrent',
  'start-no-credit',
  // plugged in, without a card or an app start so far
  'start-unauthorised',
  // result of our start command
  'command-refused',
  'command-failed',
  'command-unanswered',
  'command-offline',
  // nobody plugged in, or the pile never reported a start
  'never-started',
  // signs of the end from a pile that never reported the stop
  'pile-idle',
  'pile-began-another',
  'pile-knows-nothing',
  'pile-restarted',
  // only readings, under an id without a reported start, and no energy on the meter
  'pile-without-start',
  // waived by a person
  'waived',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** Returns the reason of a start we refused; null for one we accepted. */
export function refusalReason(verdict: StartVerdict): CloseReason | null {
  return verdict === 'accepted' ? null : `start-${verdict}`
}

/**
 * Returns whether an order was closed because no energy had flowed, rather than by a decision. Energy opens such an order again.
 */
export function isOpenToEnergy(reason: CloseReason | null): boolean {
  return reason !== null && (reason.startsWith('start-') || reason.startsWith('pile-'))
}

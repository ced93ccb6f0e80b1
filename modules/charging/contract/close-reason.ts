import type { StartVerdict } from '@wattyard/gateway/contract'

/** Why an order ended without a charge. Words in locales (`charging.order.closeReasonValue.*`). */
export const CLOSE_REASONS = [
  // what we answered to the pile's start
  'start-blocked',
  'start-expired',
  'start-invalid',
  'start-concurrent',
  'start-no-credit',
  // plugged in, and nobody has shown a card or asked by app yet
  'start-unauthorised',
  // what became of our start command
  'command-refused',
  'command-failed',
  'command-unanswered',
  'command-offline',
  // nobody plugged in, or the pile never said that it began
  'never-started',
  // what the pile did instead of telling the stop
  'pile-idle',
  'pile-began-another',
  'pile-knows-nothing',
  'pile-restarted',
  // readings alone, under an id that no start was told of, and nothing on the meter
  'pile-without-start',
  // a person let the driver off
  'waived',
] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

/** Returns the reason of a start we refused; null for one we accepted. */
export function refusalReason(verdict: StartVerdict): CloseReason | null {
  return verdict === 'accepted' ? null : `start-${verdict}`
}

/** The order was closed because nothing had flowed, not because somebody decided so: energy opens it again. */
export function isOpenToEnergy(reason: CloseReason | null): boolean {
  return reason !== null && (reason.startsWith('start-') || reason.startsWith('pile-'))
}

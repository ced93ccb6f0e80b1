import type { Remedy } from './abnormal-rule.ts'

/** Command that carries out a remedy, on the order itself or on its pile. */
export type RemedyAction =
  | {
      on: 'order'
      command: 'stop' | 'refund' | 'settleByHand' | 'acceptEstimate' | 'waive' | 'assignMember' | 'enterTimes'
    }
  | { on: 'pile'; command: 'trigger' | 'unlock' | 'reset' | 'changeAvailability' }

/**
 * Command for each remedy that the product can carry out. A remedy without a command is advice: somebody has to drive there, call
 * the driver, or wait. `correct-price` is a settlement by hand, which uses the price in force at the start when the order had
 * none.
 */
export const REMEDY_ACTIONS: Readonly<Partial<Record<Remedy, RemedyAction>>> = {
  'send-stop': { on: 'order', command: 'stop' },
  refund: { on: 'order', command: 'refund' },
  'settle-by-hand': { on: 'order', command: 'settleByHand' },
  'correct-energy': { on: 'order', command: 'settleByHand' },
  'correct-price': { on: 'order', command: 'settleByHand' },
  'accept-estimate': { on: 'order', command: 'acceptEstimate' },
  'assign-member': { on: 'order', command: 'assignMember' },
  'enter-times': { on: 'order', command: 'enterTimes' },
  waive: { on: 'order', command: 'waive' },
  'close-order': { on: 'order', command: 'waive' },
  'ask-meter': { on: 'pile', command: 'trigger' },
  'unlock-connector': { on: 'pile', command: 'unlock' },
  'reset-pile': { on: 'pile', command: 'reset' },
  'disable-connector': { on: 'pile', command: 'changeAvailability' },
}

/**
 * The states of a part of a refund, as data. A part is one amount on one way: back to a payment by its channel, or by a person
 * (bank transfer, cash). It has one number, which the channel sees.
 *
 * - waiting: to be sent, or to be paid by a person
 * - sending: a call is being made; marked before it, so that a crash is seen
 * - accepted: the channel works on it
 * - unclear: the answer was lost; only a query tells
 * - abnormal: the channel has the money and could not hand it over (WeChat Pay, `ABNORMAL`); not failed, it may still succeed
 * - done: paid out
 * - failed: nothing was paid and nothing will be; its money waits in `refund_payable` for a person
 * - replaced: another part with another number took its place
 * - dropped: its place was taken back by the part it replaced, which succeeded late; it was never paid
 * - givenBack: its money is in the wallet again
 */
export const PART_STATES = [
  'waiting',
  'sending',
  'accepted',
  'unclear',
  'abnormal',
  'done',
  'failed',
  'replaced',
  'dropped',
  'givenBack',
] as const
export type PartState = (typeof PART_STATES)[number]

export const PART_EVENTS = [
  // our own call; its answer counts only while its claim stands, so that it is never taken for that of a later call
  'claimed',
  'claim-lost',
  'said-later',
  'said-unclear',
  'said-refused',
  // facts, verified and compared: from an answer, a query, a notification or a statement
  'is-pending',
  'is-done',
  'is-closed',
  'is-abnormal',
  'number-unknown',
  'query-refused',
  // people
  'declared-closed',
  'called-off',
  'retried',
  'rerouted',
  'given-back',
  'paid-by-hand',
  // the part that this one replaced succeeded late
  'made-needless',
] as const
export type PartEvent = (typeof PART_EVENTS)[number]

/** Events about which nobody is asked: never refused, in any state. */
export const PART_FACTS = [
  'claim-lost',
  'said-later',
  'said-unclear',
  'said-refused',
  'is-pending',
  'is-done',
  'is-closed',
  'is-abnormal',
  'number-unknown',
  'query-refused',
] as const satisfies readonly PartEvent[]

/** What the caller does. Numbers are those of the postings in decision 403. */
export type PartEffect =
  /** Send it, with the same number and the same amount. */
  | 'send'
  | 'ask'
  /** Query daily. */
  | 'ask-daily'
  /** Posting 9: out of `refund_payable`, to the channel, the bank or the cash desk. */
  | 'pay-out'
  /** Posting 10: out of `refund_payable`, to the wallet. */
  | 'give-back'
  /** Posting 11: out of the wallet, and a debt for what is not there; the money of this part had gone another way. */
  | 'charge-back'
  /** A new part with a new number, that replaces this one. */
  | 'make-part'
  /** The part that took this one's place is made needless. */
  | 'drop-heir'
  | 'open-finding'
  | 'send-alarm'

export type PartRefusal =
  | 'payments.notWaiting'
  | 'payments.notAbnormal'
  | 'payments.notFailed'
  | 'payments.alreadyPaidOut'
  | 'payments.mayStillSucceed'
  | 'payments.channelDecides'
  | 'payments.personDecides'

/** `[next state, ...effects]`, or the code of the refusal. */
export type PartCell = readonly [PartState, ...PartEffect[]] | PartRefusal

const DONE: PartCell = ['done', 'pay-out']
const FAILED: PartCell = ['failed', 'open-finding']
const ABNORMAL: PartCell = ['abnormal', 'ask-daily', 'open-finding']
/** After the money was released for another way: somebody has to look. `refund-state.ts` says which posting it is. */
const LATE: PartCell = ['done', 'charge-back', 'open-finding', 'send-alarm']

const WAITING: Record<PartEvent, PartCell> = {
  claimed: ['sending'],
  'claim-lost': ['waiting'],
  'said-later': ['waiting'],
  'said-unclear': ['waiting'],
  'said-refused': ['waiting'],
  'is-pending': ['accepted', 'ask'],
  'is-done': DONE,
  'is-closed': FAILED,
  'is-abnormal': ABNORMAL,
  'number-unknown': ['waiting'],
  'query-refused': ['waiting'],
  'declared-closed': 'payments.notAbnormal',
  'called-off': FAILED,
  retried: 'payments.notFailed',
  rerouted: 'payments.notFailed',
  'given-back': 'payments.notFailed',
  'paid-by-hand': DONE,
  'made-needless': ['dropped'],
}

/** What people may not do while the number may succeed. */
const IN_FLIGHT = {
  claimed: 'payments.notWaiting',
  'declared-closed': 'payments.notAbnormal',
  'called-off': 'payments.mayStillSucceed',
  retried: 'payments.mayStillSucceed',
  rerouted: 'payments.mayStillSucceed',
  'given-back': 'payments.mayStillSucceed',
  'paid-by-hand': 'payments.mayStillSucceed',
  'made-needless': 'payments.mayStillSucceed',
} as const satisfies Partial<Record<PartEvent, PartCell>>

const SENDING: Record<PartEvent, PartCell> = {
  ...IN_FLIGHT,
  'claim-lost': ['unclear', 'ask'],
  'said-later': ['waiting', 'send'],
  'said-unclear': ['unclear', 'ask'],
  'said-refused': FAILED,
  'is-pending': ['accepted', 'ask'],
  'is-done': DONE,
  'is-closed': FAILED,
  'is-abnormal': ABNORMAL,
  'number-unknown': ['sending'],
  'query-refused': ['sending'],
}

const ACCEPTED: Record<PartEvent, PartCell> = {
  ...IN_FLIGHT,
  'claim-lost': ['accepted'],
  'said-later': ['accepted'],
  'said-unclear': ['accepted'],
  'said-refused': ['accepted'],
  'is-pending': ['accepted', 'ask'],
  'is-done': DONE,
  'is-closed': FAILED,
  'is-abnormal': ABNORMAL,
  // It was accepted: an answer that forgets it proves nothing.
  'number-unknown': ['accepted', 'ask'],
  'query-refused': ['accepted', 'open-finding'],
}

const UNCLEAR: Record<PartEvent, PartCell> = {
  ...IN_FLIGHT,
  'claim-lost': ['unclear'],
  'said-later': ['unclear'],
  'said-unclear': ['unclear'],
  'said-refused': ['unclear', 'ask'],
  'is-pending': ['accepted', 'ask'],
  'is-done': DONE,
  'is-closed': FAILED,
  'is-abnormal': ABNORMAL,
  // Once is no proof (`refund-state.ts`).
  'number-unknown': ['waiting', 'send'],
  'query-refused': ['unclear', 'open-finding'],
}

const ABNORMAL_CELLS: Record<PartEvent, PartCell> = {
  ...IN_FLIGHT,
  'claim-lost': ['abnormal'],
  'said-later': ['abnormal'],
  'said-unclear': ['abnormal'],
  'said-refused': ['abnormal'],
  // An older message, or the channel tries again: its end will be told.
  'is-pending': ['abnormal'],
  'is-done': DONE,
  'is-closed': FAILED,
  'is-abnormal': ['abnormal', 'ask-daily'],
  'number-unknown': ['abnormal', 'ask-daily'],
  'query-refused': ['abnormal', 'open-finding'],
  'declared-closed': FAILED,
}

const FAILED_CELLS: Record<PartEvent, PartCell> = {
  claimed: 'payments.notWaiting',
  'claim-lost': ['failed'],
  'said-later': ['failed'],
  'said-unclear': ['failed'],
  'said-refused': ['failed'],
  'is-pending': ['failed'],
  'is-done': ['done', 'pay-out', 'open-finding', 'send-alarm'],
  'is-closed': ['failed'],
  'is-abnormal': ['failed'],
  'number-unknown': ['failed'],
  'query-refused': ['failed'],
  'declared-closed': 'payments.notAbnormal',
  'called-off': 'payments.notWaiting',
  retried: ['replaced', 'make-part'],
  rerouted: ['replaced', 'make-part'],
  'given-back': ['givenBack', 'give-back'],
  'paid-by-hand': 'payments.notWaiting',
  'made-needless': ['dropped'],
}

/** Its money has gone another way. What the channel says of the number changes nothing, but for a success. */
function released(state: 'replaced' | 'dropped' | 'givenBack'): Record<PartEvent, PartCell> {
  const facts = Object.fromEntries(PART_FACTS.map(fact => [fact, [state]])) as unknown as Record<
    (typeof PART_FACTS)[number],
    PartCell
  > // one entry for each of the facts
  return {
    ...facts,
    'is-done': LATE,
    claimed: 'payments.notWaiting',
    'declared-closed': 'payments.notAbnormal',
    'called-off': 'payments.notWaiting',
    retried: 'payments.notFailed',
    rerouted: 'payments.notFailed',
    'given-back': 'payments.notFailed',
    'paid-by-hand': 'payments.notWaiting',
    'made-needless': 'payments.notWaiting',
  }
}

const DONE_CELLS: Record<PartEvent, PartCell> = {
  claimed: 'payments.alreadyPaidOut',
  'claim-lost': ['done'],
  'said-later': ['done'],
  'said-unclear': ['done'],
  'said-refused': ['done'],
  'is-pending': ['done'],
  'is-done': ['done'],
  // The channel contradicts itself.
  'is-closed': ['done', 'open-finding'],
  'is-abnormal': ['done'],
  'number-unknown': ['done'],
  'query-refused': ['done'],
  'declared-closed': 'payments.alreadyPaidOut',
  'called-off': 'payments.alreadyPaidOut',
  retried: 'payments.alreadyPaidOut',
  rerouted: 'payments.alreadyPaidOut',
  'given-back': 'payments.alreadyPaidOut',
  'paid-by-hand': 'payments.alreadyPaidOut',
  'made-needless': 'payments.alreadyPaidOut',
}

export const PART_TRANSITIONS: Record<PartState, Record<PartEvent, PartCell>> = {
  waiting: WAITING,
  sending: SENDING,
  accepted: ACCEPTED,
  unclear: UNCLEAR,
  abnormal: ABNORMAL_CELLS,
  done: DONE_CELLS,
  failed: FAILED_CELLS,
  replaced: released('replaced'),
  dropped: released('dropped'),
  givenBack: released('givenBack'),
}

/**
 * The states of a payment and their transitions, as data.
 *
 * - created: our row is there; the channel is asked for a code, or has not answered for good
 * - unclear: the answer to that question was lost; only a query tells
 * - open: the channel has the order; the payer may pay
 * - refused: the channel did not take it
 * - closed: it can no longer be paid, as far as the channel says
 * - paid: credited, once
 * - reversed: entered by a person and taken back in the books
 *
 * `refused` and `closed` are ends for us and not for the payer: a payment that arrives later is credited all the same. Closing
 * races with the payer: WeChat Pay refuses to close what was paid meanwhile (pay.weixin.qq.com/doc/v3/merchant/4013070360), and
 * an order of Alipay that nobody has scanned does not exist yet and cannot be closed (opendocs.alipay.com, alipay.trade.close,
 * ACQ.TRADE_NOT_EXIST), so that its code can still be paid.
 */
export const PAYMENT_STATES = ['created', 'unclear', 'open', 'refused', 'closed', 'paid', 'reversed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

export const PAYMENT_EVENTS = [
  // answers to our request for a code; late ones too, because a call may outlive a change of state
  'create-done',
  'create-later',
  'create-unclear',
  'create-refused',
  // facts: verified and compared with the payment (`comparePaid`), from a notification, a query or a statement
  'paid',
  'paid-otherwise',
  'still-open',
  'is-closed',
  'has-failed',
  'number-unknown',
  // the query itself was refused: it says nothing about the payment
  'query-refused',
  // answers to our request to close; a refusal too is unclear, because the order may be paid or still on its way
  'close-done',
  'close-later',
  'close-unclear',
  // the clock, people, the books
  'expired',
  'cancelled',
  'recorded',
  'journal-reversed',
] as const
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number]

/** Events about which nobody is asked: they are never refused, in any state, any number of times, in any order. */
export const PAYMENT_FACTS = [
  'create-done',
  'create-later',
  'create-unclear',
  'create-refused',
  'paid',
  'paid-otherwise',
  'still-open',
  'is-closed',
  'has-failed',
  'number-unknown',
  'query-refused',
  'close-done',
  'close-later',
  'close-unclear',
] as const satisfies readonly PaymentEvent[]

/**
 * What the caller does. Money, row and event in the transaction of the transition; the channel is asked after its commit, by the
 * ladder of `when-to-ask.ts`. A cell without an effect leaves the time of the next question as it was.
 */
export type PaymentEffect =
  /** Ask for a code, with the same number and the same content: with another content the channels refuse a number they know. */
  | 'create'
  /** Query on the ladder. */
  | 'ask'
  /** Query twice more, half an hour and a day later: what ended may still be paid. */
  | 'ask-late'
  /** Ask no more: what is wrong does not change by asking. */
  | 'stop-asking'
  | 'close'
  | 'keep-code'
  | 'drop-code'
  /** Credit it: the journal with the key of this payment, its lot, the event. */
  | 'credit'
  /** It came after we had given it up. */
  | 'mark-late'
  | 'open-finding'
  | 'send-alarm'
  /** Remove the lot. */
  | 'remove-lot'

export type PaymentRefusal =
  | 'payments.alreadyPaid'
  | 'payments.alreadyEnded'
  | 'payments.notPaid'
  | 'payments.channelDecides'
  | 'payments.alreadyReversed'

/** `[next state, ...effects]`, or the code of the refusal. */
export type PaymentCell = readonly [PaymentState, ...PaymentEffect[]] | PaymentRefusal

const PAID: PaymentCell = ['paid', 'credit', 'drop-code']
const PAID_LATE: PaymentCell = ['paid', 'credit', 'mark-late']
const CLOSED: PaymentCell = ['closed', 'drop-code', 'ask-late']
const REFUSED: PaymentCell = ['refused', 'drop-code', 'ask-late']

const CREATED: Record<PaymentEvent, PaymentCell> = {
  'create-done': ['open', 'keep-code', 'ask'],
  'create-later': ['created', 'create'],
  'create-unclear': ['unclear', 'ask'],
  'create-refused': REFUSED,
  paid: PAID,
  'paid-otherwise': ['created', 'stop-asking', 'open-finding', 'send-alarm'],
  // The order is there and its code is not: the same number again gives a code.
  'still-open': ['created', 'create'],
  'is-closed': CLOSED,
  'has-failed': REFUSED,
  'number-unknown': ['created'],
  'query-refused': ['created', 'open-finding'],
  'close-done': CLOSED,
  'close-later': ['created'],
  'close-unclear': ['created'],
  expired: CLOSED,
  cancelled: CLOSED,
  recorded: PAID,
  'journal-reversed': 'payments.notPaid',
}

const UNCLEAR: Record<PaymentEvent, PaymentCell> = {
  'create-done': ['open', 'keep-code', 'ask'],
  'create-later': ['unclear'],
  'create-unclear': ['unclear', 'ask'],
  'create-refused': REFUSED,
  paid: PAID,
  'paid-otherwise': ['unclear', 'stop-asking', 'open-finding', 'send-alarm'],
  'still-open': ['created', 'create'],
  'is-closed': CLOSED,
  'has-failed': REFUSED,
  // Once is no proof: the order may be on its way (`payment-state.ts`).
  'number-unknown': ['created', 'create'],
  'query-refused': ['unclear', 'open-finding'],
  'close-done': CLOSED,
  'close-later': ['unclear', 'close'],
  'close-unclear': ['unclear', 'ask'],
  expired: ['unclear', 'close'],
  cancelled: ['unclear', 'close'],
  recorded: 'payments.channelDecides',
  'journal-reversed': 'payments.notPaid',
}

const OPEN: Record<PaymentEvent, PaymentCell> = {
  'create-done': ['open', 'keep-code'],
  'create-later': ['open'],
  'create-unclear': ['open'],
  // Another request for the same number: its order is there.
  'create-refused': ['open'],
  paid: PAID,
  'paid-otherwise': ['open', 'stop-asking', 'open-finding', 'send-alarm'],
  'still-open': ['open', 'ask'],
  'is-closed': CLOSED,
  'has-failed': REFUSED,
  // Alipay says so until the payer has scanned the code.
  'number-unknown': ['open', 'ask'],
  'query-refused': ['open', 'open-finding'],
  'close-done': CLOSED,
  'close-later': ['open', 'close'],
  'close-unclear': ['open', 'ask'],
  expired: ['open', 'close'],
  cancelled: ['open', 'close'],
  recorded: 'payments.channelDecides',
  'journal-reversed': 'payments.notPaid',
}

/** In both the code must not be paid any more: what shows that it can be is answered by closing it. */
const ENDED: Omit<Record<PaymentEvent, PaymentCell>, 'is-closed' | 'close-done' | 'has-failed'> = {
  'create-done': ['closed', 'close'],
  'create-later': ['closed'],
  'create-unclear': ['closed', 'ask-late'],
  'create-refused': ['closed'],
  paid: PAID_LATE,
  'paid-otherwise': ['closed', 'stop-asking', 'open-finding', 'send-alarm'],
  'still-open': ['closed', 'close'],
  'number-unknown': ['closed'],
  'query-refused': ['closed', 'open-finding'],
  'close-later': ['closed', 'close'],
  'close-unclear': ['closed', 'ask-late'],
  expired: 'payments.alreadyEnded',
  cancelled: 'payments.alreadyEnded',
  recorded: 'payments.alreadyEnded',
  'journal-reversed': 'payments.notPaid',
}

const CLOSED_CELLS: Record<PaymentEvent, PaymentCell> = {
  ...ENDED,
  'is-closed': ['closed'],
  'close-done': ['closed'],
  'has-failed': ['closed'],
}

const REFUSED_CELLS: Record<PaymentEvent, PaymentCell> = {
  ...ENDED,
  'create-done': ['refused', 'close'],
  'create-later': ['refused'],
  'create-unclear': ['refused', 'ask-late'],
  'create-refused': ['refused'],
  'paid-otherwise': ['refused', 'stop-asking', 'open-finding', 'send-alarm'],
  'still-open': ['refused', 'close'],
  'is-closed': ['closed'],
  'has-failed': ['refused'],
  'number-unknown': ['refused'],
  'query-refused': ['refused', 'open-finding'],
  'close-done': ['closed'],
  'close-later': ['refused', 'close'],
  'close-unclear': ['refused', 'ask-late'],
}

const PAID_CELLS: Record<PaymentEvent, PaymentCell> = {
  'create-done': ['paid'],
  'create-later': ['paid'],
  'create-unclear': ['paid'],
  'create-refused': ['paid'],
  paid: ['paid'],
  'paid-otherwise': ['paid', 'open-finding', 'send-alarm'],
  'still-open': ['paid'],
  // Alipay says so of a payment that was refunded entirely.
  'is-closed': ['paid'],
  'has-failed': ['paid'],
  'number-unknown': ['paid'],
  'query-refused': ['paid'],
  'close-done': ['paid'],
  'close-later': ['paid'],
  'close-unclear': ['paid'],
  expired: 'payments.alreadyPaid',
  cancelled: 'payments.alreadyPaid',
  recorded: 'payments.alreadyPaid',
  'journal-reversed': ['reversed', 'remove-lot'],
}

const REVERSED_CELLS: Record<PaymentEvent, PaymentCell> = {
  'create-done': ['reversed'],
  'create-later': ['reversed'],
  'create-unclear': ['reversed'],
  'create-refused': ['reversed'],
  // Its key in the ledger is used up: a person enters the money anew.
  paid: ['reversed', 'open-finding', 'send-alarm'],
  'paid-otherwise': ['reversed', 'open-finding', 'send-alarm'],
  'still-open': ['reversed'],
  'is-closed': ['reversed'],
  'has-failed': ['reversed'],
  'number-unknown': ['reversed'],
  'query-refused': ['reversed'],
  'close-done': ['reversed'],
  'close-later': ['reversed'],
  'close-unclear': ['reversed'],
  expired: 'payments.alreadyReversed',
  cancelled: 'payments.alreadyReversed',
  recorded: 'payments.alreadyReversed',
  'journal-reversed': 'payments.alreadyReversed',
}

export const PAYMENT_TRANSITIONS: Record<PaymentState, Record<PaymentEvent, PaymentCell>> = {
  created: CREATED,
  unclear: UNCLEAR,
  open: OPEN,
  refused: REFUSED_CELLS,
  closed: CLOSED_CELLS,
  paid: PAID_CELLS,
  reversed: REVERSED_CELLS,
}

import type { Currency, Fen } from '@wattyard/money'
import { negFen } from '@wattyard/money'
import { localDayOf } from '@wattyard/time'
import { numberOf, type PartState, type PaymentState } from '@wattyard/payments/contract'
import { type Item, type ItemState, PLAIN_ITEM } from '../item.ts'

/** What the calendar of a channel and its currency are. */
export interface ChannelTerms {
  /** Zone in which the channel counts its days. */
  readonly zone: string
  readonly currency: Currency
}

/** A payment as our records have it: a top-up, or a payment by code that waits for its payer. */
export interface PaymentRecord {
  readonly id: string
  readonly state: PaymentState
  readonly amount: Fen
  /** When it was paid; of one that was not, when it was asked for. Epoch ms. */
  readonly at: number
  /** The channel's number, or the receipt of a transfer; null for none. */
  readonly channelNo: string | null
  readonly party?: string | null
  readonly text?: string | null
}

const PAYMENT_STATES = {
  created: 'pending',
  unclear: 'pending',
  open: 'pending',
  refused: 'void',
  closed: 'void',
  paid: 'done',
  // It had been typed in by mistake: no money came.
  reversed: 'void',
} as const satisfies Record<PaymentState, ItemState>

export function itemOfPayment(record: PaymentRecord, { zone, currency }: ChannelTerms): Item {
  const { id, state, amount, at, channelNo, party = null, text = null } = record
  return {
    ...PLAIN_ITEM,
    side: 'order',
    id,
    kind: 'payment',
    number: numberOf('payment', id),
    channelNo,
    amount,
    currency,
    at,
    day: localDayOf(at, zone),
    state: PAYMENT_STATES[state],
    party,
    text,
  }
}

/** A part of a refund as our records have it. */
export interface PartRecord {
  readonly id: string
  readonly state: PartState
  /** What goes out, as a positive amount. */
  readonly amount: Fen
  /** When it was paid out; of one that was not, when it was sent. Epoch ms. */
  readonly at: number
  /** The channel's number of the refund, or the receipt of a transfer; null for none. */
  readonly channelNo: string | null
  readonly party?: string | null
  readonly text?: string | null
}

const PART_STATES = {
  waiting: 'void',
  sending: 'pending',
  accepted: 'pending',
  unclear: 'pending',
  abnormal: 'pending',
  done: 'done',
  failed: 'void',
  replaced: 'void',
  dropped: 'void',
  givenBack: 'void',
} as const satisfies Record<PartState, ItemState>

export function itemOfPart(record: PartRecord, { zone, currency }: ChannelTerms): Item {
  const { id, state, amount, at, channelNo, party = null, text = null } = record
  return {
    ...PLAIN_ITEM,
    side: 'order',
    id,
    kind: 'refund',
    number: numberOf('refundPart', id),
    channelNo,
    amount: negFen(amount),
    currency,
    at,
    day: localDayOf(at, zone),
    state: PART_STATES[state],
    party,
    text,
  }
}

/** Returns rows of one file as our side of a comparison with another: what the trade bill says against the fund-flow bill. */
export function asOrders(rows: Iterable<Item>): Item[] {
  return [...rows].map(row => ({ ...row, side: 'order' }))
}

import type { Fen } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import type { PaidFact, PartEvent, PaymentEvent, RefundedFact } from '../../contract/index.ts'

/** A payment by code as a channel is told of it; the same in every repetition. */
export interface CodeOrder {
  /** Our number. */
  number: string
  amount: Fen
  /** Shown to the payer. */
  description: string
  /** Last instant at which it can be paid, epoch ms. */
  expiresAt: number
  /** Where the channel tells of it. */
  notifyUrl: string
}

/** A part of a refund as a channel is told of it; the same in every repetition. */
export interface RefundOrder {
  /** Our number of the part. */
  number: string
  /** Our number of the payment, and what was paid by it. */
  paymentNumber: string
  paid: Fen
  amount: Fen
  notifyUrl: string
}

/** The channel's own word for why it did not do something; null when it gave none. */
type Reason = { reason: string | null }

export type CreateOutcome =
  | { event: Extract<PaymentEvent, 'create-done'>; code: string }
  | ({ event: Extract<PaymentEvent, 'create-later' | 'create-unclear' | 'create-refused'> } & Reason)

export type CloseOutcome = { event: Extract<PaymentEvent, 'close-done' | 'close-later' | 'close-unclear'> } & Reason

/** `told` is a fact to be compared with our payment; `no-answer` says nothing at all. */
export type QueryOutcome =
  | { event: 'told'; fact: PaidFact; paidAt: number }
  | { event: Extract<PaymentEvent, 'still-open' | 'is-closed' | 'has-failed'> }
  | ({ event: Extract<PaymentEvent, 'number-unknown' | 'query-refused'> } & Reason)
  | ({ event: 'no-answer' } & Reason)

/** What a channel says of a refund: a fact to be compared with our part. */
export interface RefundTold {
  event: Extract<PartEvent, 'is-pending' | 'is-done' | 'is-closed' | 'is-abnormal'>
  fact: RefundedFact
  /** The channel's number of the refund. */
  channelNo: string
  /** When the payer got it, epoch ms. */
  doneAt: number | null
}

export type RefundOutcome =
  | RefundTold
  | ({
      event: Extract<PartEvent, 'said-later' | 'said-unclear' | 'said-refused'>
      /** A refusal that may also mean that it was done before: only a query proves that nothing was. */
      isUnproved?: boolean
    } & Reason)
export type RefundQueryOutcome =
  | RefundTold
  | ({ event: Extract<PartEvent, 'number-unknown' | 'query-refused'> } & Reason)
  | ({ event: 'no-answer' } & Reason)

/** What a channel told by itself, after its signature was verified. */
export interface ChannelNotice {
  /** The same in every repetition. */
  noticeNo: string
  told: { about: 'payment'; fact: PaidFact; paidAt: number } | ({ about: 'refund' } & RefundTold)
}

/** A message as it arrived: what a signature is over. */
export interface ReceivedMessage {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  body: Uint8Array
}

/** A message that was not the channel's, or could not be read. Its code is for the log; nothing follows from the message. */
export class NoticeRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.name = 'NoticeRefused'
    this.code = code
  }
}

export const BILLS = ['trade', 'fundFlow'] as const
export type BillKind = (typeof BILLS)[number]

export type BillOutcome =
  /** The whole file, verified by its hash; null for a day without rows. */
  { event: 'done'; file: Uint8Array | null } | ({ event: 'later' | 'refused' } & Reason)

/**
 * One merchant account of a payment channel. Outcomes are events of the tables in `payments/contract`; a method never throws for
 * what a channel or the network does. No transaction is open while it is asked.
 */
export interface PaymentChannel {
  requestCode(order: CodeOrder): Promise<CreateOutcome>
  close(number: string): Promise<CloseOutcome>
  query(number: string): Promise<QueryOutcome>
  refund(order: RefundOrder): Promise<RefundOutcome>
  queryRefund(number: string): Promise<RefundQueryOutcome>
  /** Returns the channel's file of a day, as it counts days. */
  downloadBill(day: BusinessDay, kind: BillKind): Promise<BillOutcome>
  /** @throws NoticeRefused */
  readNotice(message: ReceivedMessage): Promise<ChannelNotice>
}

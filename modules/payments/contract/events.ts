import type { LateKind } from './refunds/refund-part.ts'

/** Topic: a refund of a wallet waits for its decision. Key: id of the refund. */
export const REFUND_ASKED = 'payments.refund-asked'

export interface RefundAsked {
  number: string
  /** Fen. */
  amount_fen: string
  askedBy: string
  askerId: string
}

/** Topic: a refund of a wallet was granted, rejected or withdrawn. Key: id of the refund. */
export const REFUND_DECIDED = 'payments.refund-decided'

export interface RefundDecided {
  number: string
  /** Fen. */
  amount_fen: string
  decision: 'approved' | 'rejected' | 'withdrawn'
  askerId: string
  deciderId: string
  decidedBy: string
  /** Why it was rejected. */
  reason: string | null
  /** It was granted, and whoever asked may pay it out: that message says both. */
  askerPays: boolean
  /** Channels pay all of it by themselves. */
  byChannel: boolean
  /** Fen of it that a person has to pay; channels pay the rest by themselves. Absent in news of before: all of it. */
  toPay_fen?: string
}

/** Topic: nothing of a granted refund is left to pay. Key: id of the refund. */
export const REFUND_SETTLED = 'payments.refund-settled'

/** Topic: a part of a refund could not be paid. Key: id of the part. */
export const PAYOUT_FAILED = 'payments.payout-failed'

export interface PayoutFailed {
  number: string
  /** Fen. */
  amount_fen: string
  /** `abnormal`: the channel has the money and could not hand it over. */
  state: 'failed' | 'abnormal'
  /** Why; null where the channel says no more than that it ended. */
  reason: string | null
  byId: string
  by: string
}

/** Topic: a part is paid; or one that could not be paid is paid again, in another way, or is in the wallet again. Key: id of the part. */
export const PAYOUT_MENDED = 'payments.payout-mended'

/** Topic: a channel refuses to tell what became of a part. Key: id of the part. */
export const PAYOUT_UNHEARD = 'payments.payout-unheard'

export interface PayoutUnheard {
  number: string
  /** Fen. */
  amount_fen: string
  channel: string
  /** The channel's word. */
  reason: string
}

/** Topic: it answers again. Key: id of the part. */
export const PAYOUT_HEARD = 'payments.payout-heard'

/**
 * Topic: a channel carried a part out although its money waited for a person, or had gone another way. Key: id of the part.
 */
export const PAID_LATE = 'payments.paid-late'

export interface PaidLate {
  number: string
  /** Fen. */
  amount_fen: string
  before: LateKind
  /** Fen that were taken out of the wallet, and that the member owes because they were not there. */
  taken_fen: string
  owed_fen: string
}

/** Topic: a channel told of a refund that does not fit the part that it names. Key: id of the part. */
export const PAYOUT_TROUBLED = 'payments.payout-troubled'

export interface PayoutTroubled {
  number: string
  /** Fen of the part. */
  amount_fen: string
  channel: string
}

/** Topic: a channel told of a payment that does not fit the one that was asked for by code. Key: id of that one. */
export const CODE_TROUBLED = 'payments.code-troubled'

export interface CodeTroubled {
  number: string
  /** Fen that were asked for. */
  amount_fen: string
  /** Members in which the two differ. */
  differs: string
}

/** Topic: a payment by code of which there was something to look at was credited. Key: its id. */
export const CODE_SETTLED = 'payments.code-settled'

/** Topic: the keys of a channel do not open any more. Key: id of the channel. */
export const KEYS_LOST = 'payments.keys-lost'

export interface KeysLost {
  channel: string
}

/** Topic: they were entered again, or open again. Key: id of the channel. */
export const KEYS_ENTERED = 'payments.keys-entered'

/** Topic: a channel told of a payment or a refund that we never asked for. Key: id of the channel. */
export const NOTICE_UNKNOWN = 'payments.notice-unknown'

export interface NoticeUnknown {
  /** The number that the channel named as ours. */
  number: string
  /** Fen. */
  amount_fen: string
  channel: string
}

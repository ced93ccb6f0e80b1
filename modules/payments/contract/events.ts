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
}

/** Topic: nothing of a granted refund is left to pay. Key: id of the refund. */
export const REFUND_SETTLED = 'payments.refund-settled'

/** Topic: a part of a refund could not be paid. Key: id of the part. */
export const PAYOUT_FAILED = 'payments.payout-failed'

export interface PayoutFailed {
  number: string
  /** Fen. */
  amount_fen: string
  reason: string
  byId: string
  by: string
}

/** Topic: a part that could not be paid is paid again, in another way, or is in the wallet again. Key: id of the part. */
export const PAYOUT_MENDED = 'payments.payout-mended'

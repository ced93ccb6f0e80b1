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
  /** Granted by a request for approval, of whose end the requester is told anyway. */
  byRequest: boolean
}

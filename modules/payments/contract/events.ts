/** Topic: a refund of a wallet waits for its decision. Key: id of the refund. */
export const REFUND_ASKED = 'payments.refund-asked'

export interface RefundAsked {
  number: string
  /** Fen. */
  amount_fen: string
  askedBy: string
  askerId: string
}

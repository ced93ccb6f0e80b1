/** Why a message of a payment channel is refused. Codes are stable and searchable. */
export type PayErrorCode =
  /** Longer than `MAX_BODY_BYTES`: refused unread. */
  | 'pay.too-long'
  /** Bytes that are not UTF-8. */
  | 'pay.not-text'
  | 'pay.not-json'
  | 'pay.too-deep'
  /** A member of a JSON object, a header or a form field that occurs twice: two readers could choose different ones. */
  | 'pay.duplicate'
  /** A form or an address that is not url-encoded. */
  | 'pay.not-a-form'
  /** A member is absent or is not what the protocol says; `at` is its path. */
  | 'pay.bad-shape'
  /** No call of the protocol has this method and path, or this name. */
  | 'pay.unknown-call'
  /** A notification of a kind that this package does not read. */
  | 'pay.unknown-event'
  /** A signature header is absent or cannot be read; `at` is its name. */
  | 'pay.bad-header'
  /** The sender's clock is further from ours than the protocol allows, or the message is a replay. */
  | 'pay.stale'
  /** No known key has this serial: the caller fetches the channel's keys and verifies again. */
  | 'pay.unknown-serial'
  | 'pay.bad-signature'
  /** Our own key, secret or nonce cannot be used. */
  | 'pay.bad-key'
  /** Encrypted data that the secret does not open, or that were changed. */
  | 'pay.bad-cipher'

/** Longest path that an error tells. */
const MAX_PLACE = 120

/** Error of the payment protocols. The message is for logs, not for users, and contains no value of the message read. */
export class PayError extends Error {
  readonly code: PayErrorCode
  /** Member, header or argument that is wrong; empty when it is the whole message. */
  readonly at: string
  constructor(code: PayErrorCode, at = '') {
    const place = at.slice(0, MAX_PLACE)
    super(place === '' ? code : `${code}: ${place}`)
    this.name = 'PayError'
    this.code = code
    this.at = place
  }
}

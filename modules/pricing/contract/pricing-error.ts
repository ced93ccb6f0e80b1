export type PricingErrorCode =
  | 'pricing.no-points'
  | 'pricing.too-many-points'
  | 'pricing.points-not-ascending'
  | 'pricing.register-falls'
  | 'pricing.session-too-long'
  | 'pricing.no-plan'
  | 'pricing.no-price'
  | 'pricing.bad-snapshot'
  | 'pricing.unknown-encoding'
  | 'pricing.bad-template'
  | 'pricing.too-many-sessions'

/** Error of the pure pricing functions. `code` is stable and searchable; the message is for logs, not for users. */
export class PricingError extends RangeError {
  readonly code: PricingErrorCode
  constructor(code: PricingErrorCode, message: string) {
    super(`${code}: ${message}`)
    this.name = 'PricingError'
    this.code = code
  }
}

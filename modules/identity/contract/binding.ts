/** `off`: none is offered · `optional`: who wants one has one · `required`: nothing goes without. */
export const FACTOR_POLICIES = ['off', 'optional', 'required'] as const
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]

/** Seconds that a verification lasts at least, so that nobody is asked without end. */
export const SHORTEST_VERIFY_EVERY_S = 900

/** Whether a second factor is due, and whether its dialog may be closed (contract §6: the server says it). */
export interface Verification {
  due: boolean
  closable: boolean
}

/** Answer of `GET /chg/api/weixin/bind/is`, asked every five seconds while the QR code is shown. */
export interface BindState extends Verification {
  /** The last verification is too old, or there was none: the dialog shows (contract §4). */
  timeout: boolean
  /** Bound account of the messaging app; empty while there is none. */
  openid: string
  /** Whether accounts can be bound here. */
  app: 'officialAccount' | 'standIn' | null
  /** Whether the caller has an authenticator app as well. */
  hasCode: boolean
  /** Until when the QR code of this session is good, epoch ms; null when there is none. */
  qrUntil: number | null
  /** The phone said that it was not its owner. */
  isDeclined: boolean
  /** Where the stand-in's QR code leads, for machines without a phone. */
  link: string | null
}

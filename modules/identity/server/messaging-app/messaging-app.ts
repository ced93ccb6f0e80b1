import type { Route } from '@wattyard/server-kit'

export type AppName = 'officialAccount' | 'standIn'

export interface Invitation {
  /** Content of the QR code. */
  link: string
  /** Time for which the app itself keeps the scene. */
  lasts_ms: number
}

/** Result of a phone's answer to a scene; its text is shown to the phone's owner. */
export type PairingOutcome = 'bound' | 'verified' | 'gone' | 'other-account' | 'in-use'

export interface PhoneAnswer {
  scene: string
  /** The answering account, as the app names it. */
  openid: string
  ip: string
  userAgent: string
  requestId: string
}

/** Interface for messaging apps: they pass on answers of phones and get the result. */
export interface PairingService {
  confirm(answer: PhoneAnswer): Promise<PairingOutcome>
  decline(answer: Omit<PhoneAnswer, 'openid'>): Promise<void>
  /** Returns the session that shows the scene, for the person who has to confirm it; null when it has ended. */
  look(scene: string): Promise<PairingView | null>
}

export interface PairingView {
  purpose: 'bind' | 'verify'
  loginName: string
  company: string
  /** Of the browser that shows the code. */
  device: string
  network: string
}

/** A message to a person in the app: a filled-in template of the account. */
export interface AppMessage {
  openid: string
  /** A second message with the same id is not shown again, as far as the app guarantees that. */
  id: string
  template: string
  /** Values by the template's keys, such as `thing1`. */
  data: Readonly<Record<string, string>>
  /** Address opened by a tap; null for none. */
  url: string | null
}

/** `refused`: the app refused with a reason · `later`: a retry makes sense. An unknown result is thrown. */
export type AppAnswer = { outcome: 'sent'; receipt: string } | { outcome: 'refused' | 'later'; reason: string }

/** An app with accounts that people can bind (公众号 in the contract). */
export interface MessagingApp {
  name: AppName
  /**
   * Sends a message to a person; absent where the app has no messages.
   * @throws when it is unknown whether it arrived
   */
  notify?(message: AppMessage): Promise<AppAnswer>
  /**
   * Registers a scene with the app.
   *
   * @param origin origin at which the product was reached, such as `https://charge.example`
   * @param requestId id of the request that caused it
   */
  invite(scene: string, origin: string, requestId: string): Promise<Invitation>
  /** Returns the routes on which phones or the app itself answer. */
  routes(pairing: PairingService): Route[]
}

/** Name of the app in the log of calls. */
export const PEER = 'officialAccount'

/** Target of the stand-in's QR code. */
export const CONFIRM_PATH = '/pubapi/weixin/confirm'
/** How long a QR code is good. */
export const PAIRING_MS = 5 * 60_000
/** Format of a scene id: 128 random bits, base64url. */
export const PAIRING_ID = /^[A-Za-z0-9_-]{22}$/

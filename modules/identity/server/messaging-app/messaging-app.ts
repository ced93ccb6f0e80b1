import type { Route } from '@wattyard/server-kit'

export type AppName = 'officialAccount' | 'standIn'

export interface Invitation {
  /** What the QR code says. */
  link: string
  /** How long the app itself keeps the scene. */
  lasts_ms: number
}

/** A phone has answered a scene; `text` is what its owner is told. */
export type PairingOutcome = 'bound' | 'verified' | 'gone' | 'other-account' | 'in-use'

export interface PhoneAnswer {
  scene: string
  /** Who answers, as the app names them. */
  openid: string
  ip: string
  userAgent: string
  requestId: string
}

/** What a messaging app needs from us: it brings answers of phones, and hears what became of them. */
export interface PairingService {
  confirm(answer: PhoneAnswer): Promise<PairingOutcome>
  decline(answer: Omit<PhoneAnswer, 'openid'>): Promise<void>
  /** Who shows the scene, for the person who is to confirm it; null when it is over. */
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

/** What a person is told in the app: a template of the account, filled in. */
export interface AppMessage {
  openid: string
  /** The same id twice is told once, as far as the app keeps its word. */
  id: string
  template: string
  /** By the template's own keys, such as `thing1`. */
  data: Readonly<Record<string, string>>
  /** Opened by a tap; none when null. */
  url: string | null
}

/** `refused`: the app said no and why; `later`: it may take it another time; nothing known is thrown. */
export type AppAnswer = { outcome: 'sent'; receipt: string } | { outcome: 'refused' | 'later'; reason: string }

/** An app in which people have an account of their own that can be bound (公众号 in the contract). */
export interface MessagingApp {
  name: AppName
  /** Tells a person something; absent where the app has no messages. @throws when nobody knows whether it arrived */
  notify?(message: AppMessage): Promise<AppAnswer>
  /**
   * Makes a scene known to the app.
   *
   * @param origin where this product was reached, such as `https://charge.example`
   * @param requestId the request of ours it is done for
   */
  invite(scene: string, origin: string, requestId: string): Promise<Invitation>
  /** Where phones or the app itself answer. */
  routes(pairing: PairingService): Route[]
}

/** What the app is called in the log of calls. */
export const PEER = 'officialAccount'

/** Where the stand-in's QR code leads. */
export const CONFIRM_PATH = '/pubapi/weixin/confirm'
/** How long a QR code is good. */
export const PAIRING_MS = 5 * 60_000
/** As the app hands them over: 128 random bits, base64url. */
export const PAIRING_ID = /^[A-Za-z0-9_-]{22}$/

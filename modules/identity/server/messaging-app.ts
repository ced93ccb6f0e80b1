import type { Route } from '@wattyard/server-kit'

export type AppName = 'officialAccount' | 'standIn'

export interface Invitation {
  /** What the QR code says. */
  link: string
  /** How long the app itself keeps the scene. */
  lasts_ms: number
}

/** A phone has answered a scene; `text` is what its owner is told. */
export type SceneOutcome = 'bound' | 'verified' | 'gone' | 'other-account' | 'in-use'

export interface PhoneAnswer {
  scene: string
  /** Who answers, as the app names them. */
  openid: string
  ip: string
  userAgent: string
  requestId: string
}

/** What a messaging app needs from us: it brings answers of phones, and hears what became of them. */
export interface SceneDesk {
  confirm(answer: PhoneAnswer): Promise<SceneOutcome>
  decline(answer: Omit<PhoneAnswer, 'openid'>): Promise<void>
  /** Who shows the scene, for the person who is to confirm it; null when it is over. */
  look(scene: string): Promise<SceneView | null>
}

export interface SceneView {
  purpose: 'bind' | 'verify'
  loginName: string
  company: string
  /** Of the browser that shows the code. */
  device: string
  network: string
}

/** An app in which people have an account of their own that can be bound (公众号 in the contract). */
export interface MessagingApp {
  name: AppName
  /** Makes a scene known to the app. @param origin where this product was reached, such as `https://charge.example` */
  invite(scene: string, origin: string): Promise<Invitation>
  /** Where phones or the app itself answer. */
  routes(desk: SceneDesk): Route[]
}

/** Where the stand-in's QR code leads. */
export const CONFIRM_PATH = '/pubapi/weixin/confirm'
/** How long a QR code is good. */
export const SCENE_MS = 5 * 60_000
/** As the app hands them over: 128 random bits, base64url. */
export const SCENE = /^[A-Za-z0-9_-]{22}$/

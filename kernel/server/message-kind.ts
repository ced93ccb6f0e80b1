import type { Tx } from './database/tx.ts'
import type { OutboxEvent } from './work/outbox.ts'

/** How much a message matters, least first. */
export type MessageSeverity = 'info' | 'notice' | 'warning' | 'critical'

/**
 * What fills a gap of a message's words: a text, a word by its key (`{ word: 'assets.pile.noun' }`) with what fills the word's own
 * gaps, or an amount in yuan (`{ money: '12.30' }`). Words and amounts are written in each reader's language.
 */
export type MessageParam =
  | string
  | { readonly word: string; readonly with?: Readonly<Record<string, MessageParam>> }
  | { readonly money: string }

/** What an event becomes for the people it concerns. */
export interface MessageDraft {
  /** What it is about: the same thing is told to a person once. */
  about: string
  /**
   * In kinds that gather: id of the thing, such as a pile, that it is about. A message names and counts each thing once, however
   * many pieces of news it gathers of it. Absent: each `about` is a thing of its own.
   */
  subjectId?: string
  /** Fills the gaps of the kind's words. */
  params: Readonly<Record<string, MessageParam>>
  /** Address in the console where it is dealt with. */
  link: `/${string}` | null
  /** More than the kind itself when the event is worse. */
  severity?: MessageSeverity
  /** Just these people, whatever they may. Absent: everybody who has all of `may` and sees operator and station. */
  people?: readonly string[]
  may?: readonly string[]
  operatorId?: string | null
  stationId?: string | null
  /** Not these, such as who caused it. */
  except?: readonly string[]
}

/**
 * A kind of message to people, declared by the module that has the news. Its words: `<module>.message.<word>.name`, `.title`
 * and `.text`; a kind that gathers has `.manyTitle` and `.manyText` besides, with `{{count}}` and `{{subjects}}`.
 */
export interface MessageKind {
  /** `module.word`. */
  name: `${string}.${string}`
  severity: MessageSeverity
  /** Event of the outbox that it comes from. */
  topic: string
  /**
   * Event of the outbox after which nobody has to do anything any more: the message is put away. Its key is what the message is
   * about. In a kind that gathers it is the `subjectId` of the thing that is over: the message no longer names and counts it, and
   * is put away with the last of its things.
   */
  endedBy?: string
  /** Many of them within a while become one message; `params.subject` is what the line of each says. */
  gathers?: true
  /** Nobody may switch it off for themselves, whatever the rules say. */
  compulsory?: true
  /** Null when this event concerns nobody. The event's body was written by the declaring module alone. */
  draft(event: OutboxEvent): MessageDraft | null
}

/** Ways out of the house that a letter may take. */
export type LetterWay = 'mail' | 'sms' | 'wechat'

/**
 * A kind of letter: it tells one person a secret, such as a link or a code. It is in no inbox and no rule is about it. Its words:
 * `<module>.message.<word>.name`, `.title` and `.text`.
 */
export interface LetterKind {
  /** `module.word`. */
  name: `${string}.${string}`
  /** Those that can carry it: a text message has no room for a link. */
  ways: readonly LetterWay[]
}

/** One letter. What is secret about it is kept sealed until it leaves, and nowhere afterwards. */
export interface Letter {
  kind: LetterKind['name']
  personId: string
  /** Fills the gaps of the kind's words. */
  params: Readonly<Record<string, string>>
  /** As `params`; told to the person and to nobody else. */
  secrets: Readonly<Record<string, string>>
  /** Address in the console that it leads to, secret as a whole. */
  path: `/${string}` | null
  /** Epoch ms after which it is worth nothing and is not sent. */
  until: number
}

/** Puts letters on their way, in the transaction that makes their secret. */
export interface LetterPost {
  /** @returns the ways it takes; none where none is open to this person, so that somebody passes the secret on by hand */
  post(tx: Tx, tenantId: string, letter: Letter): Promise<readonly LetterWay[]>
}

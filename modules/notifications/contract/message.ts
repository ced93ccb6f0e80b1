import type { Severity } from './severity.ts'

/** Which part of the inbox: what is to be dealt with, or what was put away. */
export const BOXES = ['inbox', 'archive'] as const
export type Box = (typeof BOXES)[number]

/** A message as its reader gets it, in their language. */
export interface Message {
  id: string
  /** `module.word`. */
  kind: string
  /** What the kind is called. */
  kindName: string
  severity: Severity
  title: string
  text: string
  /** Address in the console where it is dealt with; null when there is nothing to do. */
  link: string | null
  /** Epoch ms; of the latest piece of news when several were gathered. */
  createdAt: number
  /** How many pieces of news it gathers; 1 for one. */
  count: number
  /** The contract's flag (§3): '0' unread, '1' read. */
  readFlag: '0' | '1'
  archived: boolean
  /** Who wrote it, when a colleague did: one can answer. */
  from: { id: string; name: string } | null
}

/** Answer of `GET /chg/api/msg/list`. */
export interface MessageList {
  list: Message[]
  /** How many are unread in the inbox, those beyond the list included. */
  unread: number
  /** Where the next page begins; null at the end. */
  next: string | null
}

/** Answer of `POST /chg/api/msg/read` and the other writes. */
export interface UnreadCount {
  unread: number
}

/** A kind as its rules and filters name it, in the reader's language. */
export interface KindName {
  name: string
  word: string
  severity: Severity
  compulsory: boolean
}

/** Longest message from person to person, in characters. */
export const MAX_TEXT = 1_000

/** Topic of the live news that somebody has a message. */
export const MESSAGE_NEWS = 'notifications.message'

import type { OutboxEvent } from './work/outbox.ts'

/** How much a message matters, least first. */
export type MessageSeverity = 'info' | 'notice' | 'warning' | 'critical'

/** What an event becomes for the people it concerns. */
export interface MessageDraft {
  /** What it is about: the same thing is told to a person once. */
  about: string
  /** Fills the gaps of the kind's words. A value that names a word is written `{ word: 'assets.pile.noun' }`. */
  params: Readonly<Record<string, string | { readonly word: string }>>
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
  /** Many of them within a while become one message; `params.subject` is what the line of each says. */
  gathers?: true
  /** Nobody may switch it off for themselves, whatever the rules say. */
  compulsory?: true
  /** Null when this event concerns nobody. The event's body was written by the declaring module alone. */
  draft(event: OutboxEvent): MessageDraft | null
}

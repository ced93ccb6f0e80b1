import type { Language, Noting, Reach } from '@wattyard/server-kit'
import type { OutsideChannel } from '../../contract/index.ts'

/** One message to be sent, in its reader's language. */
export interface Outgoing {
  /** Id of the delivery, by which a provider may detect duplicates. */
  id: string
  address: string
  title: string
  body: string
  /** Full address of the page to deal with it; null when there is nothing to do. */
  url: string | null
  /** Epoch ms, and the local text of it. */
  at: number
  atText: string
  language: Language
}

/**
 * `sent`: the provider accepted it · `later`: it was certainly not accepted, and a retry makes sense · `refused`: it will never
 * be accepted · `unclear`: unknown, so it is not retried automatically.
 */
export type SendResult =
  | { outcome: 'sent'; receipt: string }
  | { outcome: 'later' | 'refused' | 'unclear'; error: string }

/** A delivery channel. It never throws: errors are part of the result. */
export interface Transport {
  channel: OutsideChannel
  send(message: Outgoing): Promise<SendResult>
}

/** Network access of a transport, and the log of its calls. */
export interface WayOut {
  reach: Reach
  noting: Noting
}

const MAX_ERROR = 300

/** Returns an error in one line without control characters, cut to a length that limits echoed secrets. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // oxlint-disable-next-line no-control-regex -- a provider's answer may hold anything
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, MAX_ERROR)
}

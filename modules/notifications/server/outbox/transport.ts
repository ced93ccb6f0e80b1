import type { Language, Noting, Reach } from '@wattyard/server-kit'
import type { OutsideChannel } from '../../contract/index.ts'

/** One message on its way out, in the words of its reader. */
export interface Outgoing {
  /** The delivery's id: a provider that is told it twice may know it again. */
  id: string
  address: string
  title: string
  body: string
  /** Where it is dealt with, as a whole address; null when there is nothing to do. */
  url: string | null
  /** Epoch ms, and as people write it there. */
  at: number
  atText: string
  language: Language
}

/**
 * `sent`: the provider took it · `later`: it surely did not, and may another time · `refused`: it never will · `unclear`:
 * nobody knows, so it is not repeated by itself.
 */
export type SendResult =
  | { outcome: 'sent'; receipt: string }
  | { outcome: 'later' | 'refused' | 'unclear'; error: string }

/** A way out. It never throws: what went wrong is its result. */
export interface Transport {
  channel: OutsideChannel
  send(message: Outgoing): Promise<SendResult>
}

/** Where a transport may connect to, and who writes its calls down. */
export interface WayOut {
  reach: Reach
  noting: Noting
}

const MAX_ERROR = 300

/** What went wrong, in a line; without what a provider might echo of secrets beyond it. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // oxlint-disable-next-line no-control-regex -- a provider's answer may hold anything
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').slice(0, MAX_ERROR)
}

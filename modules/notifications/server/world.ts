import type { AppMessage, Colleague, MessagingApp } from '@wattyard/identity/server'
import type { Caller, Database, LiveBus, Reach, Tx, Words } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import type { Kinds } from './kinds.ts'

/** The messaging app in which people are told things, when the installation has one that can. */
export interface Messenger {
  name: MessagingApp['name']
  notify?(message: AppMessage): ReturnType<NonNullable<MessagingApp['notify']>>
}

/** What this module has to be told of its surroundings. */
export interface NotifyWorld {
  db: Database
  live: LiveBus
  clock: Clock
  kinds: Kinds
  words: () => Words
  /** Address people reach the product at, such as `https://charge.example`. */
  publicUrl: string
  messenger: Messenger | null
  /** 32 bytes under which the secrets of channels are sealed. */
  sealKey: Uint8Array
  /** Where mail and text messages may go through. */
  outbound: Reach
  /** Certificates of mail servers that are trusted besides the usual ones, PEM. */
  mailCa?: string
  colleagues(tx: Tx, caller: Caller): Promise<Colleague[]>
}

import type { AppMessage, Colleague, MessagingApp } from '@wattyard/identity/server'
import type { Caller, Database, LiveBus, Reach, Tx, Words } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import type { Kinds } from './kinds.ts'

/** The messaging app, if the installation has one that can send messages. */
export interface Messenger {
  name: MessagingApp['name']
  notify?(message: AppMessage): ReturnType<NonNullable<MessagingApp['notify']>>
}

/** Services that this module needs. */
export interface NotifyWorld {
  db: Database
  live: LiveBus
  clock: Clock
  kinds: Kinds
  words: () => Words
  /** Public address of the product, such as `https://charge.example`. */
  publicUrl: string
  messenger: Messenger | null
  /** Key of 32 bytes that seals the channels' secrets. */
  sealKey: Uint8Array
  /** Destinations allowed for mail and text messages. */
  outbound: Reach
  /** Additional trusted certificates of mail servers, PEM. */
  mailCa?: string
  colleagues(tx: Tx, caller: Caller): Promise<Colleague[]>
}

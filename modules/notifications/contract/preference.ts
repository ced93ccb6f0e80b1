import type { Channel } from './channel.ts'

/** What a person says for themself: ways that are off by kind, and hours in which nothing leaves the product for them. */
export interface OwnPreference {
  off: { kind: string; channels: Channel[] }[]
  quietFrom: string | null
  quietTo: string | null
}

/** With what they may say it about. */
export interface PreferenceView extends OwnPreference {
  kinds: { name: string; word: string; compulsory: boolean; channels: Channel[] }[]
  /** Addresses that the person has; a channel without one reaches nobody. */
  has: { mail: boolean; sms: boolean; wechat: boolean }
}

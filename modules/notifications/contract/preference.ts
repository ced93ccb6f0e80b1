import type { Channel } from './channel.ts'

/** What a person says for themself: ways that are off by kind, and hours in which nothing leaves the product for them. */
export interface OwnPreference {
  off: { kind: string; channels: Channel[] }[]
  quietFrom: string | null
  quietTo: string | null
}

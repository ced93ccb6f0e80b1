import type { Channel } from './channel.ts'

/** A person's own preferences: channels that are off by kind, and hours in which nothing leaves the product for the person. */
export interface OwnPreference {
  off: { kind: string; channels: Channel[] }[]
  quietFrom: string | null
  quietTo: string | null
}

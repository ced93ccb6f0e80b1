/** Filters one page may listen to at once. */
export const MAX_FILTERS = 20
/** Largest payload that is published from a page or shown on it, in bytes. */
export const MAX_PAYLOAD_BYTES = 64 * 1024
/** How the payload of a message is typed in. */
export const PAYLOAD_FORMS = ['text', 'hex'] as const

/** `connecting` · `connected` · `lost`, being tried again · `refused` by the broker, which says why in `reason`. */
export type MqttLink = 'connecting' | 'connected' | 'lost' | 'refused'

/** What the stream of a page says. */
export type MqttEvent =
  | { readonly kind: 'link'; readonly link: MqttLink; readonly reason: string | null; readonly version: 4 | 5 }
  | { readonly kind: 'subscribed'; readonly filter: string; readonly granted: number | null }
  | {
      readonly kind: 'message'
      /** Epoch ms, when it reached our server. */
      readonly at: number
      readonly topic: string
      /** Base64, at most `MAX_PAYLOAD_BYTES` of it. */
      readonly payload: string
      /** Bytes of the whole payload. */
      readonly size: number
      readonly qos: 0 | 1 | 2
      readonly retain: boolean
    }
  /** Messages that came faster than anybody reads were left out. */
  | { readonly kind: 'dropped'; readonly count: number }

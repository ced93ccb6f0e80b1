/** Filters one page may listen to at once. */
export const MAX_FILTERS = 20
/** Largest payload that is published from a page or shown on it, in bytes. */
export const MAX_PAYLOAD_BYTES = 64 * 1024
/** How the payload of a message is typed in. */
export const PAYLOAD_FORMS = ['text', 'hex'] as const

/** Longest topic or filter, in bytes of UTF-8 (MQTT 3.1.1 and 5.0, §1.5.4 and §4.7.3). */
const MAX_BYTES = 65_535

const isText = (text: string): boolean =>
  text.length > 0 && !text.includes('\0') && new TextEncoder().encode(text).length <= MAX_BYTES

/** Returns a name that can be published to: no wildcard in it (§4.7.1). */
export function isTopic(text: string): boolean {
  return isText(text) && !/[+#]/.test(text)
}

/** Returns a filter that can be subscribed to: `+` and `#` stand for whole levels, `#` for the last (§4.7.1). */
export function isTopicFilter(text: string): boolean {
  if (!isText(text)) return false
  const levels = text.split('/')
  return levels.every(
    (level, at) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === levels.length - 1),
  )
}

/** Bytes of a payload as it was typed; null for a text that is no hexadecimal where it should be. */
export function payloadBytes(form: (typeof PAYLOAD_FORMS)[number], payload: string): Uint8Array | null {
  if (form === 'text') return new TextEncoder().encode(payload)
  const digits = payload.replaceAll(/\s/g, '')
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return null
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}

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

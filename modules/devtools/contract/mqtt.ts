/** Most topic filters that one page can subscribe to. */
export const MAX_FILTERS = 20
/** Largest payload that a page publishes or shows, in bytes. */
export const MAX_PAYLOAD_BYTES = 64 * 1024
/** Input format of a message's payload. */
export const PAYLOAD_FORMS = ['text', 'hex'] as const

/** Longest topic or filter, in bytes of UTF-8 (MQTT 3.1.1 and 5.0, §1.5.4 and §4.7.3). */
const MAX_BYTES = 65_535

const isText = (text: string): boolean =>
  text.length > 0 && !text.includes('\0') && new TextEncoder().encode(text).length <= MAX_BYTES

/** Returns a name that can be published to: no wildcard in it (§4.7.1). */
export function isTopic(text: string): boolean {
  return isText(text) && !/[+#]/.test(text)
}

/** Returns whether a text is a valid topic filter: `+` and `#` must be whole levels, and `#` the last one (§4.7.1). */
export function isTopicFilter(text: string): boolean {
  if (!isText(text)) return false
  const levels = text.split('/')
  return levels.every(
    (level, at) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === levels.length - 1),
  )
}

/** Returns the bytes of a payload as typed; null when `hex` input is not hexadecimal. */
export function payloadBytes(form: (typeof PAYLOAD_FORMS)[number], payload: string): Uint8Array | null {
  if (form === 'text') return new TextEncoder().encode(payload)
  const digits = payload.replaceAll(/\s/g, '')
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return null
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}

/** `connecting` · `connected` · `lost`: the server is trying again · `refused` by the broker, with its reason in `reason`. */
export type MqttLink = 'connecting' | 'connected' | 'lost' | 'refused'

/** Events of a page's stream. */
export type MqttEvent =
  | { readonly kind: 'link'; readonly link: MqttLink; readonly reason: string | null; readonly version: 4 | 5 }
  | { readonly kind: 'subscribed'; readonly filter: string; readonly granted: number | null }
  | {
      readonly kind: 'message'
      /** Epoch ms of arrival at the server. */
      readonly at: number
      readonly topic: string
      /** Base64 of at most `MAX_PAYLOAD_BYTES` bytes. */
      readonly payload: string
      /** Bytes of the whole payload. */
      readonly size: number
      readonly qos: 0 | 1 | 2
      readonly retain: boolean
    }
  /** Number of messages left out because they arrived faster than the page could read them. */
  | { readonly kind: 'dropped'; readonly count: number }

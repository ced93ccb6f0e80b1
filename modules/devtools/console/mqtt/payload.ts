export const SHOWN_AS = ['text', 'json', 'hex'] as const
export type ShownAs = (typeof SHOWN_AS)[number]

/** Bytes of one line in a hex view. */
const LINE = 16

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))

function asHex(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let at = 0; at < bytes.length; at += LINE) {
    const part = [...bytes.subarray(at, at + LINE)]
    const hex = part.map(byte => byte.toString(16).padStart(2, '0')).join(' ')
    const text = part.map(byte => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    lines.push(`${at.toString(16).padStart(4, '0')}  ${hex.padEnd(LINE * 3)} ${text}`)
  }
  return lines.join('\n')
}

/**
 * Returns a payload in the chosen form; null when it should be JSON and is not. Bytes that are not UTF-8 become the replacement
 * character.
 */
export function showPayload(base64: string, as: ShownAs): string | null {
  const bytes = bytesOf(base64)
  if (as === 'hex') return asHex(bytes)
  const text = new TextDecoder().decode(bytes)
  if (as === 'text') return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return null
  }
}

/** Returns whether a text is a valid topic filter: `+` and `#` must be whole levels, `#` the last one (MQTT 5.0 §4.7.1). */
export function isFilter(text: string): boolean {
  if (text === '') return false
  const levels = text.split('/')
  return levels.every(
    (level, at) => !/[+#]/.test(level) || level === '+' || (level === '#' && at === levels.length - 1),
  )
}

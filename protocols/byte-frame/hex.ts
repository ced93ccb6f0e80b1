const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

/** Formats bytes as upper-case hexadecimal digits without gaps. */
export function toHex(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''
  for (let at = from; at < to && at < bytes.length; at++) text += HEX[bytes[at] ?? 0]
  return text
}

/** Parses hexadecimal digits without gaps to bytes; null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null
  return Uint8Array.from({ length: text.length / 2 }, (_, i) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16))
}

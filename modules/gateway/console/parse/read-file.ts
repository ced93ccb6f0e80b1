/** Returns the text of a dropped file, or hexadecimal digits if its bytes are not text. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Binary frames can be valid UTF-8 by chance, but text written by a person has no control characters.
    if (!Array.from(text).some(isControl)) return text
  } catch {
    // Not UTF-8: bytes.
  }
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

const isControl = (character: string) =>
  character < ' ' && character !== '\n' && character !== '\r' && character !== '\t'

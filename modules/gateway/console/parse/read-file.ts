/** Returns the text of a dropped file: as it is, or as hexadecimal digits when its bytes are no text. */
export function textOfBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // Frames of bytes may be good UTF-8 by chance; no text a person writes has control characters.
    if (!Array.from(text).some(isControl)) return text
  } catch {
    // No text: bytes.
  }
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

const isControl = (character: string) =>
  character < ' ' && character !== '\n' && character !== '\r' && character !== '\t'

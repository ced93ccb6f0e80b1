import { PayError } from './pay-error.ts'

/** Longest message that is read. The longest known, an encrypted resource, has at most 1,048,576 characters. */
export const MAX_BODY_BYTES = 2_097_152

/** What arrives from the network is bytes; a text counts as its UTF-8 bytes. */
export type Body = string | Uint8Array

// A byte order mark stays and makes the JSON invalid: without it other bytes would be read than were signed.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the bytes of a message. @throws PayError `pay.too-long` */
export function bytesOf(body: Body): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body
  if (bytes.length > MAX_BODY_BYTES) throw new PayError('pay.too-long')
  return bytes
}

/** Returns the text of a message. @throws PayError `pay.too-long`, `pay.not-text` */
export function textOf(body: Body): string {
  if (typeof body === 'string' && !body.isWellFormed()) throw new PayError('pay.not-text')
  const bytes = bytesOf(body)
  if (typeof body === 'string') return body
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new PayError('pay.not-text')
  }
}

/**
 * Returns the bytes of a base64 text, or null when it is not the one canonical text of them. Node ignores foreign characters
 * and unused bits, so that a changed signature would otherwise still be right.
 */
export function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64')
  return text !== '' && bytes.toString('base64') === text ? bytes : null
}

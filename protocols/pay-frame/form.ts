import { PayError } from './pay-error.ts'

/** Most fields of a form or a query; the longest known notification has some forty. */
export const MAX_FIELDS = 200

/**
 * Parses a form or a query (application/x-www-form-urlencoded, UTF-8), each value decoded exactly once. The order of the fields
 * is kept.
 * @throws PayError `pay.not-a-form`, `pay.duplicate`, `pay.too-long` for more than `MAX_FIELDS` fields
 */
export function parseForm(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  if (text === '') return fields
  const pairs = text.split('&', MAX_FIELDS + 1)
  if (pairs.length > MAX_FIELDS) throw new PayError('pay.too-long')
  for (const pair of pairs) {
    const middle = pair.indexOf('=')
    if (middle < 1) throw new PayError('pay.not-a-form')
    const key = decoded(pair.slice(0, middle))
    if (fields.has(key)) throw new PayError('pay.duplicate', key)
    fields.set(key, decoded(pair.slice(middle + 1)))
  }
  return fields
}

/** Writes a form or a query; spaces become `%20`, which every decoder reads. @throws PayError `pay.not-text` */
export function writeForm(fields: Iterable<readonly [string, string]>): string {
  return Array.from(fields, ([key, value]) => `${encoded(key)}=${encoded(value)}`).join('&')
}

/** Returns one url-decoded part. @throws PayError `pay.not-a-form` */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    throw new PayError('pay.not-a-form')
  }
}

/** Returns one part url-encoded. @throws PayError `pay.not-text` for a lone surrogate */
export function encoded(part: string): string {
  if (!part.isWellFormed()) throw new PayError('pay.not-text')
  return encodeURIComponent(part)
}

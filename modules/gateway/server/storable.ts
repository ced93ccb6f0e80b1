/*
 * PostgreSQL stores neither U+0000 nor half a surrogate pair. Frames are checked UTF-8, so both can arrive only as JSON escapes;
 * stored as jsonb they would fail the whole transaction, with all other frames in it.
 */
const ESCAPED = /\\u(?:0000|d[89a-f])/i

/** Whether a frame may contain such a text; has false positives but no false negatives. */
export function mayBeUnstorable(frame: string): boolean {
  return ESCAPED.test(frame)
}

const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Returns whether every text of a JSON value, keys included, can be stored. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner))
}

/** Returns the nearest text that can be stored, visibly changed. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\u2400').toWellFormed()
}

/** Returns a JSON value with every text and key made storable. For answers; calls of a pile can be refused instead. */
export function storableJson<T>(value: T): T
export function storableJson(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(inner => storableJson<unknown>(inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), storableJson<unknown>(inner)]),
  )
}

/** Stands in a text for a value that is missing; no text of people has it. */
export const MISSING = '\u0000'

/** Returns the parts of a text, between ` · `, whose values are all there; null when none is. */
export function partsWithValues(text: string): string | null {
  const parts = text.split(' · ').filter(part => !part.includes(MISSING))
  return parts.length > 0 ? parts.join(' · ') : null
}

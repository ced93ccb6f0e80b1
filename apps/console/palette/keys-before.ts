/** A key event as the palette's input would have received it. */
interface TypedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** Longest text that is kept before the palette is loaded. */
const MAX_KEPT = 100

/**
 * Returns the text typed while the palette loads, after one more key; null for a key that is not text: commands, and parts of a
 * word that an input method is still composing.
 */
export function typedBefore(text: string, { key, ctrlKey, metaKey, altKey, isComposing }: TypedKey): string | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('')
  // Names of keys have more than one character; characters outside the first plane count as one.
  if (Array.from(key).length !== 1) return null
  return text.length < MAX_KEPT ? text + key : text
}

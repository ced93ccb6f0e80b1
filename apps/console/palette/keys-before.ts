/** One key as the palette's own input would have heard it. */
interface TypedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly isComposing: boolean
}

/** Longest text that is kept; who types more before a dialog comes has noticed. */
const MAX_KEPT = 100

/**
 * The text that was typed while the palette is on its way, after one more key. Null for a key that is not the palette's:
 * commands, and the parts of a word that an input method still makes.
 */
export function typedBefore(text: string, { key, ctrlKey, metaKey, altKey, isComposing }: TypedKey): string | null {
  if (ctrlKey || metaKey || altKey || isComposing) return null
  if (key === 'Backspace') return Array.from(text).slice(0, -1).join('')
  // Names of keys are longer than one character, characters outside the first plane are not.
  if (Array.from(key).length !== 1) return null
  return text.length < MAX_KEPT ? text + key : text
}

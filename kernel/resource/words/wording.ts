import type { MenuChange } from '@wattyard/pages'
import type { EntryChanges } from '../dictionary.ts'

/** Languages in which the product speaks. */
export type Language = 'zh' | 'en' | 'es'

/** A word in the languages in which somebody has said it. */
export type OwnWord = Readonly<Partial<Record<Language, string>>>

/**
 * Everything that a tenant says otherwise than the product: words by their key, entries of dictionaries, the menu. Made
 * whenever one of them changes, read as a whole by every process and every console.
 */
export interface Wording {
  readonly words: Readonly<Record<string, OwnWord>>
  /** By dictionary, then by code. */
  readonly entries: Readonly<Record<string, EntryChanges>>
  readonly menu: readonly MenuChange[]
}

export const NO_WORDING: Wording = { words: {}, entries: {}, menu: [] }

/** Entry by its key, of its own only: a word may be called `constructor`. */
export function ownWord(wording: Wording, key: string): OwnWord | undefined {
  return Object.hasOwn(wording.words, key) ? wording.words[key] : undefined
}

export function changesOf(wording: Wording, dictionary: string): EntryChanges {
  return Object.hasOwn(wording.entries, dictionary) ? (wording.entries[dictionary] ?? {}) : {}
}

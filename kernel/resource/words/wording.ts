import type { MenuChange } from '@wattyard/pages'
import type { EntryChanges } from '../dictionary.ts'

/** Languages of the product. */
export type Language = 'zh' | 'en' | 'es'

/** A tenant's own text in those languages that it has written. */
export type OwnWord = Readonly<Partial<Record<Language, string>>>

/**
 * All texts, dictionary entries and menu changes of a tenant that differ from the product. It is rebuilt after each change and
 * read as a whole by every process and console.
 */
export interface Wording {
  readonly words: Readonly<Record<string, OwnWord>>
  /** By dictionary name, then by code. */
  readonly entries: Readonly<Record<string, EntryChanges>>
  readonly menu: readonly MenuChange[]
}

export const NO_WORDING: Wording = { words: {}, entries: {}, menu: [] }

/** Returns the tenant's own text at a key. It checks own properties only, since a key may be `constructor`. */
export function ownWord(wording: Wording, key: string): OwnWord | undefined {
  return Object.hasOwn(wording.words, key) ? wording.words[key] : undefined
}

export function changesOf(wording: Wording, dictionary: string): EntryChanges {
  return Object.hasOwn(wording.entries, dictionary) ? (wording.entries[dictionary] ?? {}) : {}
}

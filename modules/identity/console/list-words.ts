import type { Language } from '@wattyard/console-kit'

/** Returns words as a list in a sentence: "a, b and c". */
export const listWords = (words: readonly string[], language: Language): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(words)

import { ICONS } from '@wattyard/pages'
import type { MessageRef } from '@wattyard/server-kit'
import { type InLanguages } from '../../contract/calls/dict-entry.ts'
import { COLOUR, ENTRY_CODE } from '../../contract/dict-entry.ts'
import { hasHidden, looksOf } from '../../contract/look-alike.ts'
import type { KnownDictionary } from './dictionaries.ts'
import { type DictRow, textsByLanguage } from './make-wording.ts'

const LANGUAGES = ['zh', 'en', 'es'] as const
type Language = (typeof LANGUAGES)[number]
const FIELD: Readonly<Record<Language, string>> = { zh: 'wordZh', en: 'wordEn', es: 'wordEs' }

/** Returns the product's text of an entry in one language. */
export type Shipped = (language: Language, code: string) => string

/** Returns the texts of an entry as stored: the tenant's, or the product's where it has none. */
export function wordsInForce(
  row: Pick<DictRow, 'code' | 'word_zh' | 'word_en' | 'word_es'>,
  isOwn: boolean,
  shipped: Shipped,
): InLanguages {
  const own = textsByLanguage(row.word_zh, row.word_en, row.word_es, isOwn)
  const said = (language: Language): string => own[language] ?? (isOwn ? row.code : shipped(language, row.code))
  return { zh: said('zh'), en: said('en'), es: said('es') }
}

/** Separators of tags in a spreadsheet; a text containing one could not be imported again. */
const SEPARATOR = /[,;，；、\n]/

function flawOfWord(word: string): MessageRef | null {
  if (hasHidden(word)) return { key: 'kernel.field.forbiddenCharacter' }
  return SEPARATOR.test(word) ? { key: 'platform.field.separator' } : null
}

/** Returns the errors of a dictionary row to be stored; empty when it is valid. */
export function problemsOfEntry(
  dictionary: KnownDictionary | undefined,
  row: DictRow,
  others: readonly DictRow[],
  shipped: Shipped,
): Record<string, MessageRef> {
  if (!dictionary) return { dictionary: { key: 'platform.field.noSuchDictionary' } }
  const isOwn = !dictionary.codes.includes(row.code)
  if (isOwn && dictionary.kind === 'closed') return { code: { key: 'platform.field.closedSet' } }
  const flaws: Record<string, MessageRef> = {}
  if (row.colour !== null && !COLOUR.test(row.colour)) flaws.colour = { key: 'kernel.field.notAColour' }
  if (row.icon !== null && !ICONS.some(icon => icon === row.icon)) flaws.icon = { key: 'kernel.field.notOneOf' }
  if (dictionary.kind === 'closed' && !row.enabled) flaws.enabled = { key: 'platform.field.alwaysOn' }
  if (isOwn && hasLookAlike(dictionary, row, others)) flaws.code = { key: 'platform.field.looksTaken' }
  // Values from before the dictionary may be added unchanged; new codes need the format of a code.
  else if (isOwn && (!ENTRY_CODE.test(row.code) || hasHidden(row.code)))
    flaws.code = { key: 'kernel.field.notAnEntryCode' }
  const said = textsByLanguage(row.word_zh, row.word_en, row.word_es, isOwn)
  if (isOwn && Object.keys(said).length === 0) flaws.wordZh = { key: 'kernel.field.required' }
  Object.assign(flaws, flawsOfWords(dictionary, row, others, shipped))
  return flaws
}

function hasLookAlike(dictionary: KnownDictionary, row: DictRow, others: readonly DictRow[]): boolean {
  const taken = new Set([...dictionary.codes, ...others.map(({ code }) => code)].map(looksOf))
  return taken.has(looksOf(row.code))
}

function flawsOfWords(
  dictionary: KnownDictionary,
  row: DictRow,
  others: readonly DictRow[],
  shipped: Shipped,
): Record<string, MessageRef> {
  const flaws: Record<string, MessageRef> = {}
  const changed = new Map(others.map(other => [other.code, other]))
  const codes = new Set([...dictionary.codes, ...changed.keys()])
  codes.delete(row.code)
  const blank = (code: string) => changed.get(code) ?? { code, word_zh: null, word_en: null, word_es: null }
  const rest = [...codes].map(code => wordsInForce(blank(code), !dictionary.codes.includes(code), shipped))
  for (const language of LANGUAGES) {
    const word = { zh: row.word_zh, en: row.word_en, es: row.word_es }[language]
    if (word === null) continue
    const flaw = flawOfWord(word)
    if (flaw) flaws[FIELD[language]] = flaw
    else if (rest.some(words => looksOf(words[language]) === looksOf(word)))
      flaws[FIELD[language]] = { key: 'platform.field.looksTaken' }
  }
  return flaws
}

import { SYLLABLES } from './syllables.ts'

const PAIRS = [...SYLLABLES.matchAll(/([a-z]+)(.)/gu)].map(([, syllable = '', first = '']) => ({ syllable, first }))
const HAN = /\p{Script=Han}/u

let collator: Intl.Collator | undefined

/** Returns the pinyin of a Han character without its tone. No dictionary of characters is loaded: the collation has their order. */
function syllableOf(character: string): string {
  collator ??= new Intl.Collator('zh-CN-u-co-pinyin')
  let [from, to] = [0, PAIRS.length]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (collator.compare(PAIRS[middle]?.first ?? '', character) > 0) to = middle
    else from = middle
  }
  return PAIRS[from]?.syllable ?? ''
}

/**
 * Returns a text with its Han characters as pinyin initials: `充电桩 AC` → `cdz ac`. A character with several readings has its
 * commonest one.
 */
export function initialsOf(text: string): string {
  return Array.from(text, character =>
    HAN.test(character) ? syllableOf(character).charAt(0) : character.toLowerCase(),
  ).join('')
}

/** Returns whether the whole pinyin of a text contains the search text, from the start of a syllable on: `zhuang` in 充电桩. */
function hasPinyin(text: string, wanted: string): boolean {
  const syllables = Array.from(text.replace(/\s/g, ''), character =>
    HAN.test(character) ? syllableOf(character) : character.toLowerCase(),
  )
  return syllables.some((_, at) => syllables.slice(at).join('').startsWith(wanted))
}

/** Returns whether a text contains the search text: as written, by the initials of its pinyin, or by its whole pinyin. */
export function matchesText(text: string, sought: string): boolean {
  const wanted = sought.trim().toLowerCase()
  if (text.toLowerCase().includes(wanted)) return true
  if (!HAN.test(text)) return false
  // Some write a space or an apostrophe between syllables.
  const letters = wanted.replace(/[\s']/g, '')
  return initialsOf(text).includes(wanted) || (letters !== '' && hasPinyin(text, letters))
}

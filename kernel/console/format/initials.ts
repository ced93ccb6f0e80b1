/**
 * First character of each pinyin initial in the browser's collation order. No dictionary is loaded: the initial of a character is
 * that of the last entry that does not sort behind it.
 */
const FIRST = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他穵夕丫匝'
const LETTERS = 'abcdefghjklmnopqrstwxyz'
const HAN = /\p{Script=Han}/u

let collator: Intl.Collator | undefined

function initialOf(character: string): string {
  collator ??= new Intl.Collator('zh-CN-u-co-pinyin')
  let letter = ''
  for (let i = 0; i < FIRST.length; i += 1) {
    if (collator.compare(FIRST[i] ?? '', character) > 0) break
    letter = LETTERS[i] ?? ''
  }
  return letter
}

/**
 * Returns a text with its Han characters as pinyin initials: `充电桩 AC` → `cdz ac`. A character with several readings has its
 * commonest one.
 */
export function initialsOf(text: string): string {
  return Array.from(text, character => (HAN.test(character) ? initialOf(character) : character.toLowerCase())).join('')
}

/** Returns whether a text contains the search text, as written or by the initials of its pinyin. */
export function matchesText(text: string, sought: string): boolean {
  const wanted = sought.trim().toLowerCase()
  return text.toLowerCase().includes(wanted) || (HAN.test(text) && initialsOf(text).includes(wanted))
}

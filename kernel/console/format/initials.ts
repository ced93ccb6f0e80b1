/**
 * First character of each pinyin initial in the collation order of the browser. No dictionary is loaded: a character's
 * initial is that of the last of these which does not stand behind it.
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

/** `充电桩 AC` → `cdz ac`. A character with several readings has its commonest one. */
export function initialsOf(text: string): string {
  return Array.from(text, character => (HAN.test(character) ? initialOf(character) : character.toLowerCase())).join('')
}

/** Returns whether a text holds what is sought, as written or by the initials of its pinyin. */
export function matchesText(text: string, sought: string): boolean {
  const wanted = sought.trim().toLowerCase()
  return text.toLowerCase().includes(wanted) || (HAN.test(text) && initialsOf(text).includes(wanted))
}

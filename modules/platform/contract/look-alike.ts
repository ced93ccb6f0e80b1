/** Cyrillic and Greek letters that look like Latin ones (a part of Unicode TR39's confusables). */
const FROM = 'абвгеһіјкӏмнорԛѕтухԝԁαβεηικμνορτυχγ'
const TO__ = 'a6brehijklmhopqstyxwdabeniкuvoptuxy'.replace('к', 'k')
const LATIN: ReadonlyMap<string, string> = new Map(Array.from(FROM, (letter, i) => [letter, TO__[i] ?? letter]))

/**
 * Returns a text's appearance for comparison: width, case, accents, blanks and invisible characters are ignored, and look-alikes
 * of other scripts become Latin letters. Texts with the same result look the same to a reader.
 */
export function looksOf(word: string): string {
  const bare = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
  return Array.from(bare, letter => LATIN.get(letter) ?? letter).join('')
}

/** Returns whether a text has invisible characters or such that change the direction of the following text. Names need none. */
export function hasHidden(word: string): boolean {
  return /[\p{Cf}\u2028\u2029]/u.test(word)
}

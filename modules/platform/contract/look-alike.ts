/** Letters of Cyrillic and Greek that are drawn like Latin ones (a part of Unicode TR39's confusables). */
const FROM = 'абвгеһіјкӏмнорԛѕтухԝԁαβεηικμνορτυχγ'
const TO__ = 'a6brehijklmhopqstyxwdabeniкuvoptuxy'.replace('к', 'k')
const LATIN: ReadonlyMap<string, string> = new Map(Array.from(FROM, (letter, i) => [letter, TO__[i] ?? letter]))

/**
 * What a word looks like: width, case, accents, blanks and invisible characters do not count, and letters of other scripts
 * are those they look like. Two words that come to the same are one to whoever reads them.
 */
export function looksOf(word: string): string {
  const bare = word
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\s]/gu, '')
  return Array.from(bare, letter => LATIN.get(letter) ?? letter).join('')
}

/**
 * Returns whether a word has characters that nobody sees or that turn the direction of what follows: no name needs
 * them.
 */
export function hasHidden(word: string): boolean {
  return /[\p{Cf}\u2028\u2029]/u.test(word)
}

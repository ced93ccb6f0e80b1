/** Characters that leave no ink of their own: joiners, direction marks, variation selectors, byte order mark. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u200b]/gu
/** Radicals of the Kangxi dictionary share their glyph with the common character, which is what a reader copies then. */
const RADICALS = /[\u2f00-\u2fdf]/gu
const SPACES = /[\t\u00a0\u2000-\u200a\u202f\u205f]/gu
// oxlint-disable-next-line no-control-regex -- control characters are what is to be found
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu

/**
 * Returns a text as the font can print it. A character without a glyph becomes its code in brackets, such as
 * `[U+1F697]`, so that nothing disappears and no two characters look alike.
 *
 * @param hasGlyph whether the font draws a code point
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const plain = text
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(SPACES, ' ')
    .replace(RADICALS, one => one.normalize('NFKC'))
  let printed = ''
  for (const character of plain.replace(CONTROLS, codeText).replace(INVISIBLE, '')) {
    const codePoint = character.codePointAt(0) ?? 0
    printed += character === '\n' || hasGlyph(codePoint) ? character : codeText(character)
  }
  return printed
}

const codeText = (character: string): string =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`

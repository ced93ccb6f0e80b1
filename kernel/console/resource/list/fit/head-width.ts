/** Padding of the cell, the sort mark, and a margin for the letters, in pixels. */
const AROUND = 38
/** Padding of the cell, padding and dot of a coloured word, in pixels. */
const AROUND_WORD = 50
const NARROW = 6.3
const WIDE = 13
/** Largest width in pixels; a longer name is cut, to leave room for the values. */
const MOST = 220

const lettersOf = (text: string): number =>
  Array.from(text, letter => (letter > '\u2e7f' ? WIDE : NARROW)).reduce((sum, one) => sum + one, 0)

/**
 * Returns the width in pixels that a column's name needs in a table head. It is an estimate, because nothing can be measured
 * before it is drawn.
 */
export function headWidth(name: string): number {
  return Math.min(MOST, Math.ceil(lettersOf(name)) + AROUND)
}

/** Returns the width in pixels that the longest of some words needs as a coloured word in a cell; an estimate, too. */
export function wordsWidth(words: readonly string[]): number {
  const longest = Math.max(0, ...words.map(lettersOf))
  return Math.min(MOST, Math.ceil(longest) + AROUND_WORD)
}

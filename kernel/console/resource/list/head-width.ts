/** Padding of the cell, the sort mark, and a margin for the letters, in pixels. */
const AROUND = 40
const NARROW = 6.6
const WIDE = 13
/** Largest width in pixels; a longer name is cut, to leave room for the values. */
const MOST = 220

/**
 * Returns the width in pixels that a column's name needs in a table head. It is an estimate, because nothing can be measured
 * before it is drawn.
 */
export function headWidth(name: string): number {
  const letters = Array.from(name, letter => (letter > '\u2e7f' ? WIDE : NARROW)).reduce((sum, one) => sum + one, 0)
  return Math.min(MOST, Math.ceil(letters) + AROUND)
}

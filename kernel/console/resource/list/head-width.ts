/** Padding of the cell, the mark of its order, and what letters vary. */
const AROUND = 40
const NARROW = 6.6
const WIDE = 13
/** Beyond this the name is cut: it would take the room of the values. */
const MOST = 220

/** Pixels that a column's name needs at the size of a table's head. An estimate: nothing is measured before it is drawn. */
export function headWidth(name: string): number {
  const letters = Array.from(name, letter => (letter > '\u2e7f' ? WIDE : NARROW)).reduce((sum, one) => sum + one, 0)
  return Math.min(MOST, Math.ceil(letters) + AROUND)
}

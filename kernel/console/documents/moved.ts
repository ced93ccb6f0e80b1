/** Returns a list with one entry moved to index `to` among the others. */
export function moved<T>(list: readonly T[], entry: T, to: number): T[] {
  const others = list.filter(one => one !== entry)
  return others.toSpliced(to, 0, entry)
}

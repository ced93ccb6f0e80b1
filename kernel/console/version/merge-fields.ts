/** A field that both sides changed, to different values; undefined: the side has removed it. */
export interface FieldConflict<V> {
  readonly key: string
  readonly mine: V | undefined
  readonly theirs: V | undefined
}

export type Side = 'mine' | 'theirs'

/**
 * Returns both sides' changes of a content that is taken apart into fields: a field that one side changed has its value, whether
 * set or removed. A field that both changed to different values is a conflict; it has the value of the chosen side, else mine.
 */
export function mergeFields<V>(
  base: ReadonlyMap<string, V>,
  mine: ReadonlyMap<string, V>,
  theirs: ReadonlyMap<string, V>,
  same: (a: V, b: V) => boolean,
  choices: Readonly<Record<string, Side>> = {},
): { readonly merged: Map<string, V>; readonly conflicts: readonly FieldConflict<V>[] } {
  const isSame = (a: V | undefined, b: V | undefined): boolean =>
    a === undefined || b === undefined ? a === b : same(a, b)
  const merged = new Map<string, V>()
  const conflicts: FieldConflict<V>[] = []
  for (const key of new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])) {
    const [was, my, their] = [base.get(key), mine.get(key), theirs.get(key)]
    const isConflict = !isSame(was, my) && !isSame(was, their) && !isSame(my, their)
    if (isConflict) conflicts.push({ key, mine: my, theirs: their })
    const takesTheirs = isConflict ? choices[key] === 'theirs' : isSame(was, my)
    const value = takesTheirs ? their : my
    if (value !== undefined) merged.set(key, value)
  }
  return { merged, conflicts }
}

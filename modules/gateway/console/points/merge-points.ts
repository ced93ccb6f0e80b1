import { mergeFields, type Side } from '@wattyard/console-kit'
import { POINT_COLUMNS, type PointColumn, type PointRow } from '../../contract/point-map/point.ts'

type Rows = readonly PointRow[]

/**
 * What both sides changed differently: a cell, or (`column` null) a row that one side removed (`undefined`) and the other changed.
 * `row` names the row: its key, or its place.
 */
export type PointConflict = { readonly key: string; readonly row: string } & (
  | { readonly column: PointColumn; readonly mine: string | undefined; readonly theirs: string | undefined }
  | { readonly column: null; readonly mine: PointRow | undefined; readonly theirs: PointRow | undefined }
)

/**
 * What tells rows apart, the surest first. Places do not: a row that is inserted moves all others. A row that was renamed is still
 * the one at its address, and one without a key is known by nothing else.
 */
const MARKS: readonly (readonly PointColumn[])[] = [
  ['key'],
  ['area', 'address', 'bit'],
  ['area', 'address', 'bit', 'measurand', 'part', 'unit'],
  POINT_COLUMNS,
  ['name'],
]

/** Returns the rows by a mark; those that share it, or have nothing there, are left out. */
function byMark(rows: ReadonlySet<PointRow>, columns: readonly PointColumn[]): Map<string, PointRow> {
  const marked = Map.groupBy(rows, row =>
    columns.some(column => row[column]) ? JSON.stringify(columns.map(column => row[column] ?? '')) : '',
  )
  return new Map([...marked].flatMap(([mark, [row, another]]) => (mark && row && !another ? [[mark, row]] : [])))
}

/** Returns, for rows of one side, the row of the other that is the same. */
function pairsOf(rows: Rows, others: Rows): Map<PointRow, PointRow> {
  const [left, leftOthers] = [new Set(rows), new Set(others)]
  const pairs = new Map<PointRow, PointRow>()
  for (const columns of MARKS) {
    const marked = byMark(leftOthers, columns)
    for (const [mark, row] of byMark(left, columns)) {
      const other = marked.get(mark)
      if (!other) continue
      pairs.set(row, other)
      left.delete(row)
      leftOthers.delete(other)
    }
  }
  return pairs
}

/** One row as both began with it, as I have it, as they have it. */
interface Sides {
  readonly was: PointRow | undefined
  readonly my: PointRow | undefined
  readonly their: PointRow | undefined
}

/** Returns the rows of all sides, mine in my order, then those that I do not have. */
function matched(base: Rows, mine: Rows, theirs: Rows): Sides[] {
  const [ofMine, ofTheirs] = [pairsOf(mine, base), pairsOf(theirs, base)]
  const theirOf = new Map([...ofTheirs].map(([their, was]) => [was, their]))
  // What both sides added is one row, too.
  const added = pairsOf(
    mine.filter(row => !ofMine.has(row)),
    theirs.filter(row => !ofTheirs.has(row)),
  )
  const ours = mine.map((my): Sides => {
    const was = ofMine.get(my)
    return { was, my, their: was ? theirOf.get(was) : added.get(my) }
  })
  const [known, taken] = [new Set(ofMine.values()), new Set(added.values())]
  const others = theirs.flatMap((their): Sides[] => {
    const was = ofTheirs.get(their)
    return (was ? known.has(was) : taken.has(their)) ? [] : [{ was, my: undefined, their }]
  })
  return [...ours, ...others]
}

const cellsOf = (row: PointRow | undefined): Map<PointColumn, string> =>
  new Map(POINT_COLUMNS.flatMap(column => (row?.[column] === undefined ? [] : [[column, row[column]]])))

const isSame = (a: PointRow, b: PointRow): boolean =>
  POINT_COLUMNS.every(column => (a[column] ?? '') === (b[column] ?? ''))

/** Merges one row. */
function mergeRow(
  { was, my, their }: Sides,
  at: number,
  choices: Readonly<Record<string, Side>>,
): { readonly row: PointRow | undefined; readonly conflicts: readonly PointConflict[] } {
  const name = my?.key ?? was?.key ?? their?.key ?? `#${at + 1}`
  if (my && their) {
    const keyOf = (column: string): string => `${at}\n${column}`
    const keyed = (row: PointRow | undefined) =>
      new Map([...cellsOf(row)].map(([column, text]) => [keyOf(column), text]))
    const same = (a: string, b: string): boolean => a === b
    const { merged, conflicts } = mergeFields(keyed(was), keyed(my), keyed(their), same, choices)
    const told = conflicts.flatMap(({ key, mine, theirs }): PointConflict[] => {
      const column = POINT_COLUMNS.find(one => keyOf(one) === key)
      return column ? [{ key, row: name, column, mine, theirs }] : []
    })
    const cells = POINT_COLUMNS.flatMap(column => {
      const cell = merged.get(keyOf(column))
      return cell === undefined ? [] : [[column, cell]]
    })
    return { row: Object.fromEntries(cells), conflicts: told }
  }
  const left = my ?? their
  if (!was || !left) return { row: left, conflicts: [] }
  // One side has removed the row; that stands where the other has not changed it.
  if (isSame(was, left)) return { row: undefined, conflicts: [] }
  const key = `${at}\n`
  const row = choices[key] === 'theirs' ? their : my
  return { row, conflicts: [{ key, row: name, column: null, mine: my, theirs: their }] }
}

/**
 * Returns both sides' changes of a map, cell by cell; rows are matched by what tells them apart (`MARKS`). In a conflict mine stays
 * unless theirs is chosen by its key.
 */
export function mergePoints(
  { base, mine, theirs }: { readonly base: Rows; readonly mine: Rows; readonly theirs: Rows },
  choices: Readonly<Record<string, Side>>,
): { readonly merged: PointRow[]; readonly conflicts: readonly PointConflict[] } {
  const rows = matched(base, mine, theirs).map((sides, at) => mergeRow(sides, at, choices))
  return { merged: rows.flatMap(({ row }) => row ?? []), conflicts: rows.flatMap(({ conflicts }) => conflicts) }
}

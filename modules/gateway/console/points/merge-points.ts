import { mergeFields, type Side } from '@wattyard/console-kit'
import { POINT_COLUMNS, type PointColumn, type PointRow } from '../../contract/point-map/point.ts'

type Rows = readonly PointRow[]

/** A cell that both sides changed differently. `row` names the row: its key, or its place. */
export interface CellConflict {
  readonly key: string
  readonly row: string
  readonly column: PointColumn
  readonly mine: string | undefined
  readonly theirs: string | undefined
}

/** Returns the rows by their key; a row without one, or with one that is taken, by its place. */
function rowsByName(rows: Rows): Map<string, PointRow> {
  const named = new Map<string, PointRow>()
  rows.forEach((row, at) => named.set(row.key && !named.has(row.key) ? row.key : `#${at + 1}`, row))
  return named
}

/** Returns the cells by row and column. A row has at least its presence, so that an empty one is not lost. */
function cellsOf(rows: ReadonlyMap<string, PointRow>): Map<string, string> {
  return new Map(
    [...rows].flatMap(([name, row]) => [
      [`${name}\n`, ''] as const,
      ...POINT_COLUMNS.flatMap(column =>
        row[column] === undefined ? [] : [[`${name}\n${column}`, row[column]] as const],
      ),
    ]),
  )
}

/**
 * Returns both sides' changes of a map, cell by cell. A row that one side removed is gone. In a conflict mine stays unless theirs
 * is chosen by its key.
 */
export function mergePoints(
  { base, mine, theirs }: { readonly base: Rows; readonly mine: Rows; readonly theirs: Rows },
  choices: Readonly<Record<string, Side>>,
): { readonly merged: PointRow[]; readonly conflicts: readonly CellConflict[] } {
  const [before, ours, others] = [rowsByName(base), rowsByName(mine), rowsByName(theirs)]
  const same = (a: string, b: string): boolean => a === b
  const { merged, conflicts } = mergeFields(cellsOf(before), cellsOf(ours), cellsOf(others), same, choices)
  const names = [...ours.keys(), ...[...others.keys()].filter(name => !ours.has(name))].filter(name =>
    merged.has(`${name}\n`),
  )
  const rowOf = (name: string): PointRow =>
    Object.fromEntries(
      POINT_COLUMNS.flatMap(column => {
        const cell = merged.get(`${name}\n${column}`)
        return cell === undefined ? [] : [[column, cell]]
      }),
    )
  const told = conflicts.flatMap(({ key, mine: my, theirs: their }): CellConflict[] => {
    const [row = '', column = ''] = key.split('\n')
    const known = POINT_COLUMNS.find(one => one === column)
    return known && merged.has(`${row}\n`) ? [{ key, row, column: known, mine: my, theirs: their }] : []
  })
  return { merged: names.map(rowOf), conflicts: told }
}

import { allLabelKeys, type Resource } from '@wattyard/resource'
import type { ImportInput } from './import-records.ts'
import { fieldOfHeader, listOf, partsOf } from './read-cell.ts'

type Row = ImportInput['rows'][number]

/**
 * Returns the rows of a sheet in the order in which they can be written: of a tree, a row behind those of the sheet that it names.
 * Rows that name each other in a circle keep their places; they are refused when it is their turn.
 *
 * @param headers keys of fields by header (`fieldsByHeader`)
 */
export function parentsFirst(
  resource: Pick<Resource, 'name' | 'fields' | 'unique' | 'label' | 'labelIn'>,
  headers: ReadonlyMap<string, string>,
  rows: readonly Row[],
): readonly Row[] {
  const { name, fields, unique = [] } = resource
  const isParent = (key: string): boolean => fields[key]?.of === name
  if (!Object.keys(fields).some(isParent)) return rows
  const names = new Set([...unique.filter(set => set.length === 1).flat(), ...allLabelKeys(resource)])
  const cellsOf = ({ values }: Row): [key: string, text: string][] =>
    Object.entries(values).map(([header, text]) => [fieldOfHeader(headers, header) ?? '', text.trim()])
  const called = new Map<string, Row>()
  for (const row of rows)
    for (const [key, text] of cellsOf(row)) if (names.has(key) && !called.has(text)) called.set(text, row)
  const textsIn = (key: string, text: string): string[] =>
    fields[key]?.kind === 'ref' ? [text] : [text, ...listOf(text), ...partsOf(text)]
  const named = (row: Row): Row[] => {
    const texts = cellsOf(row).flatMap(([key, text]) => (isParent(key) ? textsIn(key, text) : []))
    return [...new Set(texts)].flatMap(text => called.get(text) ?? [])
  }
  // By hand and not by calls: a sheet may be one chain of thousands.
  const begun = new Set<Row>()
  const ordered: Row[] = []
  for (const first of rows) {
    const way = begun.has(first) ? [] : [{ row: first, left: named(first) }]
    begun.add(first)
    for (let here = way.at(-1); here; here = way.at(-1)) {
      const next = here.left.shift()
      if (!next) ordered.push(way.pop()?.row ?? here.row)
      else if (!begun.has(next)) {
        begun.add(next)
        way.push({ row: next, left: named(next) })
      }
    }
  }
  return ordered
}

import { type ImportAnswer, type ImportedRow, unitOfHead, withoutUnit } from '@wattyard/resource'
import type { AnyResource } from '../resource/records.ts'
import type { Sheet } from './csv-text.ts'

/** Rows in one import call (the server's limit); larger files are sent in several calls. */
export const ROWS_PER_CALL = 5_000

/** Column index of the sheet by field; a field without a column keeps its default. */
export type Mapping = Readonly<Record<string, number>>

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-*（）()：:/]/g, '')

/** Matches the sheet's heads to fields by key or by name in any language. Each column is used once. */
export function guessMapping(heads: readonly string[], names: Readonly<Record<string, readonly string[]>>): Mapping {
  const mapping: Record<string, number> = {}
  const used = new Set<number>()
  type Match = (head: string, name: string) => boolean
  const take = (key: string, matches: Match, read: (head: string) => string = head => head): void => {
    if (key in mapping) return
    const wanted = [key, ...(names[key] ?? [])].map(plain).filter(name => name !== '')
    const index = heads.findIndex(
      (head, at) => !used.has(at) && plain(head) !== '' && wanted.some(name => matches(plain(read(head)), name)),
    )
    if (index < 0) return
    mapping[key] = index
    used.add(index)
  }
  for (const key of Object.keys(names)) take(key, (head, name) => head === name)
  for (const key of Object.keys(names)) take(key, (head, name) => head === name, withoutUnit)
  for (const key of Object.keys(names)) take(key, (head, name) => name.length > 1 && head.startsWith(name))
  return mapping
}

/**
 * Returns the rows as the server reads them, with the sheet's texts unchanged, except that a power gets the unit of its head (by
 * the kinds in `fields`), which the server is not told. The server parses words of any language, dates,
 * kilowatts and names of referenced records, so a sheet means the same here and on the command line.
 */
export function importRows(
  sheet: Sheet,
  mapping: Mapping,
  exampleMarks: readonly string[] = [],
  fields: AnyResource['fields'] = {},
): ImportedRow[] {
  const unitOf = (key: string, column: number): string | undefined =>
    fields[key]?.kind === 'power' ? unitOfHead(sheet[0]?.[column] ?? '') : undefined
  const rows = sheet.slice(1).map((row, index) => ({
    line: index + 2,
    values: Object.fromEntries(
      Object.entries(mapping)
        .map(([key, column]): [string, string] => [key, withUnit((row[column] ?? '').trim(), unitOf(key, column))])
        .filter(([, text]) => text !== ''),
    ),
  }))
  return rows.filter(({ line }) => !isExample(sheet[line - 1], exampleMarks))
}

/** Returns a bare number with the unit of its head; the server, which sees no heads, would read it in the unit of the screen. */
const withUnit = (text: string, unit: string | undefined): string =>
  unit !== undefined && /^\d[\d.]*$/.test(text) ? `${text} ${unit}` : text

/** Returns whether a row is the example of a template, whose first cell begins with the mark in one of the languages. */
export function isExample(row: readonly string[] | undefined, marks: readonly string[]): boolean {
  const first = row?.find(cell => cell.trim() !== '')?.trim() ?? ''
  return marks.some(mark => first.startsWith(mark))
}

/** One flaw of a refused row, in words. */
export interface Flaw {
  /** Name of the column; empty when the row as a whole is meant. */
  readonly column: string
  /** Text of the cell; empty when there is none. */
  readonly value: string
  readonly rule: string
}

/** Returns all flaws of a refused row with the texts of their cells. */
export function flawsOf(
  { line, fields }: ImportAnswer['rows'][number],
  sheet: Sheet,
  mapping: Mapping,
  nameOf: (key: string) => string,
): Flaw[] {
  return Object.entries(fields).map(([key, rule]) => ({
    column: key === '*' ? '' : nameOf(key),
    value: sheet[line - 1]?.[mapping[key] ?? -1]?.trim() ?? '',
    rule,
  }))
}

/** Rows that are refused for one reason in one column. */
export interface FlawGroup extends Pick<Flaw, 'column' | 'rule'> {
  readonly count: number
  /** The first rows with the texts of their cells. */
  readonly first: readonly { readonly line: number; readonly value: string }[]
}

/** Returns all flaws of refused rows by column and reason, the reason of most rows first, so that none hides another. */
export function groupFlaws(
  refused: readonly ImportAnswer['rows'][number][],
  sheet: Sheet,
  mapping: Mapping,
  nameOf: (key: string) => string,
  most: number,
): FlawGroup[] {
  const flaws = refused.flatMap(row => flawsOf(row, sheet, mapping, nameOf).map(flaw => ({ ...flaw, line: row.line })))
  const groups = [...Map.groupBy(flaws, ({ column, rule }) => JSON.stringify([column, rule])).values()]
  return groups
    .flatMap(some => {
      const [one] = some
      if (!one) return []
      const first = some.slice(0, most).map(({ line, value }) => ({ line, value }))
      return [{ column: one.column, rule: one.rule, count: some.length, first }]
    })
    .toSorted((a, b) => b.count - a.count)
}

/** Returns a flaw as one text: `Bays "-3": Must be at least 0`. */
export const flawText = ({ column, value, rule }: Flaw): string =>
  column === '' ? rule : `${column}${value === '' ? '' : ` "${value}"`}: ${rule}`

/** Returns the refused rows with their reasons in a first column, to be corrected and imported again. */
export function refusedSheet(
  sheet: Sheet,
  mapping: Mapping,
  refused: readonly ImportAnswer['rows'][number][],
  reasonHead: string,
  nameOf: (key: string) => string,
): Sheet {
  const head = sheet[0] ?? []
  const lines = refused.map(row => {
    const reasons = flawsOf(row, sheet, mapping, nameOf).map(flawText)
    return [reasons.join('; '), ...(sheet[row.line - 1] ?? [])]
  })
  return [[reasonHead, ...head], ...lines]
}

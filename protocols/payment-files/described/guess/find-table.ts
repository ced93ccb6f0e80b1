import { splitCells } from '../../reading/cells.ts'
import { cutAt } from '../records.ts'
import type { FieldName, FileMapping } from '../mapping.ts'
import { columnsByName } from './column-names.ts'
import { areMoney, areWhole, formatsOf } from './value-kinds.ts'

/** A head is looked for among the first lines; banks print an address above it. */
const MAX_HEAD_LINE = 30
/** Rows by which a table is judged. */
const MAX_ROWS = 200
const DELIMITERS = [',', ';', '|', '\t', '^', '||'] as const
/** The usual one first: it stays where both read as well. */
const QUOTES = ['"', "'"] as const
const SEPARATORS = DELIMITERS.flatMap(delimiter => QUOTES.map(quote => ({ delimiter, quote })))
type Separators = (typeof SEPARATORS)[number]

/** Words with which a line of totals begins. */
export const TOTALS =
  /^\s*["#]*\s*(合计|总计|小计|汇总|总笔数|总金额|交易合计|本页合计|totals?\b|grand total|sum\b|suma\b|totales)/i

/** Lines that are a table, as far as they tell. */
export interface Table {
  readonly layout: FileMapping['layout']
  /** Place of the head among the lines; −1 where the first row is none. */
  readonly headLine: number
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** Which fields the names alone tell. */
  readonly named: Readonly<Partial<Record<FieldName, string>>>
}

/** Finds the table that lines are: by the names of its head, else by what its cells are, else by places. */
export function findTable(lines: readonly string[]): Table | null {
  return byNames(lines) ?? byCells(lines) ?? byPlaces(lines)
}

/** The head is the line with most names that are known; of two quotes, the one by which more rows have its columns. */
function byNames(lines: readonly string[]): Table | null {
  let best: Table | null = null
  for (const separators of SEPARATORS)
    for (const [headLine, line] of lines.slice(0, MAX_HEAD_LINE).entries()) {
      const names = cellsIn(line, separators)
      const named = columnsByName(names)
      const more = countOf(named) - countOf(best?.named ?? {})
      if (!isEnough(named) || more < 0) continue
      const table = tableOf(lines, separators, headLine, names, named)
      if (more > 0 || table.rows.length > (best?.rows.length ?? 0)) best = table
    }
  return best
}

const countOf = (named: Table['named']): number => Object.keys(named).length

const cellsIn = (line: string, { delimiter, quote }: Separators): string[] =>
  splitCells(line, delimiter, quote)?.map(cell => cell.trim()) ?? []

const tableOf = (
  lines: readonly string[],
  { delimiter, quote }: Separators,
  headLine: number,
  names: readonly string[],
  named: Table['named'],
): Table => ({
  layout: { kind: 'delimited', delimiter, quote },
  headLine,
  names,
  named,
  rows: lines
    .slice(headLine + 1)
    .map(row => splitCells(row, delimiter, quote) ?? [])
    .filter(row => row.length === names.length && row.some(cell => cell.trim() !== '') && !TOTALS.test(row.join(' ')))
    .slice(0, MAX_ROWS),
})

function isEnough(columns: Table['named']): boolean {
  const hasTime = columns.time !== undefined || columns.date !== undefined
  return hasTime && (columns.amount !== undefined || (columns.income !== undefined && columns.expense !== undefined))
}

/** A run of lines with as many cells, one column of dates and one of amounts; the line before the first of them is the head. */
function byCells(lines: readonly string[]): Table | null {
  let best: Table | null = null
  for (const separators of SEPARATORS) {
    const cells = lines.map(line => cellsIn(line, separators))
    const first = cells.findIndex((row, i) => row.length > 2 && isData(row) && cells[i + 1]?.length === row.length)
    const row = cells[first]
    if (row === undefined || row.length < (best?.names.length ?? 0)) continue
    const head = cells[first - 1]
    const hasHead = head?.length === row.length && !isData(head) && head.every(name => name !== '')
    const names = hasHead ? head : row.map((_, i) => `${i + 1}`)
    const table = tableOf(lines, separators, first - 1, names, columnsByName(names))
    if (row.length === best?.names.length && table.rows.length <= best.rows.length) continue
    best = { ...table, headLine: hasHead ? first - 1 : -1 }
  }
  return best
}

/** Returns whether one cell is a date and another an amount. */
const isData = (cells: readonly string[]): boolean =>
  cells.some(cell => formatsOf([cell]).length > 0) &&
  cells.some(cell => areMoney([cell]) || (areWhole([cell]) && formatsOf([cell]).length === 0))

/** Lines of one width without a delimiter: a column begins where every line has a space before a sign. */
function byPlaces(lines: readonly string[]): Table | null {
  const full = lines.filter(line => line.trim().length > 20)
  const width = Math.max(...full.map(line => line.length), 0)
  const rows = full.filter(line => line.length >= width - 2).slice(0, MAX_ROWS)
  if (rows.length < 2 || width > 4_096) return null
  const starts = [0]
  for (let at = 1; at < width; at++)
    if (rows.every(row => row[at - 1] === ' ') && rows.some(row => (row[at] ?? ' ') !== ' ')) starts.push(at)
  if (starts.length < 3) return null
  const columns = Object.fromEntries(
    starts.map((from, i) => [`${i + 1}`, { from, to: starts[i + 1] ?? Math.max(width, from + 1) }]),
  )
  const cells = rows.map(row => cutAt(columns, row, false))
  if (!cells.some(isData)) return null
  return { layout: { kind: 'widths', columns }, headLine: -1, names: Object.keys(columns), rows: cells, named: {} }
}

/** Returns what some columns hold, in the order of rows, without blanks. */
export function cellsOf(
  { names, rows }: Pick<Table, 'names' | 'rows'>,
  wanted: readonly (string | undefined)[],
): string[] {
  const places = wanted.map(name => names.indexOf(name ?? '\0')).filter(place => place >= 0)
  return rows.flatMap(row => places.map(place => (row[place] ?? '').trim())).filter(cell => cell !== '')
}

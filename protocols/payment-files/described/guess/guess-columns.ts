import type { FieldName, FileMapping } from '../mapping.ts'
import { cellsOf, type Table } from './find-table.ts'
import { areMoney, areReferences, EXPENSE_WORD, formatsOf, INCOME_WORD } from './value-kinds.ts'

/** Why a column is taken for a field: by its name, by what it holds, or by numbers of ours in it. */
export type EvidenceBy = 'name' | 'values' | 'numbers'

export interface ColumnEvidence {
  readonly column: string
  readonly by: EvidenceBy
  /** 0 … 100. */
  readonly certainty: number
}

export interface GuessedColumns {
  readonly columns: FileMapping['columns']
  readonly evidence: Readonly<Partial<Record<FieldName, ColumnEvidence>>>
}

/**
 * Proposes which column each field is. A name that the trade knows counts, unless what the column holds speaks against it; what no name
 * tells is looked for in the cells.
 * @param isOurs whether a text is a number that we gave to a channel
 */
export function guessColumns(table: Table, isOurs: (text: string) => boolean): GuessedColumns {
  const columns: FileMapping['columns'] = {}
  const evidence: Partial<Record<FieldName, ColumnEvidence>> = {}
  const take = (field: FieldName, column: string, by: EvidenceBy, certainty: number): void => {
    columns[field] = column
    evidence[field] = { column, by, certainty }
  }
  for (const [field, column] of Object.entries(table.named) as [FieldName, string][]) {
    const holds = doesHold(field, cellsOf(table, [column]))
    if (holds !== 'other') take(field, column, 'name', holds === 'fits' ? 100 : 70)
  }
  const free = (): string[] => table.names.filter(name => name !== '' && !Object.values(columns).includes(name))
  const find = (
    field: FieldName,
    fits: (cells: readonly string[]) => boolean,
    certainty: number,
    by: EvidenceBy,
  ): void => {
    if (columns[field] !== undefined) return
    const column = free().find(name => fits(cellsOf(table, [name])))
    if (column !== undefined) take(field, column, by, certainty)
  }
  const ours = table.names.find(name => cellsOf(table, [name]).some(isOurs))
  if (ours !== undefined) take('orderNo', ours, 'numbers', 100)
  if (columns.date === undefined) find('time', cells => formatsOf(cells).length > 0, 80, 'values')
  if (columns.amount === undefined && columns.income === undefined) find('amount', areMoney, 60, 'values')
  find('direction', areDirections, 60, 'values')
  find('channelNo', areReferences, 50, 'values')
  if (columns.income !== undefined && columns.expense !== undefined) {
    delete columns.amount
    delete evidence.amount
  }
  return { columns, evidence }
}

const areDirections = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every(cell => INCOME_WORD.test(cell) || EXPENSE_WORD.test(cell))

const MONEY_FIELDS: ReadonlySet<FieldName> = new Set(['amount', 'income', 'expense', 'fee', 'balance'])

/** Returns whether what a column holds fits a field; `unknown` where it holds nothing, or anything would fit. */
function doesHold(field: FieldName, cells: readonly string[]): 'fits' | 'unknown' | 'other' {
  if (cells.length === 0) return 'unknown'
  if (MONEY_FIELDS.has(field)) {
    const numbers = cells.filter(cell => /^[+-]?[0-9][0-9.,]*$/.test(cell)).length
    return numbers === cells.length ? 'fits' : numbers === 0 ? 'other' : 'unknown'
  }
  if (field === 'time' || field === 'date') return formatsOf(cells).length > 0 ? 'fits' : 'unknown'
  return 'fits'
}

import type { FieldName, FileMapping } from '@wattyard/payment-files/mapping'

/** Where a description begins when nothing was recognised in a file. */
export const PLAIN_RULES: FileMapping = {
  encoding: 'utf-8',
  layout: { kind: 'delimited', delimiter: ',', quote: '"' },
  skipLines: 0,
  hasHead: true,
  needsTrailer: false,
  sign: { kind: 'signed' },
  unit: 'major',
  decimalComma: false,
  dateFormats: ['YYYY-MM-DD HH:mm:ss'],
  currency: 'CNY',
  columns: {},
}

/** Delimiters by the keys of their words. */
export const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|', pipes: '||', caret: '^' } as const
export type LayoutKey = keyof typeof DELIMITERS | 'widths'

const MAX_PLACE = 4_096

/** Returns the rules with a column that is these fields and no other; each field is one column. */
export function withMeanings(rules: FileMapping, column: string, fields: readonly FieldName[]): FileMapping {
  const others = Object.entries(rules.columns).filter(
    ([field, name]) => name !== column && !fields.some(one => one === field),
  )
  return {
    ...rules,
    columns: { ...Object.fromEntries(others), ...Object.fromEntries(fields.map(one => [one, column])) },
  }
}

/** Returns what a column is. */
export const meaningsOf = ({ columns }: FileMapping, column: string): FieldName[] =>
  // Object.entries loses the key types; the schema knows no other keys.
  (Object.entries(columns) as [FieldName, string][]).flatMap(([field, name]) => (name === column ? [field] : []))

export function layoutKeyOf({ layout }: FileMapping): LayoutKey {
  if (layout.kind === 'widths') return 'widths'
  const known = Object.entries(DELIMITERS).find(([, delimiter]) => delimiter === layout.delimiter)
  return (known?.[0] ?? 'comma') as LayoutKey // keys of the table
}

/** Returns the rules with another layout. Columns of another one have other names. */
export function withLayout(rules: FileMapping, key: LayoutKey): FileMapping {
  if (key === layoutKeyOf(rules)) return rules
  return key === 'widths'
    ? { ...rules, layout: cutAt([0]), hasHead: false, columns: {} }
    : { ...rules, layout: { kind: 'delimited', delimiter: DELIMITERS[key], quote: '"' }, columns: {} }
}

/** Returns where the columns of a fixed-width file begin. */
export const startsOf = ({ layout }: FileMapping): number[] =>
  layout.kind === 'widths' ? Object.values(layout.columns).map(({ from }) => from) : []

/** Returns the places that a text names, in order, each once; null for a text that names none. */
export function readStarts(text: string): number[] | null {
  const places = text
    .split(/[,，;\s]+/)
    .filter(part => part !== '')
    .map(Number)
  if (places.length === 0 || places.some(place => !Number.isInteger(place) || place < 0 || place >= MAX_PLACE))
    return null
  return [...new Set(places)].toSorted((a, b) => a - b)
}

/** Returns a layout of columns that begin at these places; the last one ends with the line. */
export const cutAt = (starts: readonly number[]): FileMapping['layout'] => ({
  kind: 'widths',
  columns: Object.fromEntries(starts.map((from, i) => [`${i + 1}`, { from, to: starts[i + 1] ?? MAX_PLACE }])),
})

/** Returns the rules with other sums in the line of totals; a place counts from 1 on screen. */
export function withTotal(
  rules: FileMapping,
  name: 'count' | 'amount' | 'income' | 'expense' | 'fee',
  place: number | null,
): FileMapping {
  const { [name]: _before, ...rest } = rules.trailer ?? { start: '' }
  const trailer = { ...rest, ...(place === null ? {} : { [name]: place - 1 }) }
  return { ...rules, trailer }
}

/** Returns whether rules can read a row: somebody said which columns are time and amount. */
export function isComplete({ columns, sign, trailer }: FileMapping): boolean {
  const hasTime = columns.time !== undefined || columns.date !== undefined
  const hasAmount =
    sign.kind === 'two-columns'
      ? columns.income !== undefined && columns.expense !== undefined
      : columns.amount !== undefined
  return hasTime && hasAmount && trailer?.start !== ''
}

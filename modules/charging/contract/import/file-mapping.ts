import { type FileMapping } from '../calls/import.ts'

/** Source of a text: a column, a constant for every row, or a column with a constant for empty cells. */
export interface MappedSource {
  column?: string | undefined
  constant?: string | undefined
}

/** Fields of a session that columns are mapped to, in display order. */
export const MAPPED_FIELDS = [
  'key',
  'start',
  'end',
  'duration',
  'energy',
  'station',
  'connector',
  'site',
  'model',
  'user',
  'price',
  'currency',
  'socStart',
  'socEnd',
  'state',
] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** Fields that can combine several columns. */
export const MANY_COLUMNS: ReadonlySet<MappedField> = new Set(['key', 'start', 'end'])

const SOURCES = ['station', 'connector', 'site', 'model', 'user'] as const
type SourceField = (typeof SOURCES)[number]
const isSource = (field: MappedField): field is SourceField => (SOURCES as readonly string[]).includes(field)

const some = (...columns: (string | undefined)[]): string[] =>
  columns.filter(column => column !== undefined && column !== '') as string[] // what is left is text

/** Returns the columns mapped to a field. */
export function columnsFor(mapping: FileMapping, field: MappedField): string[] {
  if (isSource(field)) return some(mapping[field]?.column)
  switch (field) {
    case 'key':
    case 'start':
      return mapping[field]
    case 'end':
      return mapping.end ?? []
    case 'currency':
      return some(mapping.price?.currency.column)
    case 'socStart':
      return some(mapping.soc?.start)
    case 'socEnd':
      return some(mapping.soc?.end)
    default:
      return some(mapping[field]?.column)
  }
}

const NO_PRICE = { column: '', currency: { constant: 'CNY' }, perUnit: 1, sign: 'positive' } as const

/** Returns the same mapping with other columns for a field; none takes the field out. */
export function withColumns(mapping: FileMapping, field: MappedField, columns: readonly string[]): FileMapping {
  const column = columns[0] ?? ''
  const { decimal } = mapping.energy
  if (isSource(field)) {
    const constant = mapping[field]?.constant
    const source = { ...(column && { column }), ...(constant && { constant }) }
    return { ...mapping, [field]: field === 'station' || column || constant ? source : null }
  }
  switch (field) {
    case 'key':
    case 'start':
      return { ...mapping, [field]: [...columns] }
    case 'end':
      return { ...mapping, end: columns.length ? [...columns] : null }
    case 'energy':
      return { ...mapping, energy: { ...mapping.energy, column } }
    case 'price':
      return { ...mapping, price: column ? { ...NO_PRICE, decimal, ...mapping.price, column } : null }
    case 'currency': {
      if (!mapping.price) return mapping
      const constant = mapping.price.currency.constant ?? 'CNY'
      return { ...mapping, price: { ...mapping.price, currency: { ...(column && { column }), constant } } }
    }
    case 'duration':
      return { ...mapping, duration: column ? { unit: 'min', decimal, ...mapping.duration, column } : null }
    case 'state':
      return { ...mapping, state: column ? { finished: [], ...mapping.state, column } : null }
    case 'socStart':
    case 'socEnd': {
      const soc = { start: '', end: '', ...mapping.soc, [field === 'socStart' ? 'start' : 'end']: column }
      return { ...mapping, soc: soc.start || soc.end ? soc : null }
    }
  }
}

/** Returns the same mapping with another decimal sign everywhere. */
export function withDecimal(mapping: FileMapping, decimal: '.' | ','): FileMapping {
  const { energy, price, duration } = mapping
  return {
    ...mapping,
    energy: { ...energy, decimal },
    price: price && { ...price, decimal },
    duration: duration && { ...duration, decimal },
  }
}

/** Returns the missing fields without which the file cannot be read. */
export function missingFields(mapping: FileMapping): MappedField[] {
  const missing: MappedField[] = []
  if (mapping.key.length === 0) missing.push('key')
  if (mapping.start.length === 0) missing.push('start')
  if (!mapping.end && !mapping.duration) missing.push('end')
  if (!mapping.energy.column) missing.push('energy')
  if (!mapping.station.column && !mapping.station.constant) missing.push('station')
  if (mapping.soc && !mapping.soc.start) missing.push('socStart')
  if (mapping.soc && !mapping.soc.end) missing.push('socEnd')
  if (mapping.state && mapping.state.finished.length === 0) missing.push('state')
  return missing
}

/** Returns whether every column that the mapping looks at is in a header. */
export function fitsHeader(mapping: FileMapping, header: readonly string[]): boolean {
  const names = new Set(header)
  return (mapping.required ?? MAPPED_FIELDS.flatMap(field => columnsFor(mapping, field))).every(one => names.has(one))
}

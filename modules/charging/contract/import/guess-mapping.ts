import { parseLocalInstant } from '@wattyard/time'
import { type FileMapping } from '../calls/import.ts'
import { COLUMN_NAMES, type NamedField } from './column-names.ts'
import { withColumns, withDecimal } from './file-mapping.ts'
import type { FileDelimiter, FileEncoding } from './session-file.ts'

/** Supported date formats. The first one that parses every row is proposed. */
export const DATE_FORMATS = [
  'YYYY-MM-DD HH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'YYYY-MM-DDTHH:mm:ssZ',
  'YYYY-MM-DDTHH:mm:ss.SSSZ',
  'YYYY-MM-DDTHH:mm:ss',
  'YYYY-MM-DD HH:mm:ssZ',
  'YYYY-MM-DD HH:mm:ss.SSS',
  'YYYY/M/D H:mm:ss',
  'YYYY/M/D H:mm',
  'YYYY年M月D日 H:mm:ss',
  'YYYY年M月D日 H:mm',
  'D/M/YYYY H:mm:ss',
  'D/M/YYYY H:mm',
  'M/D/YYYY H:mm:ss',
  'M/D/YYYY H:mm',
  'M/D/YYYY h:mm:ss A',
  'M/D/YYYY h:mm A',
  'D.M.YYYY H:mm:ss',
  'D.M.YYYY H:mm',
  'D-M-YYYY H:mm:ss',
  'D-M-YYYY H:mm',
  'YYYYMMDDHHmmss',
] as const

/** Returns the letters, digits and Chinese characters of a name. A unit in brackets at the end is dropped. */
function plain(name: string): string {
  return name
    .replace(/[([（【].*$/, '')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** Header and first rows of a file. */
export interface FileHead {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

interface Taken extends FileHead {
  free: Set<string>
}

const samplesOf = ({ header, rows }: FileHead, column: string): string[] =>
  rows.map(row => row[header.indexOf(column)] ?? '').filter(cell => cell !== '' && cell !== 'NA')

const DIGITS = /^-?[\d.,]+$/
/** Test whether a cell can be a value of the field. */
const LOOKS: Partial<Record<NamedField, (cell: string) => boolean>> = {
  start: cell => /\d{4}|\d[/.-]\d/.test(cell),
  end: cell => /\d{4}|\d[/.-]\d/.test(cell),
  startTime: cell => /^\d{1,2}:\d{2}/.test(cell),
  endTime: cell => /^\d{1,2}:\d{2}/.test(cell),
  energy: cell => DIGITS.test(cell),
  price: cell => DIGITS.test(cell),
  socStart: cell => /^\d{1,3}$/.test(cell),
  socEnd: cell => /^\d{1,3}$/.test(cell),
  duration: cell => /^[\d.,:]+$/.test(cell),
}

/** Takes the free column whose name matches the field best and whose contents fit; undefined when there is none. */
function take(head: Taken, field: NamedField): string | undefined {
  const looks = LOOKS[field]
  let best: { column: string; score: number } | undefined
  for (const column of head.free) {
    const name = plain(column)
    const exact = COLUMN_NAMES[field].indexOf(name)
    const part = COLUMN_NAMES[field].findIndex(
      one => one.length > (/\p{Script=Han}/u.test(one) ? 1 : 3) && name.includes(one),
    )
    const score = exact >= 0 ? 200 - exact : part >= 0 ? 100 - part : 0
    if (score === 0 || score <= (best?.score ?? 0)) continue
    const cells = samplesOf(head, column)
    if (looks && cells.filter(looks).length * 2 < Math.max(1, cells.length)) continue
    best = { column, score }
  }
  if (best) head.free.delete(best.column)
  return best?.column
}

/** Returns the date formats that parse every one of the texts. */
export function fittingFormats(texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  return DATE_FORMATS.filter(format => texts.every(text => parseLocalInstant(text, format, 'UTC').kind !== 'invalid'))
}

/** Returns the start or end texts of the first rows, with columns joined as the reader does. */
export function timesOf({ header, rows }: FileHead, columns: readonly string[]): string[] {
  const places = columns.map(column => header.indexOf(column))
  return rows
    .map(row =>
      places
        .map(at => row[at] ?? '')
        .join(' ')
        .trim(),
    )
    .filter(text => text !== '' && text !== 'NA')
}

/** Returns a source key for files with these columns; the same header always gives the same key. FNV-1a, 32 bits. */
export function sourceOf(header: readonly string[]): string {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(header.join('\n'))) hash = Math.imul(hash ^ byte, 0x01000193)
  return `file-${(hash >>> 0).toString(16).padStart(8, '0')}`
}

const EMPTY: Omit<FileMapping, 'id' | 'file'> = {
  key: [],
  start: [],
  end: null,
  instant: DATE_FORMATS[0],
  energy: { column: '', unit: 'kWh', decimal: '.' },
  station: {},
  connector: null,
  site: null,
  model: null,
  user: null,
  price: null,
  soc: null,
  duration: null,
  state: null,
}

/** Order in which fields choose columns: those with the most distinctive names first. */
const ORDER = ['energy', 'connector', 'station', 'site', 'model', 'user', 'currency', 'price', 'key'] as const

/** Returns a mapping as names and contents of the columns suggest it, for people to look at. It decides nothing. */
export function guessMapping(
  head: FileHead,
  file: { encoding: FileEncoding; delimiter: FileDelimiter; headerRow: number },
): FileMapping {
  const names = head.header.filter((name, i, all) => name !== '' && all.indexOf(name) === i)
  const taken: Taken = { ...head, free: new Set(names) }
  let mapping: FileMapping = { ...EMPTY, id: sourceOf(head.header), file: { ...file } }
  for (const field of ['socStart', 'socEnd'] as const) {
    const column = take(taken, field)
    if (column !== undefined) mapping = withColumns(mapping, field, [column])
  }
  if (mapping.soc && !(mapping.soc.start && mapping.soc.end)) mapping = { ...mapping, soc: null }
  for (const field of ['start', 'end'] as const) mapping = withColumns(mapping, field, timeColumns(taken, field))
  const duration = take(taken, 'duration')
  for (const field of ORDER) {
    const column = take(taken, field)
    if (column !== undefined) mapping = withColumns(mapping, field, [column])
  }
  if (duration !== undefined) mapping = withColumns(mapping, 'duration', [duration])
  if (mapping.key.length === 0 && mapping.station.column)
    mapping = withColumns(mapping, 'key', [mapping.station.column, ...mapping.start])
  return withManners(mapping, head)
}

/** Returns one column with date and time, or one for each. */
function timeColumns(taken: Taken, field: 'start' | 'end'): string[] {
  const day = take(taken, field)
  if (day === undefined) return []
  const hasTime = samplesOf(taken, day).some(cell => /\d:\d|\d{12}/.test(cell))
  const time = hasTime ? undefined : take(taken, field === 'start' ? 'startTime' : 'endTime')
  return time === undefined ? [day] : [day, time]
}

/** Formats, units and signs as the contents suggest them. */
function withManners(mapping: FileMapping, head: FileHead): FileMapping {
  const cells = (column: string | undefined) => (column ? samplesOf(head, column) : [])
  const energies = cells(mapping.energy.column)
  const instant = fittingFormats([...timesOf(head, mapping.start), ...timesOf(head, mapping.end ?? [])])[0]
  const figures = [...energies, ...cells(mapping.price?.column)]
  const decimal = figures.some(one => /^-?\d+,\d+$/.test(one)) && !figures.some(one => one.includes('.')) ? ',' : '.'
  const next = withDecimal(mapping, decimal)
  next.instant = instant ?? mapping.instant
  next.energy.unit = energyUnit(mapping.energy.column, energies)
  if (next.price) {
    const name = next.price.column.toLowerCase()
    const prices = cells(next.price.column)
    next.price.perUnit = /分|cent|fen\b|céntimo/.test(name) ? 100 : 1
    next.price.sign = prices.filter(one => one.startsWith('-')).length * 2 > prices.length ? 'negative' : 'positive'
    const currency = /eur|€/.test(name) ? 'EUR' : /usd|\$/.test(name) ? 'USD' : /gbp|£/.test(name) ? 'GBP' : 'CNY'
    next.price.currency = { ...next.price.currency, constant: currency }
  }
  if (next.duration) {
    const name = next.duration.column.toLowerCase()
    const isClock = cells(next.duration.column).some(one => one.includes(':'))
    next.duration.unit = isClock ? 'h:mm:ss' : durationUnit(name)
  }
  return next
}

function energyUnit(column: string, cells: readonly string[]): 'kWh' | 'Wh' {
  if (/kwh|千瓦时|度/i.test(column)) return 'kWh'
  if (/wh|瓦时/i.test(column)) return 'Wh'
  const sorted = cells.map(one => Number(one.replace(',', '.'))).toSorted((a, b) => a - b)
  // No car takes 500 kWh: if half of the sessions exceed that, they are in Wh.
  return (sorted[Math.floor(sorted.length / 2)] ?? 0) > 500 ? 'Wh' : 'kWh'
}

function durationUnit(name: string): 's' | 'min' | 'h' {
  if (/秒|sec|seg|_s$/.test(name)) return 's'
  return /小时|hour|hora|\bh\b/.test(name) ? 'h' : 'min'
}

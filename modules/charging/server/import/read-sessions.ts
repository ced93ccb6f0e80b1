import { type Energy, energyFromKwh, energyFromWh, type Nano, ZERO_ENERGY } from '@wattyard/money'
import { type ParsedInstant, parseLocalInstant } from '@wattyard/time'
import { parse } from 'csv-parse/sync'
import type { FileMapping } from '../../contract/calls/import.ts'
import { MAX_COLUMNS } from '../../contract/import/session-file.ts'
import { columnsOf } from './session-mapping.ts'
import { doubtsOf, markOverlaps } from './doubts.ts'
import type { ImportedSession, ReadSessions, RefusalReason, RefusedRow, Row } from './read-rows.ts'
import { amountOf, pointed, durationMsOf, textOf } from './read-value.ts'
import { settle, type Times } from './settle-times.ts'

/** Most rows of one file; users have to split larger ones. */
export const MAX_ROWS = 500_000
/** Enough for a header of MAX_COLUMNS columns and the lines above it. */
const HEAD_CHARACTERS = 1_000_000

/** Thrown for a file of another format. */
export class NotThisFormat extends Error {
  readonly missing: readonly string[]
  constructor(format: string, missing: readonly string[]) {
    super(`not a ${format} file: ${missing.length ? `columns missing: ${missing.join(', ')}` : 'no rows'}`)
    this.name = 'NotThisFormat'
    this.missing = missing
  }
}

/** Thrown when reading a file would drop rows or columns. */
export class TooLarge extends Error {}

/** Thrown when two columns have the name of a mapped one, so that the mapping is ambiguous. */
export class SameColumns extends Error {
  readonly columns: readonly string[]
  constructor(columns: readonly string[]) {
    super(`columns that are there twice: ${columns.join(', ')}`)
    this.name = 'SameColumns'
    this.columns = columns
  }
}

/**
 * Reads a session file. Every row ends in exactly one of `sessions` and `refused`; nothing is
 * skipped silently, so the energies of both add up to the file's.
 *
 * @param zone IANA zone of local times; formats that carry offsets do not use it
 * @param now epoch ms
 * @throws NotThisFormat when the header is another one
 */
export function readSessions(text: string, format: FileMapping, zone: string, now = Date.now()): ReadSessions {
  const table = tableOf(text, format)
  const header = (table[0] ?? []).map(name => name.trim())
  const mapped = columnsOf(format)
  const missing = (format.required ?? mapped).filter(column => !header.includes(column))
  if (missing.length || table.length < 2) throw new NotThisFormat(format.id, missing)
  const twice = mapped.filter(column => header.indexOf(column) !== header.lastIndexOf(column))
  if (twice.length) throw new SameColumns(twice)
  const places = mapped.map((name): [string, number] => [name, header.indexOf(name)]).filter(([, at]) => at >= 0)
  const isSilent = (column: string) => {
    const at = header.indexOf(column)
    return at < 0 || !table.some((cells, i) => i > 0 && (cells[at] ?? '').trim() !== '')
  }
  const result: ReadSessions = { sessions: [], refused: [], rows: table.length - 1, notes: [] }
  // A field that the whole file leaves empty is no reason to doubt a single row.
  const spoken = { ...format }
  if (format.end && format.duration && isSilent(format.duration.column)) {
    result.notes.push('no-durations')
    spoken.duration = null
  }
  if (format.price && isSilent(format.price.column)) {
    result.notes.push('no-prices')
    spoken.price = null
  }
  const seen = new Set<string>()
  for (let i = 1; i < table.length; i++) {
    const cells = table[i] ?? []
    const row = rowOf(places.map(([name, at]) => [name, (cells[at] ?? '').trim()]))
    const line = i + format.file.headerRow
    const verdict =
      cells.length === header.length
        ? readRow(row, { line, format: spoken, zone, seen, cells, now })
        : wrongShape(row, line, format, cells)
    if ('reasons' in verdict) result.refused.push(verdict)
    else result.sessions.push(verdict)
  }
  markOverlaps(result.sessions)
  return result
}

/** Returns a row by column names. It has no prototype, because a mapping may name a property that every object has. */
function rowOf(cells: readonly (readonly [string, string])[]): Row {
  const row = Object.create(null) as Record<string, string>
  for (const [name, text] of cells) row[name] = text
  return row
}

/** Characters of a key; beyond that a column of notes was taken for one. */
const MAX_KEY = 200
/** Most characters of other texts. Longer ones are refused instead of cut. */
const MAX_TEXT = 200

/** Returns the key columns as one text; null when they are empty or too long. The separator is escaped inside them. */
function keyOf(row: Row, columns: readonly string[]): string | null {
  const parts = columns.map(column => row[column] ?? '')
  if (parts.every(part => part === '')) return null
  const key = parts.length === 1 ? (parts[0] ?? '') : parts.map(part => part.replaceAll(/[\\/]/g, '\\$&')).join('/')
  return key.length > MAX_KEY ? null : key
}

/**
 * The header and the rows below it. The header is read alone first: a file of ten thousand columns is not taken apart.
 * @throws TooLarge for more than MAX_ROWS rows or MAX_COLUMNS columns; nothing is cut off silently
 */
function tableOf(text: string, { file }: FileMapping): string[][] {
  const shape = { bom: true, relax_column_count: true, skip_empty_lines: true, delimiter: file.delimiter }
  const head = parse(text.slice(0, HEAD_CHARACTERS), { ...shape, relax_quotes: true, to: file.headerRow })
  if (head.some(cells => cells.length > MAX_COLUMNS)) throw new TooLarge('columns')
  const table = parse(text, { ...shape, to: MAX_ROWS + file.headerRow + 1 }).slice(file.headerRow - 1)
  if (table.length > MAX_ROWS + 1) throw new TooLarge('rows')
  return table
}

function wrongShape(row: Row, line: number, format: FileMapping, cells: readonly string[]): RefusedRow {
  return {
    line,
    reasons: ['columns'],
    energy: readEnergy(row, format).energy,
    price: null,
    currency: null,
    text: textOfRow(cells),
  }
}

function readEnergy(row: Row, format: FileMapping): { energy: Energy | null; problem: RefusalReason | null } {
  const text = row[format.energy.column] ?? ''
  if (text === '' || text === 'NA') return { energy: null, problem: 'no-energy' }
  try {
    const plain = pointed(text, format.energy.decimal)
    if (/e/i.test(plain)) return { energy: null, problem: 'bad-energy' }
    const value = format.energy.unit === 'kWh' ? energyFromKwh(plain) : energyFromWh(plain)
    return { energy: value, problem: value < ZERO_ENERGY ? 'negative-energy' : null }
  } catch {
    return { energy: null, problem: 'bad-energy' }
  }
}

/** ISO 4217 codes, past ones included. A column with other texts would make a sum for each of them. */
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Returns the exact price of the source in 1e-9 of its currency; 'wrong' when the cell is not an amount or the currency is
 * unknown, null when it is empty.
 */
function readPrice(row: Row, { price }: FileMapping): { nano: Nano; currency: string } | 'wrong' | null {
  const text = price ? (row[price.column] ?? '') : ''
  if (!price || text === '' || text === 'NA') return null
  const amount = amountOf(text, price)
  const currency = textOf(row, price.currency)
  return amount === null || !CURRENCIES.has(currency) ? 'wrong' : { nano: amount, currency }
}

function readInstant(
  row: Row,
  columns: readonly string[],
  format: FileMapping,
  zone: string,
): ParsedInstant | 'absent' {
  const text = columns
    .map(column => row[column] ?? '')
    .join(' ')
    .trim()
  if (text === '' || text === 'NA') return 'absent'
  return parseLocalInstant(text, format.instant, zone)
}

interface RowContext {
  line: number
  format: FileMapping
  zone: string
  /** Keys of the rows above. */
  seen: Set<string>
  cells: readonly string[]
  now: number
}

/** The times of a row; with a duration in place of an end the end is start + duration. */
function readTimes(row: Row, { format, zone }: RowContext): Times & { reasons: RefusalReason[] } {
  const reasons: RefusalReason[] = []
  const start = readInstant(row, format.start, format, zone)
  const end = format.end ? readInstant(row, format.end, format, zone) : 'absent'
  const times = settle(start, end)
  if (times.startedAt === null) reasons.push(start === 'absent' ? 'no-start' : 'bad-start')
  if (!format.end && format.duration) {
    const text = row[format.duration.column] ?? ''
    const length = durationMsOf(text, format.duration)
    if (length === null) reasons.push(text === '' || text === 'NA' ? 'no-end' : 'bad-end')
    else if (times.startedAt !== null) times.endedAt = times.startedAt + length
  } else if (times.endedAt === null) reasons.push(end === 'absent' ? 'no-end' : 'bad-end')
  if (times.startedAt !== null && times.endedAt !== null && times.endedAt < times.startedAt)
    reasons.push('end-before-start')
  return { ...times, reasons }
}

function readRow(row: Row, context: RowContext): ImportedSession | RefusedRow {
  const { line, format, zone, seen, cells, now } = context
  const reasons: RefusalReason[] = []
  const { energy, problem } = readEnergy(row, format)
  if (problem) reasons.push(problem)
  const { startedAt, endedAt, doubts, reasons: timeReasons } = readTimes(row, context)
  reasons.push(...timeReasons)
  if (format.state && !format.state.finished.includes(row[format.state.column] ?? '')) reasons.push('other-state')
  const station = textOf(row, format.station)
  if (station === '') reasons.push('no-station')
  const sourceKey = keyOf(row, format.key)
  if (sourceKey === null) reasons.push('bad-key')
  else if (seen.has(sourceKey)) reasons.push('duplicate-key')
  else seen.add(sourceKey)
  const texts = [format.station, format.connector, format.site, format.model, format.user]
  if (texts.some(source => textOf(row, source).length > MAX_TEXT)) reasons.push('long-text')
  const told = readPrice(row, format)
  if (told === 'wrong') reasons.push('bad-price')
  const price = told === 'wrong' ? null : told
  if (reasons.length || sourceKey === null || startedAt === null || endedAt === null || energy === null)
    return {
      line,
      reasons,
      energy,
      price: price?.nano ?? null,
      currency: price?.currency ?? null,
      text: textOfRow(cells),
    }
  const session: ImportedSession = {
    line,
    sourceKey,
    station,
    connector: textOf(row, format.connector) || '1',
    site: textOf(row, format.site) || null,
    model: textOf(row, format.model) || null,
    user: textOf(row, format.user) || null,
    startedAt,
    endedAt,
    energy,
    price,
    socStart: percent(row, format.soc?.start),
    socEnd: percent(row, format.soc?.end),
    doubts: [],
  }
  session.doubts = doubtsOf(session, row, format, { zone, clock: doubts, now })
  return session
}

/** A refused row as its owner finds it again. */
function textOfRow(cells: readonly string[]): string {
  return cells
    .map(text => text.trim())
    .join(',')
    .slice(0, 300)
}

function percent(row: Row, column: string | undefined): number | null {
  const text = column ? (row[column] ?? '') : ''
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : null
}

import { type Energy, energyFromKwh, energyFromWh, type Nano, nano, ZERO_ENERGY } from '@wattyard/money'
import { offsetMsAt, type ParsedInstant, parseLocalInstant } from '@wattyard/time'
import { parse } from 'csv-parse/sync'
import type { SessionFormat } from './session-formats.ts'

/** Why a row was refused; it is reported and not stored. */
export type RefusalReason =
  | 'no-start'
  | 'no-end'
  | 'bad-start'
  | 'bad-end'
  | 'end-before-start'
  | 'no-energy'
  | 'bad-energy'
  | 'negative-energy'
  | 'no-station'
  | 'duplicate-key'
  | 'columns'

/** Why a stored row deserves a second look. */
export type DoubtReason =
  | 'longer-than-24h'
  | 'zero-energy'
  | 'overlap'
  | 'clock-change'
  | 'ambiguous-time'
  | 'later-reading'
  | 'skipped-time'
  | 'duration-differs'
  | 'duration-damaged'
  | 'duration-absent'
  | 'soc-falls'
  | 'no-price'
  | 'implausible-power'

/** What a file as a whole does not say: told once, not of every row. */
export type FileNote = 'no-durations' | 'no-prices'

export interface ImportedSession {
  /** Line of the file, counted from 1 with the header. */
  line: number
  sourceKey: string
  station: string
  connector: string
  site: string | null
  model: string | null
  user: string | null
  /** Epoch ms. */
  startedAt: number
  endedAt: number
  energy: Energy
  /** What the source charged, exact, and its currency. */
  price: { nano: Nano; currency: string } | null
  socStart: number | null
  socEnd: number | null
  doubts: DoubtReason[]
}

export interface RefusedRow {
  line: number
  reasons: RefusalReason[]
  /** Energy the row claims, when it can be read, so that totals can be accounted for. */
  energy: Energy | null
  price: Nano | null
  text: string
}

export interface ReadSessions {
  sessions: ImportedSession[]
  refused: RefusedRow[]
  rows: number
  notes: FileNote[]
}

/** Rows of one file; larger files are split by their owner. */
export const MAX_ROWS = 500_000
const DAY_MS = 86_400_000
/** Energy above this average power cannot come from one connector: 400 kW. */
const MAX_POWER_KW = 400n

/** Thrown for a file that is not of the stated format at all. */
export class NotThisFormat extends Error {
  readonly missing: readonly string[]
  constructor(format: string, missing: readonly string[]) {
    super(`not a ${format} file: ${missing.length ? `columns missing: ${missing.join(', ')}` : 'no rows'}`)
    this.name = 'NotThisFormat'
    this.missing = missing
  }
}

type Row = Readonly<Record<string, string>>

/**
 * Reads a session file. Every row ends in exactly one of `sessions` and `refused`; nothing is
 * skipped silently, so the energies of both add up to the file's.
 *
 * @param zone IANA zone of local times; formats that carry offsets do not use it
 * @throws NotThisFormat when the header is another one
 */
export function readSessions(text: string, format: SessionFormat, zone: string): ReadSessions {
  const table = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, to: MAX_ROWS + 2 })
  const header = table[0] ?? []
  const missing = format.columns.filter(column => !header.includes(column))
  if (missing.length || table.length < 2) throw new NotThisFormat(format.id, missing)
  const isSilent = (column: string) => {
    const at = header.indexOf(column)
    return at < 0 || !table.some((cells, i) => i > 0 && (cells[at] ?? '').trim() !== '')
  }
  const result: ReadSessions = { sessions: [], refused: [], rows: table.length - 1, notes: [] }
  // What the whole file leaves unsaid is no evidence against any one of its rows.
  const spoken = { ...format }
  if (format.duration && isSilent(format.duration.column)) {
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
    const row = Object.fromEntries(header.map((name, at) => [name, (cells[at] ?? '').trim()]))
    const verdict =
      cells.length === header.length ? readRow(row, i + 1, spoken, zone, seen) : wrongShape(row, i + 1, format, cells)
    if ('reasons' in verdict) result.refused.push(verdict)
    else result.sessions.push(verdict)
  }
  markOverlaps(result.sessions)
  return result
}

function wrongShape(row: Row, line: number, format: SessionFormat, cells: readonly string[]): RefusedRow {
  return {
    line,
    reasons: ['columns'],
    energy: readEnergy(row, format).energy,
    price: null,
    text: cells.join(',').slice(0, 300),
  }
}

function number(text: string, decimal: '.' | ','): string {
  return decimal === ',' ? text.replace(',', '.') : text
}

function readEnergy(row: Row, format: SessionFormat): { energy: Energy | null; problem: RefusalReason | null } {
  const text = row[format.energy.column] ?? ''
  if (text === '' || text === 'NA') return { energy: null, problem: 'no-energy' }
  try {
    const plain = number(text, format.energy.decimal)
    const value = format.energy.unit === 'kWh' ? energyFromKwh(plain) : energyFromWh(plain)
    return { energy: value, problem: value < ZERO_ENERGY ? 'negative-energy' : null }
  } catch {
    return { energy: null, problem: 'bad-energy' }
  }
}

const NANO_DIGITS = 9

/** Exact price of the source, 1e-9 of its currency. */
function readPrice(row: Row, format: SessionFormat): { nano: Nano; currency: string } | null {
  const text = format.price ? (row[format.price.column] ?? '') : ''
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text)
  if (!match || !format.price) return null
  const units = BigInt(`${match[2]}${(match[3] ?? '').padEnd(NANO_DIGITS, '0')}`)
  return { nano: nano(match[1] ? -units : units), currency: row[format.price.currency] || 'EUR' }
}

function readInstant(
  row: Row,
  columns: readonly string[],
  format: SessionFormat,
  zone: string,
): ParsedInstant | 'absent' {
  const text = columns
    .map(column => row[column] ?? '')
    .join(' ')
    .trim()
  if (text === '' || text === 'NA') return 'absent'
  return parseLocalInstant(text, format.instant, zone)
}

interface Times {
  startedAt: number | null
  endedAt: number | null
  doubts: DoubtReason[]
}

/** The first reading: of a time that the clock showed twice the earlier, of one that it skipped the time it showed instead. */
function firstReading(parsed: ParsedInstant | 'absent'): number | null {
  if (parsed === 'absent' || parsed.kind === 'invalid') return null
  if (parsed.kind === 'exact') return parsed.at
  return parsed.kind === 'ambiguous' ? parsed.earlier : parsed.shifted
}

/**
 * The instants of a session whose clock may have been changed meanwhile. A time that the clock showed twice takes its
 * earlier reading; an end takes the later one when only that gives start ≤ end (01:55 → 01:20 in autumn). A time that
 * the clock never showed is moved on by the hour it skipped. Each of these is a doubt, none a refusal.
 */
function settle(start: ParsedInstant | 'absent', end: ParsedInstant | 'absent'): Times {
  const kinds = [start, end].map(parsed => (parsed === 'absent' ? 'invalid' : parsed.kind))
  const startedAt = firstReading(start)
  let endedAt = firstReading(end)
  const doubts: DoubtReason[] = []
  if (kinds.includes('ambiguous')) doubts.push('ambiguous-time')
  if (kinds.includes('missing')) doubts.push('skipped-time')
  const endsBefore = startedAt !== null && endedAt !== null && endedAt < startedAt
  if (endsBefore && end !== 'absent' && end.kind === 'ambiguous' && end.later >= startedAt) {
    endedAt = end.later
    doubts.push('later-reading')
  }
  return { startedAt, endedAt, doubts }
}

function readRow(
  row: Row,
  line: number,
  format: SessionFormat,
  zone: string,
  seen: Set<string>,
): ImportedSession | RefusedRow {
  const reasons: RefusalReason[] = []
  const { energy, problem } = readEnergy(row, format)
  if (problem) reasons.push(problem)
  const start = readInstant(row, format.start, format, zone)
  const end = readInstant(row, format.end, format, zone)
  const { startedAt, endedAt, doubts } = settle(start, end)
  if (startedAt === null) reasons.push(start === 'absent' ? 'no-start' : 'bad-start')
  if (endedAt === null) reasons.push(end === 'absent' ? 'no-end' : 'bad-end')
  if (startedAt !== null && endedAt !== null && endedAt < startedAt) reasons.push('end-before-start')
  const station = row[format.station] ?? ''
  if (station === '') reasons.push('no-station')
  const sourceKey = format.key.map(column => row[column] ?? '').join('/')
  if (seen.has(sourceKey)) reasons.push('duplicate-key')
  seen.add(sourceKey)
  const price = readPrice(row, format)
  if (reasons.length || startedAt === null || endedAt === null || energy === null)
    return { line, reasons, energy, price: price?.nano ?? null, text: Object.values(row).join(',').slice(0, 300) }
  const session: ImportedSession = {
    line,
    sourceKey,
    station,
    connector: (format.connector ? row[format.connector] : '') || '1',
    site: format.site ? row[format.site] || null : null,
    model: format.model ? row[format.model] || null : null,
    user: format.user ? row[format.user] || null : null,
    startedAt,
    endedAt,
    energy,
    price,
    socStart: percent(row, format.soc?.start),
    socEnd: percent(row, format.soc?.end),
    doubts: [],
  }
  session.doubts = doubtsOf(session, row, format, { zone, clock: doubts })
  return session
}

function percent(row: Row, column: string | undefined): number | null {
  const text = column ? (row[column] ?? '') : ''
  return /^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : null
}

interface DoubtContext {
  zone: string
  /** What the clock made doubtful. */
  clock: readonly DoubtReason[]
}

/** A stated duration differs when it is more than two minutes and 2 % off: files round to minutes. */
const DURATION_SLACK_MS = 120_000

function doubtsOf(session: ImportedSession, row: Row, format: SessionFormat, context: DoubtContext): DoubtReason[] {
  const doubts: DoubtReason[] = []
  const length = session.endedAt - session.startedAt
  if (length > DAY_MS) doubts.push('longer-than-24h')
  if (session.energy === ZERO_ENERGY) doubts.push('zero-energy')
  doubts.push(...context.clock)
  if (crossesClockChange(session, row, format, context.zone)) doubts.push('clock-change')
  if (session.socStart !== null && session.socEnd !== null && session.socEnd < session.socStart)
    doubts.push('soc-falls')
  if (format.price && !session.price) doubts.push('no-price')
  // energy (1e-4 kWh) above 400 kW × length (ms): both sides in 1e-4 kWh × ms per hour.
  if (length > 0 && session.energy * 3_600_000n > MAX_POWER_KW * 10_000n * BigInt(length))
    doubts.push('implausible-power')
  const duration = durationDoubt(row, format, length)
  if (duration) doubts.push(duration)
  return doubts
}

function durationDoubt(row: Row, format: SessionFormat, length: number): DoubtReason | null {
  if (!format.duration) return null
  const text = row[format.duration.column] ?? ''
  const plain = number(text, format.duration.decimal)
  if (plain === '') return 'duration-absent'
  // A spreadsheet that took "1,36666667" for a number left "136,666,667": nothing can restore it.
  if (!/^\d+(\.\d+)?$/.test(plain)) return 'duration-damaged'
  const stated = Number(plain) * (format.duration.unit === 's' ? 1000 : 3_600_000)
  return Math.abs(stated - length) > Math.max(DURATION_SLACK_MS, length / 50) ? 'duration-differs' : null
}

/** The offset at the start differs from the one at the end. */
function crossesClockChange(session: ImportedSession, row: Row, format: SessionFormat, zone: string): boolean {
  const offsetOf = (columns: readonly string[]) =>
    /([+-]\d{2}:?\d{2}|Z)$/.exec(columns.map(column => row[column] ?? '').join(' '))?.[1]
  if (format.instant.endsWith('Z')) return offsetOf(format.start) !== offsetOf(format.end)
  return offsetMsAt(session.startedAt, zone) !== offsetMsAt(session.endedAt, zone)
}

/**
 * Sessions that begin before the one immediately before them on the same connector has ended. In order of start, a
 * shorter one first. Only neighbours are compared: held against the latest end so far, one end that lies months off
 * (the Perth file has several) would mark every session until then.
 */
function markOverlaps(sessions: readonly ImportedSession[]): void {
  const byConnector = Map.groupBy(sessions, session => `${session.station}#${session.connector}`)
  for (const list of byConnector.values()) {
    const ordered = list.toSorted((a, b) => a.startedAt - b.startedAt || a.endedAt - b.endedAt || a.line - b.line)
    ordered.forEach((session, i) => {
      const before = ordered[i - 1]
      if (before !== undefined && session.startedAt < before.endedAt) session.doubts.push('overlap')
    })
  }
}

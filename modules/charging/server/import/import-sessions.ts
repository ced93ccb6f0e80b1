import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { formatEnergy, formatNano, type Nano, sumEnergy, sumNano } from '@wattyard/money'
import { isZone, parseLocalInstant, TimeError } from '@wattyard/time'
import type { ImportReport, ImportTotals, PreviewRow } from '../../contract/index.ts'
import type { FileEncoding } from '../../contract/session-file.ts'
import type { SessionMapping } from './session-mapping.ts'
import { type Database, invalid, newId, Refusal, type Tx } from '@wattyard/server-kit'
import { readInWorker } from './read-in-worker.ts'
import type { ImportedSession, ReadSessions, RefusedRow } from './read-rows.ts'
import { sessionFormat, SESSION_FORMATS } from './session-formats.ts'
import { insertSessions, knownSessions } from './store-sessions.ts'

/** Largest file, unpacked; larger ones are split by their owner. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024
/** Refused rows that the report names one by one; the counts say all. */
export const MAX_REPORTED = 2_000
/** Rows that a dry run shows as they would be stored. */
const PREVIEWED = 12

export interface ImportAsk {
  tenantId: string
  /** Name of the file, as people will find it again. */
  name: string
  /** Word of `SESSION_FORMATS`, or the mapping of any other file. */
  format: string | SessionMapping
  /** IANA zone in which local times of the file are read. */
  zone: string
  text: string
  /** Reads and reports; stores nothing. */
  dryRun: boolean
  /** Who imports, as people read it. */
  actor: string
}

/**
 * The text of a file as it was read from disk, packed with gzip or not.
 * @throws Refusal `charging.importTooLarge`, `charging.importDamaged`, `charging.importNotText`, for UTF-8, or `charging.importNotEncoding`
 */
export function textOfFile(bytes: Uint8Array, encoding: FileEncoding = 'utf-8'): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MAX_IMPORT_BYTES }) : bytes
    if (plain.byteLength > MAX_IMPORT_BYTES) throw new RangeError('too large')
    return new TextDecoder(encoding, { fatal: true }).decode(plain)
  } catch (error) {
    if (error instanceof TypeError)
      throw encoding === 'utf-8'
        ? new Refusal('charging.importNotText')
        : new Refusal('charging.importNotEncoding', { params: { encoding } })
    if (error instanceof RangeError) throw new Refusal('charging.importTooLarge', { status: 413 })
    throw new Refusal('charging.importDamaged')
  }
}

/** U+0000 and halves of surrogate pairs cannot be stored in text. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u2400')

/**
 * The mapping that is meant; undefined for an unknown word.
 * @throws Refusal `charging.mappingShips` for another mapping under the word of one that ships: its sessions would be
 * taken for the same source
 */
function mappingOf(format: string | SessionMapping): SessionMapping | undefined {
  if (typeof format === 'string') return sessionFormat(format)
  const ships = sessionFormat(format.id)
  if (!ships) {
    checkInstant(format)
    return format
  }
  if (!isDeepStrictEqual(ships, format)) throw new Refusal('charging.mappingShips', { params: { id: format.id } })
  return ships
}

/** @throws Refusal `kernel.invalid` for a date format that reads no date */
export function checkInstant({ instant }: SessionMapping): void {
  try {
    parseLocalInstant('', instant, 'UTC')
  } catch (error) {
    if (error instanceof TimeError) throw invalid({ instant: { key: 'charging.field.badInstant' } })
    throw error
  }
}

/**
 * Reads a file on a thread of its own.
 *
 * @throws Refusal `charging.notThisFormat`, `charging.importNotCsv`; `kernel.invalid` for an unknown format or zone
 */
export async function readImport({
  text,
  format,
  zone,
}: Pick<ImportAsk, 'text' | 'format' | 'zone'>): Promise<ReadSessions> {
  const mapping = mappingOf(format)
  if (!mapping) {
    const formats = SESSION_FORMATS.map(one => one.id).join(', ')
    throw invalid({ format: { key: 'charging.field.unknownFormat', params: { formats } } })
  }
  if (!isZone(zone)) throw invalid({ zone: { key: 'kernel.field.notAZone' } })
  return readInWorker({ text: storable(text), mapping, zone })
}

function pricesOf(prices: readonly { nano: Nano; currency: string }[]): Record<string, string> {
  const byCurrency = Map.groupBy(prices, price => price.currency)
  return Object.fromEntries(
    [...byCurrency].map(([currency, list]) => [currency, formatNano(sumNano(list.map(price => price.nano)))]),
  )
}

function totalsOf(sessions: readonly ImportedSession[], refused: readonly RefusedRow[]): ImportTotals {
  return {
    rows: sessions.length + refused.length,
    energy_kwh: formatEnergy(
      sumEnergy([...sessions.map(session => session.energy), ...refused.flatMap(row => row.energy ?? [])]),
    ),
    prices: pricesOf([
      ...sessions.flatMap(session => session.price ?? []),
      ...refused.flatMap(row => (row.price === null ? [] : [{ nano: row.price, currency: row.currency ?? 'EUR' }])),
    ]),
  }
}

/** The first rows of the file, as they would be stored or why they would not. */
function previewOf({ sessions, refused }: ReadSessions): PreviewRow[] {
  const taken = sessions.slice(0, PREVIEWED).map(
    (one): PreviewRow => ({
      line: one.line,
      problems: [],
      doubts: one.doubts,
      session: {
        key: one.sourceKey,
        station: one.station,
        connector: one.connector,
        site: one.site,
        startedAt: one.startedAt,
        endedAt: one.endedAt,
        energy_kwh: formatEnergy(one.energy),
        price: one.price && `${formatNano(one.price.nano)} ${one.price.currency}`,
      },
      text: '',
    }),
  )
  const left = refused
    .slice(0, PREVIEWED)
    .map(({ line, reasons, text }): PreviewRow => ({ line, problems: reasons, doubts: [], session: null, text }))
  return [...taken, ...left].toSorted((a, b) => a.line - b.line).slice(0, PREVIEWED)
}

function countWords(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/**
 * Takes a file of past sessions over, or says what would come of it. The file is read before the transaction begins:
 * reading takes seconds and holds nothing.
 *
 * @throws Refusal as `readImport`
 */
export async function importSessions(db: Database, ask: ImportAsk): Promise<ImportReport> {
  const read = await readImport(ask)
  return db.tenant(ask.tenantId, tx => storeImport(tx, ask, read))
}

/**
 * Stores what was read, or counts what would be. Every row ends as added, known or refused; the totals of all three
 * add up to the file's. Importing a file twice adds nothing and says so. Sessions are known by the key of their source
 * inside a format.
 */
export async function storeImport(tx: Tx, ask: Omit<ImportAsk, 'text'>, read: ReadSessions): Promise<ImportReport> {
  const { tenantId, zone, name, dryRun } = ask
  const format = typeof ask.format === 'string' ? ask.format : ask.format.id
  const { known, different } = await knownSessions(tx, { tenantId, format, sessions: read.sessions })
  const fresh = read.sessions.filter(session => !known.has(session.sourceKey))
  const doubted = read.sessions.filter(session => session.doubts.length > 0)
  const importId = dryRun || fresh.length === 0 ? null : newId()
  const totals = {
    all: totalsOf(read.sessions, read.refused),
    accepted: totalsOf(read.sessions, []),
    refused: totalsOf([], read.refused),
    added: totalsOf(fresh, []),
  }
  if (importId !== null)
    await insertSessions(tx, {
      tenantId,
      importId,
      name,
      format,
      zone,
      actor: ask.actor,
      rows: read.rows,
      refused: read.refused.length,
      energy: sumEnergy([...read.sessions.map(s => s.energy), ...read.refused.flatMap(r => r.energy ?? [])]),
      prices: totals.all.prices,
      sessions: fresh,
    })
  return {
    dryRun,
    importId,
    name,
    format,
    zone,
    rows: read.rows,
    accepted: read.sessions.length,
    added: fresh.length,
    known: known.size,
    different,
    doubted: doubted.length,
    doubts: countWords(doubted.flatMap(session => session.doubts)),
    notes: read.notes,
    refused: read.refused.length,
    refusals: countWords(read.refused.flatMap(row => row.reasons)),
    totals,
    preview: dryRun ? previewOf(read) : [],
    refusedRows: read.refused.slice(0, MAX_REPORTED).map(({ line, reasons, text }) => ({ line, reasons, text })),
    doubtedRows: doubted.slice(0, MAX_REPORTED).map(session => ({
      line: session.line,
      doubts: session.doubts,
      station: session.station,
      startedAt: session.startedAt,
      energy_kwh: formatEnergy(session.energy),
    })),
  }
}

import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { isZone, parseLocalInstant, TimeError } from '@wattyard/time'
import { type Database, invalid, newId, Refusal, type Tx, col } from '@wattyard/server-kit'
import { type FileMapping } from '../../contract/calls/import.ts'
import type { ImportReport } from '../../contract/index.ts'
import type { FileEncoding } from '../../contract/import/session-file.ts'
import { readInWorker, type SessionFile } from './read-in-worker.ts'
import type { ImportedSession } from './read-rows.ts'
import { sessionFormat, SESSION_FORMATS } from './session-formats.ts'
import { insertSessions, knownSessions } from './store-sessions.ts'
import { addSession, noSums, totalsOf } from './summarise-file.ts'

/** Largest unpacked file in bytes; users have to split larger ones. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024

export interface ImportAsk {
  tenantId: string
  /** Name of the file, as people will find it again. */
  name: string
  /** Key of `SESSION_FORMATS`, or the mapping of another file. */
  format: string | FileMapping
  /** IANA zone in which local times of the file are read. */
  zone: string
  text: string
  /** Reads and reports; stores nothing. */
  dryRun: boolean
  /** Name of the importing person. */
  actor: string
}

/**
 * Returns the text of a file as it was read from disk, packed with gzip or not.
 * @throws Refusal `charging.importTooLarge`, `charging.importDamaged`, `charging.importNotText`, for UTF-8, or
 * `charging.importNotEncoding`
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
 * Returns the mapping; undefined for an unknown key.
 * @throws Refusal `charging.mappingShips` for another mapping under the key of a built-in one, because its sessions would count
 *   as the same source
 */
function mappingOf(format: string | FileMapping): FileMapping | undefined {
  if (typeof format === 'string') return sessionFormat(format)
  const ships = sessionFormat(format.id)
  if (!ships) {
    checkInstant(format)
    return format
  }
  if (!isDeepStrictEqual(ships, format)) throw new Refusal('charging.mappingShips', { params: { id: format.id } })
  return ships
}

/**
 * Checks that the date format can parse dates.
 * @throws Refusal `kernel.invalid`
 */
export function checkInstant({ instant }: FileMapping): void {
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
}: Pick<ImportAsk, 'text' | 'format' | 'zone'>): Promise<SessionFile> {
  const mapping = mappingOf(format)
  if (!mapping) {
    const formats = SESSION_FORMATS.map(one => one.id).join(', ')
    throw invalid({ format: { key: 'charging.field.unknownFormat', params: { formats } } })
  }
  if (!isZone(zone)) throw invalid({ zone: { key: 'kernel.field.notAZone' } })
  return readInWorker({ text: storable(text), mapping, zone })
}

/**
 * Imports a file of past sessions, or returns the expected result of doing so. The file is parsed before the transaction begins,
 * because that takes seconds.
 *
 * @throws Refusal as `readImport`
 */
export async function importSessions(db: Database, ask: ImportAsk): Promise<ImportReport> {
  const read = await readImport(ask)
  return db.tenant(ask.tenantId, tx => storeImport(tx, ask, read))
}

/**
 * Stores the parsed sessions, or counts what would be stored. Every row is added, known or refused; the totals of the three add
 * up to the file's. Importing a file twice adds nothing. Sessions are identified by the key of their source within a format.
 */
export async function storeImport(
  tx: Tx,
  ask: Omit<ImportAsk, 'text'>,
  { summary, parts }: SessionFile,
): Promise<ImportReport> {
  const { tenantId, zone, name, dryRun } = ask
  const format = typeof ask.format === 'string' ? ask.format : ask.format.id
  if (!dryRun) await comeAlone(tx, tenantId)
  const fresh: ImportedSession[][] = []
  const sums = noSums()
  let [known, different, doubted] = [0, 0, 0]
  for (const part of parts) {
    const stored = await knownSessions(tx, { tenantId, format, sessions: part })
    known += stored.known.size
    different += stored.different
    const added = part.filter(session => !stored.known.has(session.sourceKey))
    for (const session of added) {
      addSession(sums, session)
      if (session.doubts.length > 0) doubted++
    }
    if (added.length > 0) fresh.push(added)
  }
  const importId = dryRun || sums.rows === 0 ? null : newId()
  if (importId !== null)
    await insertSessions(tx, {
      tenantId,
      importId,
      name,
      format,
      zone,
      actor: ask.actor,
      rows: summary.rows,
      added: sums.rows,
      doubted,
      refused: summary.refused,
      energy: summary.energy,
      prices: summary.totals.all.prices,
      parts: fresh,
    })
  const { energy: _, preview, totals, ...said } = summary
  return {
    ...said,
    dryRun,
    importId,
    name,
    format,
    zone,
    added: sums.rows,
    known,
    different,
    totals: { ...totals, added: totalsOf(sums) },
    preview: dryRun ? preview : [],
  }
}

/**
 * Takes the tenant's import lock: two concurrent imports could both add the same session.
 * @throws Refusal `kernel.busy`
 */
async function comeAlone(tx: Tx, tenantId: string): Promise<void> {
  const [turn] = await tx.query(
    { isOurs: col.boolean },
    `select pg_try_advisory_xact_lock(hashtext('charging.import'), hashtext($1)) as "isOurs"`,
    [tenantId],
  )
  if (!turn?.isOurs) throw new Refusal('kernel.busy', { status: 503, params: { seconds: 10 } })
}

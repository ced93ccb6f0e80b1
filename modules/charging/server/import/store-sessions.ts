import { type Energy, formatNano } from '@wattyard/money'
import { newId, type Tx } from '@wattyard/server-kit'
import type { ImportedSession } from './read-rows.ts'

/** Rows of one statement: its JSON stays at a few megabytes. */
const CHUNK = 10_000

interface Known {
  known: ReadonlySet<string>
  /** Known sessions whose stored times or energy are others. */
  different: number
}

/** Which sessions an earlier import brought already. */
export async function knownSessions(
  tx: Tx,
  { tenantId, format, sessions }: { tenantId: string; format: string; sessions: readonly ImportedSession[] },
): Promise<Known> {
  const known = new Set<string>()
  let different = 0
  for (let from = 0; from < sessions.length; from += CHUNK) {
    const chunk = sessions.slice(from, from + CHUNK)
    const rows = await tx.query<{ source_key: string; same: boolean }>(
      `select s.source_key, s.started_at = k.started_at and s.ended_at = k.ended_at and s.energy = k.energy as same
       from unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[]) as k(source_key, started_at, ended_at, energy)
       join charging_imported_session s on s.tenant_id = $1 and s.format = $2 and s.source_key = k.source_key`,
      [
        tenantId,
        format,
        chunk.map(one => one.sourceKey),
        chunk.map(one => new Date(one.startedAt).toISOString()),
        chunk.map(one => new Date(one.endedAt).toISOString()),
        chunk.map(one => one.energy),
      ],
    )
    for (const row of rows) {
      known.add(row.source_key)
      if (!row.same) different++
    }
  }
  return { known, different }
}

export interface StoredImport {
  tenantId: string
  importId: string
  name: string
  format: string
  zone: string
  actor: string
  rows: number
  refused: number
  energy: Energy
  prices: Readonly<Record<string, string>>
  sessions: readonly ImportedSession[]
}

const SHAPE = `id uuid, source_key text, line integer, station text, connector text, site text, model text, driver text,
  started_at timestamptz, ended_at timestamptz, duration_s integer, energy bigint, price text, currency text, soc_start integer, soc_end integer, doubts text[]`
const COLUMNS = SHAPE.split(',')
  .map(column => column.trim().split(' ')[0])
  .join(', ')

function wire(session: ImportedSession): Record<string, unknown> {
  const { price } = session
  return {
    id: newId(session.startedAt),
    source_key: session.sourceKey,
    line: session.line,
    station: cell(session.station),
    connector: cell(session.connector),
    site: session.site && cell(session.site),
    model: session.model && cell(session.model),
    driver: session.user && cell(session.user),
    started_at: new Date(session.startedAt).toISOString(),
    ended_at: new Date(session.endedAt).toISOString(),
    duration_s: Math.min(2_147_483_647, Math.round((session.endedAt - session.startedAt) / 1_000)),
    energy: session.energy.toString(),
    price: price && formatNano(price.nano),
    currency: price && price.currency.slice(0, 3),
    soc_start: session.socStart,
    soc_end: session.socEnd,
    doubts: `{${session.doubts.join(',')}}`,
  }
}

/** Cells are as long as their file makes them; nothing here needs more. */
const MAX_CELL = 200
const cell = (text: string): string => text.slice(0, MAX_CELL).toWellFormed()

/** Stores an import and its sessions, a few thousand rows per statement. */
export async function insertSessions(tx: Tx, batch: StoredImport): Promise<void> {
  const { tenantId, importId, format, sessions } = batch
  await tx.execute(
    `insert into charging_import (tenant_id, id, name, format, zone, row_count, added, doubted, refused, energy, prices, imported_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12)`,
    [
      tenantId,
      importId,
      batch.name,
      format,
      batch.zone,
      batch.rows,
      sessions.length,
      sessions.filter(session => session.doubts.length > 0).length,
      batch.refused,
      batch.energy,
      JSON.stringify(batch.prices),
      batch.actor,
    ],
  )
  for (let from = 0; from < sessions.length; from += CHUNK)
    await tx.execute(
      `insert into charging_imported_session (tenant_id, import_id, format, ${COLUMNS})
       select $1, $2, $3, ${COLUMNS} from json_to_recordset($4) as r(${SHAPE})`,
      [tenantId, importId, format, JSON.stringify(sessions.slice(from, from + CHUNK).map(wire))],
    )
}

import { type Energy, formatNano } from '@wattyard/money'
import { newId, type Tx, col } from '@wattyard/server-kit'
import type { ImportedSession } from './read-rows.ts'

interface Known {
  known: ReadonlySet<string>
  /** Known sessions with other times or energy than stored. */
  different: number
}

/** Returns which sessions an earlier import brought already; the sessions of one statement. */
export async function knownSessions(
  tx: Tx,
  { tenantId, format, sessions }: { tenantId: string; format: string; sessions: readonly ImportedSession[] },
): Promise<Known> {
  const rows = await tx.query(
    { source_key: col.text, same: col.boolean },
    `select s.source_key, s.started_at = k.started_at and s.ended_at = k.ended_at and s.energy = k.energy as same
     from unnest($3::text[], $4::timestamptz[], $5::timestamptz[], $6::bigint[]) as k(source_key, started_at, ended_at, energy)
     join charging_imported_session s on s.tenant_id = $1 and s.format = $2 and s.source_key = k.source_key`,
    [
      tenantId,
      format,
      sessions.map(one => one.sourceKey),
      sessions.map(one => new Date(one.startedAt).toISOString()),
      sessions.map(one => new Date(one.endedAt).toISOString()),
      sessions.map(one => one.energy),
    ],
  )
  return { known: new Set(rows.map(row => row.source_key)), different: rows.filter(row => !row.same).length }
}

export interface StoredImport {
  tenantId: string
  importId: string
  name: string
  format: string
  zone: string
  actor: string
  /** Of the file. */
  rows: number
  added: number
  doubted: number
  refused: number
  energy: Energy
  prices: Readonly<Record<string, string>>
  /** Sessions to add, one part per statement. */
  parts: readonly (readonly ImportedSession[])[]
}

const SHAPE = `id uuid, source_key text, line integer, station text, connector text, site text, model text, driver text,
  started_at timestamptz, ended_at timestamptz, duration_s integer, energy bigint, price text, currency text, soc_start integer, soc_end integer, doubts text[]`
const COLUMNS = SHAPE.split(',')
  .map(column => column.trim().split(' ')[0])
  .join(', ')

function wire(session: ImportedSession): Record<string, unknown> {
  const { price } = session
  return {
    id: newId(),
    source_key: session.sourceKey,
    line: session.line,
    station: session.station,
    connector: session.connector,
    site: session.site,
    model: session.model,
    driver: session.user,
    started_at: new Date(session.startedAt).toISOString(),
    ended_at: new Date(session.endedAt).toISOString(),
    duration_s: Math.min(2_147_483_647, Math.round((session.endedAt - session.startedAt) / 1_000)),
    energy: session.energy.toString(),
    price: price && formatNano(price.nano),
    currency: price && price.currency,
    soc_start: session.socStart,
    soc_end: session.socEnd,
    doubts: `{${session.doubts.join(',')}}`,
  }
}

/** Stores an import and its sessions. */
export async function insertSessions(tx: Tx, batch: StoredImport): Promise<void> {
  const { tenantId, importId, format } = batch
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
      batch.added,
      batch.doubted,
      batch.refused,
      batch.energy,
      JSON.stringify(batch.prices),
      batch.actor,
    ],
  )
  for (const part of batch.parts)
    await tx.execute(
      `insert into charging_imported_session (tenant_id, import_id, format, ${COLUMNS})
       select $1, $2, $3, ${COLUMNS} from json_to_recordset($4) as r(${SHAPE})`,
      [tenantId, importId, format, JSON.stringify(part.map(wire))],
    )
}

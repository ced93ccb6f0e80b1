import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, newId, outsideTransaction, Refusal, type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { type TenantExport } from '../../contract/calls/tenant.ts'
import { EXPORT_STATES } from '../../contract/tenancy.ts'
import { exportTenant } from './export-tenant.ts'
import { auditBoth, type TenantActor, lockedTenant } from './tenant-service.ts'

/** Retention of a finished file. */
export const KEPT_MS = 7 * 24 * 60 * 60_000
/** Interval of a runner's sign of life; after four times as long its export counts as lost. */
const SIGN_MS = 30_000
const LOST_AFTER_S = (4 * SIGN_MS) / 1_000
const MOST_TRIES = 3
const MAX_ERROR = 500

export interface ExportWorld {
  db: Database
  clock: Clock
  /** Folder of the files, readable by the server only. Without it no exports are possible. */
  folder: string | undefined
  version: string
}

export const fileOf = (folder: string, id: string): string => join(folder, `${id}.zip`)

/**
 * Queues an export of a tenant.
 *
 * @throws Refusal `kernel.notFound`, `kernel.notAllowedNow` for a deleted tenant, `identity.exportOpen` while another of the same
 *   tenant is unfinished
 */
export async function askExport(tx: Tx, by: TenantActor, subjectId: string, now: number): Promise<string> {
  const { status } = await lockedTenant(tx, subjectId)
  if (status === 'deleting' || status === 'deleted') throw new Refusal('kernel.notAllowedNow')
  const open = await tx.query(
    "select 1 from identity_tenant_export where subject_id = $1 and state in ('waiting', 'running')",
    [subjectId],
  )
  if (open.length > 0) throw new Refusal('identity.exportOpen')
  const id = newId(now)
  const { tenantId, userId, displayName } = by.caller
  await tx.execute(
    `insert into identity_tenant_export (tenant_id, id, created_at, subject_id, asked_by, asked_by_name) values ($1, $2, $3, $4, $5, $6)`,
    [tenantId, id, new Date(now), subjectId, userId, displayName],
  )
  await auditBoth(tx, by, subjectId, { action: 'exportTenant', after: { export: id } }, now)
  return id
}

/** Returns the exports of a tenant, newest first. */
export async function exportsOf(tx: Tx, subjectId: string): Promise<TenantExport[]> {
  return tx.query(
    {
      id: col.uuid,
      state: col.oneOf(EXPORT_STATES),
      createdAt: col.instant,
      askedBy: col.text,
      endedAt: col.instant.orNull,
      keptUntil: col.instant.orNull,
      tables: col.integer.orNull,
      rows: col.double.orNull,
      bytes: col.double.orNull,
      sha256: col.text.orNull,
      error: col.text.orNull,
    },
    `select id, state, created_at as "createdAt", asked_by_name as "askedBy", ended_at as "endedAt", kept_until as "keptUntil",
       tables, row_count::float8 as rows, bytes::float8 as bytes, sha256, error
     from identity_tenant_export where subject_id = $1 order by id desc limit 50`,
    [subjectId],
  )
}

const CLAIMED = {
  id: col.uuid,
  code: col.text,
  name: col.text,
  subject_id: col.uuid,
}

type Claimed = RowIn<typeof CLAIMED>

/** Claims the next queued export, or one whose runner is lost. */
async function claim(tx: Tx): Promise<Claimed | null> {
  await tx.execute(
    `update identity_tenant_export set state = 'failed', ended_at = now(), error = 'lost ' || tries || ' times'
     where state = 'running' and seen_at < now() - $1 * interval '1 second' and tries >= $2`,
    [LOST_AFTER_S, MOST_TRIES],
  )
  const [row] = await tx.query(
    CLAIMED,
    `update identity_tenant_export e set state = 'running', seen_at = now(), tries = tries + 1 from identity_tenant t
     where t.tenant_id = e.subject_id and e.id = (
       select id from identity_tenant_export where state = 'waiting' or (state = 'running' and seen_at < now() - $1 * interval '1 second')
       order by id limit 1 for update skip locked)
     returning e.id, e.subject_id, t.code, t.name`,
    [LOST_AFTER_S],
  )
  return row ?? null
}

/** Writes chunks to a file and knows how many bytes they were and their hash. */
function writerOn(file: FileHandle) {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async write(chunk: Uint8Array): Promise<void> {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    },
    end: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}

async function writeFile({ db, clock, version }: ExportWorld, folder: string, claimed: Claimed) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const draft = `${fileOf(folder, claimed.id)}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    const { write, end } = writerOn(file)
    const tenant = { id: claimed.subject_id, code: claimed.code, name: claimed.name }
    const manifest = await db.platform(tx => exportTenant(tx, tenant, { version, at: clock.now(), write }), {
      readOnly: true,
      snapshot: true,
    })
    await file.sync()
    await file.close()
    renameSync(draft, fileOf(folder, claimed.id))
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { ...end(), rows, tables: manifest.tables.length }
  } catch (error) {
    await file.close().catch(() => {})
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Runs queued exports one after the other, and deletes files past their retention. If the process ends, the next one continues.
 */
export async function workExports(world: ExportWorld): Promise<void> {
  const { db, clock, folder } = world
  if (folder === undefined) return
  await forgetOld(world, folder)
  for (let next = await db.platform(claim); next; next = await db.platform(claim)) {
    const { id } = next
    const sign = setInterval(
      () =>
        void outsideTransaction(() =>
          db.platform(tx => tx.execute('update identity_tenant_export set seen_at = now() where id = $1', [id])),
        ).catch(() => {}),
      SIGN_MS,
    )
    try {
      const { bytes, sha256, rows, tables } = await writeFile(world, folder, next)
      const now = clock.now()
      await db.platform(tx =>
        tx.execute(
          `update identity_tenant_export set state = 'done', ended_at = $2, kept_until = $3, bytes = $4, sha256 = $5, row_count = $6, tables = $7
           where id = $1 and state = 'running'`,
          [id, new Date(now), new Date(now + KEPT_MS), bytes, sha256, rows, tables],
        ),
      )
    } catch (error) {
      await db.platform(tx =>
        tx.execute(`update identity_tenant_export set state = 'failed', ended_at = $2, error = $3 where id = $1`, [
          id,
          new Date(clock.now()),
          String(error).slice(0, MAX_ERROR),
        ]),
      )
    } finally {
      clearInterval(sign)
    }
  }
}

async function forgetOld({ db, clock }: ExportWorld, folder: string): Promise<void> {
  const gone = await db.platform(tx =>
    tx.query(
      { id: col.uuid },
      "update identity_tenant_export set state = 'expired' where state = 'done' and kept_until <= $1 returning id",
      [new Date(clock.now())],
    ),
  )
  for (const { id } of gone) rmSync(fileOf(folder, id), { force: true })
}

/**
 * Deletes the files of a tenant's exports for ever. Runs in a transaction of the platform; files are deleted before the commit,
 * so that none remains when the rows say so.
 *
 * @returns number of files
 */
export async function dropExports(tx: Tx, folder: string | undefined, subjectId: string): Promise<number> {
  const rows = await tx.query(
    { id: col.uuid },
    'select id from identity_tenant_export where subject_id = $1 for update',
    [subjectId],
  )
  await tx.execute(
    "update identity_tenant_export set state = 'expired' where subject_id = $1 and state in ('waiting', 'running', 'done')",
    [subjectId],
  )
  let gone = 0
  // Also for exports that ended long ago, because one still being written may have finished since.
  if (folder !== undefined)
    for (const { id } of rows)
      for (const file of [fileOf(folder, id), `${fileOf(folder, id)}.part`])
        if (existsSync(file)) {
          rmSync(file, { force: true })
          gone++
        }
  return gone
}

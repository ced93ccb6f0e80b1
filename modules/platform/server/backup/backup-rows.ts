import { audit, platformActor, type Tx, col, type RowIn } from '@wattyard/server-kit'
import { backup, type BACKUP_CAUSES, BACKUP_JOBS, MAX_VERDICT_NOTE } from '../../contract/backup.ts'
import { type KeepRule, surplusBackups } from '../../contract/keep-backups.ts'

/** Actor of commands and jobs, which have no person. */
const ACTOR = 'wattyard'

/** Data of a backup whose file is complete. */
export interface NewBackup {
  /** Id stored in the file itself. */
  id: string
  madeAt: number
  file: string
  folder: string
  cause: (typeof BACKUP_CAUSES)[number]
  bytes: number
  rows: number
  took_ms: number
  sealed: boolean
  app: string
  keyName: string
}

export interface Verdict {
  /** Of the backup, as its file names it. */
  id: string
  at: number
  isGood: boolean
  note: string
}

/** Writes a backup down for the home tenant. */
export async function recordBackup(tx: Tx, tenantId: string, made: NewBackup): Promise<void> {
  await tx.execute(
    `insert into platform_backup (tenant_id, id, made_at, file, folder, cause, size, rows, took_s, sealed, app, key_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      tenantId,
      made.id,
      new Date(made.madeAt),
      made.file,
      made.folder,
      made.cause,
      Math.ceil(made.bytes / 1024),
      // The column counts to two thousand million; a larger number would only be shown rounded anyway.
      Math.min(made.rows, 2_147_483_647),
      Math.round(made.took_ms / 1000),
      made.sealed,
      made.app,
      made.keyName,
    ],
  )
  // The copy contains every tenant's rows, so it is audited whoever started it.
  const { file, folder, cause, sealed } = made
  await audit(tx, platformActor(tenantId, ACTOR), [
    { resource: backup.name, recordId: made.id, action: 'create', after: { file, folder, cause, sealed } },
  ])
}

/**
 * Stores the result of a verification.
 * @returns false when the backup is unknown here
 */
export async function recordVerdict(tx: Tx, tenantId: string, { id, at, isGood, note }: Verdict): Promise<boolean> {
  const touched = await tx.execute(
    `update platform_backup set verified_at = $3, verdict = $4, verdict_note = $5, verify_wanted_at = null,
       version = version + 1, updated_at = now() where tenant_id = $1 and id = $2`,
    [tenantId, id, new Date(at), isGood ? 'good' : 'wrong', note.slice(0, MAX_VERDICT_NOTE)],
  )
  if (touched !== 1) return false
  await audit(tx, platformActor(tenantId, ACTOR), [
    { resource: backup.name, recordId: id, action: 'update', after: { verdict: isGood ? 'good' : 'wrong' } },
  ])
  return true
}

export const BACKUP_FILE_ROW = {
  id: col.uuid,
  file: col.text,
  folder: col.text,
}

export type BackupFileRow = RowIn<typeof BACKUP_FILE_ROW>

/** Most backups that a run looks through when none was requested. */
const MAX_NEWEST = 20

const TO_VERIFY_ROW = { ...BACKUP_FILE_ROW, version: col.integer, requested: col.boolean }

export type BackupToVerify = RowIn<typeof TO_VERIFY_ROW>

/** Returns the backups to verify: those that were requested, in that order; without any the newest ones, newest first. */
export async function backupsToVerify(tx: Tx, tenantId: string): Promise<BackupToVerify[]> {
  const rows = await tx.query(
    TO_VERIFY_ROW,
    `select id, file, folder, version, verify_wanted_at is not null as requested
     from platform_backup where tenant_id = $1 and state = 'kept'
       and (verify_wanted_at is not null
         or not exists (select from platform_backup where tenant_id = $1 and state = 'kept' and verify_wanted_at is not null))
     order by verify_wanted_at nulls last, made_at desc`,
    [tenantId],
  )
  return rows[0]?.requested ? rows : rows.slice(0, MAX_NEWEST)
}

/**
 * Takes the request for a verification back that could not be done, and writes down why. An older verdict on the file stays. What
 * was written meanwhile stays as well: the verification's own verdict says more, and a new request is for the next run.
 */
export async function recordFailure(
  tx: Tx,
  tenantId: string,
  { id, version }: Pick<BackupToVerify, 'id' | 'version'>,
  { at, reason, isUnreadable }: { at: number; reason: string; isUnreadable: boolean },
): Promise<void> {
  await tx.execute(
    `update platform_backup set verify_wanted_at = null, verdict_note = $4,
       verdict = case when $5 then 'wrong' else verdict end, verified_at = case when $5 then $6 else verified_at end,
       version = version + 1, updated_at = now() where tenant_id = $1 and id = $2 and version = $3`,
    [tenantId, id, version, reason.slice(0, MAX_VERDICT_NOTE), isUnreadable, new Date(at)],
  )
}

/** Marks those that the rule lets go as removed, and gives them: their files go after the commit. */
export async function removeSurplus(
  tx: Tx,
  { tenantId, rule, zone }: { tenantId: string; rule: KeepRule; zone: string },
): Promise<BackupFileRow[]> {
  const rows = await tx.query(
    { id: col.uuid, made_at: col.instant, cause: col.text, verdict: col.text.orNull },
    "select id, made_at, cause, verdict from platform_backup where tenant_id = $1 and state = 'kept' for update",
    [tenantId],
  )
  const backups = rows.map(row => ({
    id: row.id,
    madeAt: row.made_at,
    cause: row.cause,
    isGood: row.verdict === 'good',
  }))
  return markRemoved(tx, tenantId, surplusBackups(backups, rule, zone))
}

export async function markRemoved(tx: Tx, tenantId: string, ids: readonly string[]): Promise<BackupFileRow[]> {
  if (ids.length === 0) return []
  return tx.query(
    BACKUP_FILE_ROW,
    `update platform_backup set state = 'removed', verify_wanted_at = null, version = version + 1, updated_at = now()
     where tenant_id = $1 and id = any($2::uuid[]) and state = 'kept' returning id, file, folder`,
    [tenantId, ids],
  )
}

export const BACKUP_AGES = {
  lastMadeAt: col.instant.orNull,
  lastVerifiedAt: col.instant.orNull,
  /** Since when backups should be made: nothing can be overdue before. */
  since: col.instant.orNull,
}

export type BackupAges = RowIn<typeof BACKUP_AGES>

/** Returns the ages for screens and the alarm. A verified backup counts by its creation, not by its verification. */
export async function backupAges(tx: Tx, tenantId: string): Promise<BackupAges> {
  const [row] = await tx.query(
    BACKUP_AGES,
    `select max(made_at) filter (where state = 'kept') as "lastMadeAt", 
       (select min(created_at) from platform_schedule where tenant_id = $1 and name = $2) as since,
       max(made_at) filter (where state = 'kept' and verdict = 'good') as "lastVerifiedAt"
     from platform_backup where tenant_id = $1`,
    [tenantId, BACKUP_JOBS.make],
  )
  return row ?? { lastMadeAt: null, lastVerifiedAt: null, since: null }
}

/** Returns when the last run that should have made a backup failed, or was lost with its server; null when it made one. */
export async function lastFailure(tx: Tx, tenantId: string): Promise<number | null> {
  const [row] = await tx.query(
    { at: col.instant, made: col.boolean },
    `select coalesce(r.ended_at, r.started_at) as at, r.outcome = 'done' as made
     from platform_schedule s join platform_schedule_run r on r.tenant_id = s.tenant_id and r.schedule_id = s.id
     where s.tenant_id = $1 and s.name = $2 and r.outcome in ('done', 'failed', 'lost')
     order by r.started_at desc, r.id desc limit 1`,
    [tenantId, BACKUP_JOBS.make],
  )
  return row && !row.made ? row.at : null
}

/** Returns ids of the runs that have made no backup since the last that did. */
export async function failuresSince(tx: Tx, tenantId: string): Promise<readonly string[]> {
  const rows = await tx.query(
    { id: col.uuid },
    `select r.id from platform_schedule s join platform_schedule_run r on r.tenant_id = s.tenant_id and r.schedule_id = s.id
     where s.tenant_id = $1 and s.name = $2 and r.outcome in ('failed', 'lost') and not exists (
       select 1 from platform_schedule_run d where d.tenant_id = r.tenant_id and d.schedule_id = r.schedule_id and d.outcome = 'done'
         and (d.started_at, d.id) > (r.started_at, r.id))`,
    [tenantId, BACKUP_JOBS.make],
  )
  return rows.map(row => row.id)
}

/** Returns the backup that lies there, as its row knows it; null when none is known. */
export async function backupAt(
  tx: Tx,
  tenantId: string,
  { file, folder }: { file: string; folder: string },
): Promise<string | null> {
  const [row] = await tx.query(
    { id: col.uuid },
    "select id from platform_backup where tenant_id = $1 and file = $2 and folder = $3 and state = 'kept'",
    [tenantId, file, folder],
  )
  return row?.id ?? null
}

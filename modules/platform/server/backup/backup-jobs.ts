import { type Database, type RowIn, type ScheduledJob, emit, type Tx, col } from '@wattyard/server-kit'
import { BACKUP_ELSEWHERE, BACKUP_JOBS, BACKUP_MISSING, VERIFIED_WITHIN_DAYS } from '../../contract/backup.ts'
import { BACKUP_FAILED, BACKUP_MADE, type BackupFailed, BACKUP_OVERDUE } from '../../contract/events.ts'
import { backupAges, backupsToVerify, failuresSince, recordFailure } from './backup-rows.ts'
import type { BackupPorts, BackupService } from './ports.ts'

const DAY_MS = 86_400_000
// Outputs have words on screen: `platform.jobOutput`.
const NONE_VERIFIED = 'none verified yet'
const NOWHERE = 'there is no place for backups here'

/** Returns the tenant of the backup rows, which is that of the jobs. */
async function homeOf(tx: Tx): Promise<string | null> {
  const [row] = await tx.query(
    { tenant_id: col.uuid },
    'select tenant_id from platform_schedule where name = $1 limit 1',
    [BACKUP_JOBS.make],
  )
  return row?.tenant_id ?? null
}

const RUN = { id: col.uuid, tenant_id: col.uuid, cause: col.text }

/** Returns the run that is making a backup; undefined where the job was called by no schedule. */
async function currentRun(tx: Tx): Promise<RowIn<typeof RUN> | undefined> {
  const [row] = await tx.query(
    RUN,
    `select r.id, r.tenant_id, r.cause from platform_schedule s
     join platform_schedule_run r on r.tenant_id = s.tenant_id and r.id = s.run_id where s.name = $1 limit 1`,
    [BACKUP_JOBS.make],
  )
  return row
}

/** Tells that the failures since the last good backup are over, of which people may still have messages. */
async function endFailures(tx: Tx, tenantId: string): Promise<void> {
  const ids = await failuresSince(tx, tenantId)
  await emit(
    tx,
    ids.map(id => ({ tenantId, topic: BACKUP_MADE, key: id, body: {} })),
  )
}

/** Returns whether people have to be alarmed. An installation that has had no backup for this long counts too. */
export const isOverdue = (
  { lastVerifiedAt, since }: { lastVerifiedAt: number | null; since: number | null },
  now: number,
): boolean => {
  const from = lastVerifiedAt ?? since
  return from !== null && now - from > VERIFIED_WITHIN_DAYS * DAY_MS
}

/** Emits an alarm once a day while backups are overdue. Returns the run's output. */
export async function watchBackups(db: Database, now: number): Promise<string> {
  return db.platform(async tx => {
    const tenantId = await homeOf(tx)
    if (tenantId === null) return NOWHERE
    const ages = await backupAges(tx, tenantId)
    if (!isOverdue(ages, now)) return ages.lastVerifiedAt === null ? NONE_VERIFIED : 'in order'
    await emit(tx, [
      {
        tenantId,
        topic: BACKUP_OVERDUE,
        key: tenantId,
        body: { at: now, lastVerifiedAt: ages.lastVerifiedAt },
      },
    ])
    return `overdue, ${ages.lastVerifiedAt === null ? NONE_VERIFIED : `last verified: ${new Date(ages.lastVerifiedAt).toISOString()}`}`
  })
}

/** A weekly run does not restore more than this: a restore takes minutes. */
const MAX_RESTORES = 3

/**
 * Verifies every requested backup, or the newest that can be verified. One that fails does not stop the others.
 *
 * @throws Error with all failures, so that the run counts as failed
 */
async function verifyBackups(
  db: Database,
  service: BackupService,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<string> {
  const tenantId = await db.platform(homeOf)
  const listed = tenantId === null ? [] : await db.platform(tx => backupsToVerify(tx, tenantId))
  // Unasked, the run takes the newest that it can reach.
  const wanted = listed.filter(one => one.requested || service.reach(one) !== 'elsewhere')
  if (tenantId === null || wanted.length === 0) return 'no backup yet'
  const outputs: string[] = []
  const failures: string[] = []
  for (const one of wanted) {
    const reach = service.reach(one)
    try {
      if (reach !== 'here') throw new Error(reach === 'missing' ? BACKUP_MISSING : BACKUP_ELSEWHERE)
      outputs.push(await service.verify(one, signal))
    } catch (error) {
      // The server is stopping; the request is for its next start.
      if (signal.aborted) throw error
      const reason = error instanceof Error ? error.message : String(error)
      await db.platform(tx => recordFailure(tx, tenantId, one, { at: now, reason, isUnreadable: reach === 'missing' }))
      failures.push(`${one.file}: ${reason}`)
    }
    if (!one.requested && (outputs.length > 0 || failures.length >= MAX_RESTORES)) break
  }
  if (failures.length > 0) throw new Error([...failures, ...outputs].join('\n'))
  return outputs.join('\n')
}

/** Makes a backup. One that fails is told of: whoever asked for it looks elsewhere by then, and nobody waits for the nightly one. */
async function makeBackup(
  db: Database,
  service: BackupService,
  { now, signal }: { now: () => number; signal: AbortSignal },
): Promise<string> {
  const run = await db.platform(currentRun)
  let output: string
  try {
    // Backups that a person asked for are kept until a person removes them.
    output = await service.make(run?.cause === 'asked' ? 'asked' : 'schedule', signal)
  } catch (error) {
    const body: BackupFailed = { at: now() }
    // A server that is stopping makes it after its next start.
    if (run && !signal.aborted)
      await db.platform(tx =>
        emit(tx, [{ tenantId: run.tenant_id, topic: BACKUP_FAILED, key: run.id, body: { ...body } }]),
      )
    throw error
  }
  if (run) await db.platform(tx => endFailures(tx, run.tenant_id))
  return output
}

/** Returns the jobs: backups every night, a verification on Sundays, a check every morning. */
export function backupJobs({ service, now }: BackupPorts): readonly ScheduledJob[] {
  return [
    {
      name: BACKUP_JOBS.make,
      cron: '10 2 * * *',
      run: async ({ db, signal }) => (service ? makeBackup(db, service, { now, signal }) : NOWHERE),
    },
    {
      name: BACKUP_JOBS.verify,
      cron: '40 3 * * 0',
      async run({ db, signal }) {
        return service ? verifyBackups(db, service, { now: now(), signal }) : NOWHERE
      },
    },
    { name: BACKUP_JOBS.watch, cron: '30 8 * * *', run: ({ db }) => watchBackups(db, now()) },
  ]
}

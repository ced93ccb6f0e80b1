import { type Database, type ScheduledJob, emit, type Tx, col } from '@wattyard/server-kit'
import { BACKUP_JOBS, VERIFIED_WITHIN_DAYS } from '../../contract/backup.ts'
import { BACKUP_OVERDUE } from '../../contract/events.ts'
import { backupAges, backupToVerify } from './backup-rows.ts'
import type { BackupPorts } from './ports.ts'

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

/** Returns the cause of the current run. Backups requested by a person are kept until a person removes them. */
async function causeOfRun(tx: Tx): Promise<'schedule' | 'asked'> {
  const [row] = await tx.query(
    { cause: col.text },
    `select r.cause from platform_schedule s join platform_schedule_run r on r.tenant_id = s.tenant_id and r.id = s.run_id
     where s.name = $1 limit 1`,
    [BACKUP_JOBS.make],
  )
  return row?.cause === 'asked' ? 'asked' : 'schedule'
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

/** Returns the jobs: backups every night, a verification on Sundays, a check every morning. */
export function backupJobs({ service, now }: BackupPorts): readonly ScheduledJob[] {
  return [
    {
      name: BACKUP_JOBS.make,
      cron: '10 2 * * *',
      run: async ({ db, signal }) => (service ? service.make(await db.platform(causeOfRun), signal) : NOWHERE),
    },
    {
      name: BACKUP_JOBS.verify,
      cron: '40 3 * * 0',
      async run({ db, signal }) {
        if (!service) return NOWHERE
        const next = await db.platform(async tx => {
          const tenantId = await homeOf(tx)
          return tenantId === null ? null : backupToVerify(tx, tenantId)
        })
        return next ? service.verify(next, signal) : 'no backup yet'
      },
    },
    { name: BACKUP_JOBS.watch, cron: '30 8 * * *', run: ({ db }) => watchBackups(db, now()) },
  ]
}

import { type CommandHandler, type ServedResource, serveResource } from '@wattyard/server-kit'
import { backup, BACKUP_JOBS } from '../../contract/backup.ts'
import { markRemoved } from './backup-rows.ts'
import type { BackupService } from './ports.ts'

/** Wishes are written down; the job that is due at once finds them, in whichever process it runs. */
const verify: CommandHandler<typeof backup, 'verify'> = async ({ tx, caller }, rows) => {
  await tx.execute(
    `update platform_backup set verify_wanted_at = now(), version = version + 1, updated_at = now()
     where tenant_id = $1 and id = any($2::uuid[])`,
    [caller.tenantId, rows.map(row => row.id)],
  )
  await tx.execute(
    `update platform_schedule set wanted_at = coalesce(wanted_at, now()), wanted_by = $3, version = version + 1, updated_at = now()
     where tenant_id = $1 and name = $2 and state <> 'retired'`,
    [caller.tenantId, BACKUP_JOBS.verify, caller.displayName],
  )
  return null
}

const remove =
  (service: BackupService | null): CommandHandler<typeof backup, 'remove'> =>
  async ({ tx, caller }, rows) => {
    const gone = await markRemoved(
      tx,
      caller.tenantId,
      rows.map(row => row.id),
    )
    // The word first, the file afterwards: a row that promises a file that is gone would be worse than a file too many.
    tx.afterCommit(() => {
      for (const one of gone) service?.remove(one)
    })
    return null
  }

export function serveBackup(service: BackupService | null): ServedResource {
  return serveResource(backup, {
    allows: (action, row) => (action === 'verify' || action === 'remove' ? row.state === 'kept' : true),
    commands: { verify, remove: remove(service) },
  })
}

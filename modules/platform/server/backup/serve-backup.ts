import { type CommandHandler, type ServedResource, serveResource } from '@wattyard/server-kit'
import { backup, BACKUP_JOBS } from '../../contract/backup.ts'
import { markRemoved } from './backup-rows.ts'
import type { BackupService } from './ports.ts'

/** The request is stored; the job then runs in any process and finds it. */
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
    // The row is changed before the file is removed: a row without its file would be worse than a file without its row.
    tx.afterCommit(() => {
      for (const one of gone) service?.remove(one)
    })
    return null
  }

export function serveBackup(service: BackupService | null): ServedResource {
  return serveResource(backup, {
    allows(action, row) {
      if (action !== 'verify' && action !== 'remove') return true
      if (row.state !== 'kept') return false
      return action === 'remove' || service?.reach(row) !== 'elsewhere'
    },
    whyNot: (action, row) =>
      action === 'verify' && row.state === 'kept' && service?.reach(row) === 'elsewhere'
        ? 'platform.backupElsewhere'
        : undefined,
    commands: { verify, remove: remove(service) },
  })
}

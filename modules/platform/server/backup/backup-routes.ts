import { pipeline } from 'node:stream/promises'
import { idInput } from '@wattyard/calls'
import {
  actorOf,
  audit,
  mustSeeWholeTenant,
  Refusal,
  type Route,
  route,
  serveCall,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { BACKUP_JOBS } from '../../contract/backup.ts'
import { backupStatus, linkToBackup } from '../../contract/calls/backup.ts'
import { SCHEDULE_STATES } from '../../contract/schedule.ts'
import { settingOf } from '../settings.ts'
import { isOverdue } from './backup-jobs.ts'
import { isGoodLink, LINK_MS, linkTo } from './backup-link.ts'
import { backupAges, type BackupFileRow, BACKUP_FILE_ROW, lastFailure } from './backup-rows.ts'
import { backupSettings, chosenFolder } from './backup-settings.ts'
import type { BackupPorts } from './ports.ts'

async function keptBackup(tx: Tx, tenantId: string, id: string): Promise<BackupFileRow> {
  const [row] = await tx.query(
    BACKUP_FILE_ROW,
    "select id, file, folder from platform_backup where tenant_id = $1 and id = $2 and state = 'kept'",
    [tenantId, id],
  )
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  return row
}

/** Returns the refusal that says why a file cannot be downloaded. */
function noFile(reach: 'missing' | 'elsewhere', { folder }: BackupFileRow): Refusal {
  const code = reach === 'elsewhere' ? 'platform.backupOutside' : 'platform.backupGone'
  return new Refusal(code, { status: 404, params: { folder } })
}

function statusRoute({ service, now }: BackupPorts): Route {
  return serveCall(backupStatus, {
    work: 'read',
    async handle({ tx, caller }) {
      mustSeeWholeTenant(caller)
      const jobs = await tx.query(
        {
          id: col.uuid,
          name: col.text,
          cron: col.text,
          zone: col.text,
          state: col.oneOf(SCHEDULE_STATES),
          nextRun: col.instant.orNull,
          isRunning: col.boolean,
        },
        `select id, name, cron, zone, state, next_run_at as "nextRun", lease_until is not null or wanted_at is not null as "isRunning"
         from platform_schedule where tenant_id = $1 and name = any($2::text[]) order by name`,
        [caller.tenantId, Object.values(BACKUP_JOBS)],
      )
      const governs = jobs.length > 0 && service !== null
      const ages = await backupAges(tx, caller.tenantId)
      const folders = governs ? service.folders : []
      const { folder, ...keep } = await settingOf(tx, backupSettings)
      const chosen = chosenFolder(folders, folder)
      return {
        governs,
        lastMadeAt: ages.lastMadeAt,
        lastVerifiedAt: ages.lastVerifiedAt,
        lastFailedAt: await lastFailure(tx, caller.tenantId),
        isOverdue: governs && isOverdue(ages, now()),
        folders: [chosen, ...folders.filter(folder => folder !== chosen)].filter(Boolean),
        free_bytes: governs ? service.free_bytes(chosen) : null,
        keep,
        sealed: governs && service.sealed,
        keyName: governs ? service.keyName : '',
        jobs,
      }
    },
  })
}

function linkRoute({ service, confirmPassword, linkKey, now }: BackupPorts): Route {
  return serveCall(linkToBackup, {
    work: 'raw',
    bodyLimit: 16_384,
    async handle(call) {
      const { id } = call.input
      const caller = await confirmPassword(call)
      mustSeeWholeTenant(caller)
      await call.db.tenant(caller.tenantId, async tx => {
        const row = await keptBackup(tx, caller.tenantId, id)
        // The browser follows the address by itself and shows nothing of a refusal: whoever asks is told here.
        const reach = service?.reach(row) ?? 'missing'
        if (reach !== 'here') throw noFile(reach, row)
        const { file } = row
        await audit(tx, actorOf({ ...call, caller }), [
          { resource: 'platform.backup', recordId: id, action: 'download', after: { file } },
        ])
      })
      return { url: linkTo(linkKey, { id, userId: caller.userId, until: now() + LINK_MS }) }
    },
  })
}

function fileRoute({ service, linkKey, now }: BackupPorts): Route {
  return route({
    method: 'GET',
    path: '/api/platform/backup/file',
    access: 'platform.backup:download',
    input: z.strictObject({
      id: idInput,
      until: z.coerce.number().int(),
      sign: z.string().max(100),
    }),
    work: 'raw',
    summary: 'the file of a backup, by an address that was made for the caller',
    async handle({ caller, db, reply, input: { id, until, sign } }) {
      if (!caller) throw new Error('a download needs a caller')
      mustSeeWholeTenant(caller)
      if (!isGoodLink(linkKey, { id, userId: caller.userId, until }, sign, now()))
        throw new Refusal('platform.linkOver', { status: 403 })
      const row = await db.tenant(caller.tenantId, tx => keptBackup(tx, caller.tenantId, id), { readOnly: true })
      const opened = service?.open(row)
      if (!opened) throw noFile(service?.reach(row) === 'elsewhere' ? 'elsewhere' : 'missing', row)
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-length': String(opened.size),
        'content-disposition': `attachment; filename="${row.file}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      // A client that disconnects has an incomplete file, which the digest shows.
      await pipeline(opened.bytes, reply.raw).catch(() => reply.raw.destroy())
      return undefined
    },
  })
}

export const backupRoutes = (ports: BackupPorts): readonly Route[] => [
  statusRoute(ports),
  linkRoute(ports),
  fileRoute(ports),
]

import { type CallAnswer, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { SCHEDULE_STATES } from '../schedule.ts'

export const backupStatus = defineCall({
  method: 'GET',
  path: '/api/platform/backup/status',
  access: 'platform.backup:read',
  summary: 'when the last backup was made and proved, where they lie, and the jobs that make them',
  input: z.strictObject({}),
  output: z.object({
    /** False for all tenants but the home tenant: a backup contains every tenant's rows. */
    governs: z.boolean(),
    /** Instants of the newest kept backup and of the newest that was verified as good. */
    lastMadeAt: instant.nullable(),
    lastVerifiedAt: instant.nullable(),
    /** When the last run that should have made a backup failed; null when it made one. */
    lastFailedAt: instant.nullable(),
    /** The newest verified backup is too old, and the installation is old enough to have one. */
    isOverdue: z.boolean(),
    /** Folders that this installation can write backups to, the chosen one first. */
    folders: z.array(z.string()),
    /** Free space of the chosen folder in bytes; null when unknown. */
    free_bytes: z.number().nullable(),
    /** Number of backups kept. */
    keep: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
    /** Whether scheduled backups are encrypted. */
    sealed: z.boolean(),
    /** Name of this installation's key, which identifies its backups. Operators should write it down. */
    keyName: z.string(),
    jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        cron: z.string(),
        zone: z.string(),
        state: z.enum(SCHEDULE_STATES),
        nextRun: instant.nullable(),
        isRunning: z.boolean(),
      }),
    ),
  }),
})
export type BackupStatus = CallAnswer<typeof backupStatus>

export const linkToBackup = defineCall({
  method: 'POST',
  path: '/api/platform/backup/link',
  access: 'platform.backup:download',
  summary: 'an address for downloading a backup, good for a minute; asks for the password once more',
  input: z.strictObject({ id: idInput, password: z.string().max(1_000), key: z.string().max(200).default('') }),
  output: z.object({
    /** Path below the origin, valid for one minute and for the caller alone. */
    url: z.string(),
  }),
})

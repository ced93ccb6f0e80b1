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
    /** False for other tenants: a backup holds every tenant's rows and is the home tenant's business. */
    governs: z.boolean(),
    /** Moment of the newest kept backup and of the newest that was verified as good. */
    lastMadeAt: instant.nullable(),
    lastVerifiedAt: instant.nullable(),
    /** The last verified backup is too old, and the installation is old enough to have one. */
    isOverdue: z.boolean(),
    /** Folders this installation may write backups to; the chosen one first. */
    folders: z.array(z.string()),
    /** Free space of the chosen one in bytes; null when it cannot be told. */
    free_bytes: z.number().nullable(),
    /** How many stay. */
    keep: z.object({ daily: z.int(), weekly: z.int(), monthly: z.int() }),
    /** Backups made by themselves are encrypted. */
    sealed: z.boolean(),
    /** Of this installation's key, to be noted down: it tells whose a backup is. */
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
    /** Path below the origin, good for one minute and for who asked. */
    url: z.string(),
  }),
})

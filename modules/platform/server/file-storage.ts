import { MEGABYTE, type Resource } from '@wattyard/resource'
import {
  clearFiles,
  fileRoutes,
  fileUse,
  type ResourceIndex,
  type Route,
  type ScheduledJob,
  serveCall,
} from '@wattyard/server-kit'
import { z } from 'zod'
import { FILE_QUOTA, fileStorage, MOST_QUOTA_MB } from '../contract/calls/storage.ts'
import { declareSetting, settingOf } from './settings.ts'

/** Setting: quota for files of a tenant's records in megabytes. */
export const fileQuota = declareSetting({
  key: FILE_QUOTA,
  schema: z.number().int().min(1).max(MOST_QUOTA_MB),
  initial: 5 * 1024,
})

/** Returns the routes for the storage used by files of records. */
export const storageRoutes = (index: ResourceIndex): readonly Route[] => [
  ...fileRoutes(index, { quotaBytes: async tx => (await settingOf(tx, fileQuota)) * MEGABYTE }),
  serveCall(fileStorage, {
    work: 'read',
    async handle({ tx, caller }) {
      const { bytes, files } = await fileUse(tx, caller.tenantId)
      return { usedBytes: bytes, files, quotaMb: await settingOf(tx, fileQuota) }
    },
  }),
]

/** Returns the job that deletes abandoned uploads and files that no record holds. */
export const clearFilesJob = (resources: () => readonly Resource[]): ScheduledJob => ({
  name: 'platform.clearFiles',
  cron: '10 * * * *',
  run: async ({ db, now, signal }) => `files: ${await clearFiles(db, resources(), now, signal)}`,
})

import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'

/** Setting of a tenant: quota for files of its records in megabytes, from 1. */
export const FILE_QUOTA = 'platform.fileQuota'
/** Largest quota in megabytes, a terabyte. */
export const MOST_QUOTA_MB = 1_048_576

export const fileStorage = defineCall({
  method: 'GET',
  path: '/api/platform/storage',
  access: 'platform.setting:update',
  wholeTenant: true,
  summary: 'what the files of the tenant take, and what they may take',
  input: z.strictObject({}),
  output: z.object({
    /** Bytes, thumbnails and uploads under way included. */
    usedBytes: z.int(),
    files: z.int(),
    quotaMb: z.int(),
  }),
})
export type FileStorage = CallAnswer<typeof fileStorage>

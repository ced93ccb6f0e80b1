import { z } from 'zod'
import { declareSetting } from './settings.ts'

/**
 * Days between the approval of a tenant's deletion and its beginning, in which it can be taken back. Read of the
 * installation's own tenant alone.
 */
export const deletionDays = declareSetting({
  key: 'platform.tenantDeletionDays',
  schema: z.number().int().min(1).max(365),
  initial: 30,
})

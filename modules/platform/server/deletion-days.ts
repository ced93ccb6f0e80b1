import { z } from 'zod'
import { DELETION_DAYS, MOST_DELETION_DAYS } from '../contract/deletion-days.ts'
import { declareSetting } from './settings.ts'

/**
 * Days between the approval of a tenant's deletion and its beginning, in which it can be taken back. Read of the
 * installation's own tenant alone.
 */
export const deletionDays = declareSetting({
  key: DELETION_DAYS,
  schema: z.number().int().min(1).max(MOST_DELETION_DAYS),
  initial: 30,
  isOfInstallation: true,
})

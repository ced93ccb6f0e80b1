import { z } from 'zod'
import { DELETION_DAYS, MOST_DELETION_DAYS } from '../contract/deletion-days.ts'
import { declareSetting } from './settings.ts'

/**
 * Setting: days between the approval of a tenant's deletion and its start, in which it can be withdrawn. Read from the home
 * tenant only.
 */
export const deletionDays = declareSetting({
  key: DELETION_DAYS,
  schema: z.number().int().min(1).max(MOST_DELETION_DAYS),
  initial: 30,
  isOfInstallation: true,
})

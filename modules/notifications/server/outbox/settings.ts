import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'

/** Pause between two of one kind to one person by one way, in minutes; what comes meanwhile leaves as a digest. */
export const spacingMinutes = declareSetting({
  key: 'notifications.spacingMinutes',
  schema: z.number().int().min(1).max(1440),
  initial: 5,
})

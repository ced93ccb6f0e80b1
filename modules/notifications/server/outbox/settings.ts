import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'

/**
 * Setting: pause between two deliveries of one kind to one person by one channel, in minutes. Messages in between are sent as a
 * digest.
 */
export const spacingMinutes = declareSetting({
  key: 'notifications.spacingMinutes',
  schema: z.number().int().min(1).max(1440),
  initial: 5,
})

import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'

/** Setting: one person proposes the closing of a day and another approves it, and another person than the closer reopens it. */
export const dayCloseFourEyes = declareSetting({ key: 'finance.dayCloseFourEyes', schema: z.boolean(), initial: false })

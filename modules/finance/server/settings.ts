import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'

/** Whether a day is closed by one person's proposal and another's approval, and opened again by another than closed it. */
export const dayCloseFourEyes = declareSetting({ key: 'finance.dayCloseFourEyes', schema: z.boolean(), initial: false })

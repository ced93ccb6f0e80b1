import { declareSetting } from '@wattyard/platform/server'
import { z } from 'zod'

/** Whether a version must be published by another person than edited it last. */
export const fourEyes = declareSetting({ key: 'pricing.fourEyes', schema: z.boolean(), initial: false })

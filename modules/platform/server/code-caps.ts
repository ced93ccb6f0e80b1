import { z } from 'zod'
import { ASKS_PER_ADDRESS, CODES_PER_PERSON, MOST_ASKS, MOST_CODES } from '../contract/code-caps.ts'
import { declareSetting } from './settings.ts'

/** Codes for a forgotten password that one person of the tenant is sent in 24 hours. */
export const codesPerPerson = declareSetting({
  key: CODES_PER_PERSON,
  schema: z.number().int().min(1).max(MOST_CODES),
  initial: 5,
})

/**
 * Setting: most codes for forgotten passwords requested from one address in 24 hours, for any people, because strangers have no
 * tenant.
 */
export const asksPerAddress = declareSetting({
  key: ASKS_PER_ADDRESS,
  schema: z.number().int().min(1).max(MOST_ASKS),
  initial: 60,
  isOfInstallation: true,
})

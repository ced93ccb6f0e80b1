import { dayInput, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

/**
 * How a day of a channel stands.
 *
 * - empty: neither records nor a file
 * - running: records, and the day is not over, so that its file cannot be there
 * - missing: records, and no file tells of the day
 * - waived: no file tells of it, and a person said that none will
 * - due: waits to be compared
 * - open: compared, with differences
 * - waiting: compared, something may still come
 * - even: compared, nobody has to look
 */
export const DAY_STATES = ['empty', 'running', 'missing', 'waived', 'due', 'open', 'waiting', 'even'] as const
export type DayState = (typeof DAY_STATES)[number]

export const MAX_DAYS_READ = 92

export const readDays = defineCall({
  method: 'GET',
  path: '/api/reconciliation/run/days',
  access: 'reconciliation.outcome:read',
  summary: `how each of at most ${MAX_DAYS_READ} days of a channel stands`,
  wholeTenant: true,
  input: z.strictObject({ channel: idInput, from: dayInput, to: dayInput }),
  output: z.object({
    days: z.array(
      z.object({
        day: z.string(),
        state: z.enum(DAY_STATES),
        matched: z.int(),
        waiting: z.int(),
        differences: z.int(),
        surplus: z.string(),
        shortage: z.string(),
        comparedAt: z.int().nullable(),
        /** Why no file will come, and who said so when. */
        waiver: z.object({ reason: z.string(), by: z.string(), at: z.int() }).nullable(),
      }),
    ),
  }),
})

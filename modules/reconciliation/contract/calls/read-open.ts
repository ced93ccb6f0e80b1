import { dayInput, decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

export const readOpen = defineCall({
  method: 'GET',
  path: '/api/reconciliation/outcome/open',
  access: 'reconciliation.outcome:read',
  summary: 'what is open of one channel or of all, of all days or of some: numbers and sums',
  wholeTenant: true,
  input: z.strictObject({ channel: idInput.optional(), from: dayInput.optional(), to: dayInput.optional() }),
  output: z.object({
    differences: z.int(),
    waiting: z.int(),
    /** What the channel has more than we say, and less; the latter is negative. */
    surplus: decimalText,
    shortage: decimalText,
    /** Sum of both without their signs: a surplus does not explain a shortage. */
    left: decimalText,
    /** The first day with a difference; null for none. */
    oldest: z.string().nullable(),
  }),
})

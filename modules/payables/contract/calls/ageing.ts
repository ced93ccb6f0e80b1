import { dayInput, decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'
import { BUCKETS } from '../ageing.ts'
import { DOCUMENT_KINDS } from '../document-kind.ts'

const sums = z.object(
  Object.fromEntries(BUCKETS.map(bucket => [bucket, decimalText])) as Record<
    (typeof BUCKETS)[number],
    typeof decimalText
  >,
) // built from exactly these keys

/** What was open at the end of a day, by age; by companies as well where asked. */
export const readAgeing = defineCall({
  method: 'GET',
  path: '/api/payables/document/ageing',
  access: 'payables.document:read',
  wholeTenant: true,
  summary: 'what is open of documents of one kind on a day, by days overdue',
  input: z.strictObject({
    kind: z.enum(DOCUMENT_KINDS),
    /** Today when absent. */
    day: dayInput.optional(),
    company: idInput.optional(),
    byCompany: z.enum(['true', 'false']).optional(),
  }),
  output: z.object({
    day: dayInput,
    /** Whether the day is over: what it says stays. */
    isPast: z.boolean(),
    total: decimalText,
    buckets: sums,
    /** The companies with most open, at most 100. */
    companies: z.array(z.object({ id: idInput, name: z.string(), total: decimalText, buckets: sums })),
  }),
})

import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'
import { DOCUMENT_KINDS } from '../document-kind.ts'

/** Most amounts that are set off at once. */
export const MAX_LINES = 200
/** Most open documents of a company that are shown beside each other. */
export const MAX_OPEN = 500

const item = z.object({
  id: idInput,
  number: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  theirNumber: z.string().nullable(),
  subject: z.string().nullable(),
  issued: z.string(),
  due: z.string(),
  amount: decimalText,
  open: decimalText,
  disputed: z.boolean(),
})

export const readOpenItems = defineCall({
  method: 'GET',
  path: '/api/payables/document/open',
  access: 'payables.document:read',
  wholeTenant: true,
  summary: 'open documents of a company on both sides, and what would settle the oldest first',
  input: z.strictObject({ company: idInput }),
  output: z.object({
    debits: z.array(item),
    credits: z.array(item),
    proposed: z.array(z.object({ debit: idInput, credit: idInput, amount: decimalText })),
    /** Whether there are more than are shown. */
    hasMore: z.boolean(),
  }),
})

export const allocateLines = defineCall({
  method: 'POST',
  path: '/api/payables/document/allocateLines',
  access: 'payables.document:allocate',
  wholeTenant: true,
  summary: 'sets documents of one company off against each other, all amounts or none',
  input: z.strictObject({
    company: idInput,
    lines: z
      .array(
        z.strictObject({
          debit: idInput,
          credit: idInput,
          amount: z.string().regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, { error: 'notADecimal' }),
        }),
      )
      .min(1)
      .max(MAX_LINES),
  }),
  output: z.object({ allocations: z.array(idInput) }),
})

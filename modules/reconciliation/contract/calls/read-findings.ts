import { defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

export const readFindings = defineCall({
  method: 'GET',
  path: '/api/reconciliation/file/findings',
  access: 'reconciliation.file:read',
  summary: 'what was found in one file, in the order of its lines; at most 500',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({
    findings: z.array(
      z.object({
        /** Line of the file, from 1; 0 for the file as a whole. */
        line: z.int(),
        /** Key of its words, below `reconciliation.finding`. */
        code: z.string(),
        level: z.enum(['error', 'notice']),
        /** Column as the file names it. */
        column: z.string().nullable(),
        /** What stood there. */
        value: z.string(),
      }),
    ),
  }),
})

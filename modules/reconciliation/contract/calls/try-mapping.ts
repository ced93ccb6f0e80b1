import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { FIELDS, fileMappingSchema } from '@wattyard/payment-files/mapping'
import { z } from 'zod'
import { FILE_FAULTS } from '../file-fault.ts'
import { ITEM_KINDS, ITEM_STATES } from '../item.ts'
import { FILE_FAMILIES } from '../records/mapping.ts'

/** Rows that are shown as they would be read. */
export const MAX_ROWS_TRIED = 20
/** Lines that are not read and are named one by one. */
export const MAX_FLAWS_TRIED = 100

const column = z.object({ name: z.string(), samples: z.array(z.string()) })

export const proposeMapping = defineCall({
  method: 'POST',
  path: '/api/reconciliation/mapping/propose',
  access: 'reconciliation.mapping:create',
  summary:
    'how a file that was sent may be read: columns with what speaks for each, formats, signs and totals; nothing where it is no table',
  wholeTenant: true,
  input: z.strictObject({ file: idInput }),
  output: z.object({
    guess: z
      .object({
        rules: fileMappingSchema,
        certainty: z.int(),
        /** Keys of words below `reconciliation.doubt`. */
        doubts: z.array(z.string()),
        evidence: z.partialRecord(
          z.enum(FIELDS),
          z.object({ column: z.string(), by: z.enum(['name', 'values', 'numbers']), certainty: z.int() }),
        ),
        agrees: z.boolean().nullable(),
      })
      .nullable(),
    family: z.enum(FILE_FAMILIES),
    /** First lines as they are decoded, to see what the file is. */
    lines: z.array(z.string()),
  }),
})

export const tryMapping = defineCall({
  method: 'POST',
  path: '/api/reconciliation/mapping/try',
  access: 'reconciliation.mapping:create',
  summary: `the first ${MAX_ROWS_TRIED} rows of a file as a description reads them, every line that it does not read, and whether its totals agree`,
  wholeTenant: true,
  input: z.strictObject({
    file: idInput,
    rules: fileMappingSchema,
    family: z.enum(FILE_FAMILIES),
    isNet: z.boolean(),
  }),
  output: z.object({
    /** Columns that the file has under these rules, with some of what they hold. */
    columns: z.array(column),
    rows: z.array(
      z.object({
        place: z.int(),
        kind: z.enum(ITEM_KINDS),
        state: z.enum(ITEM_STATES),
        at: z.int().nullable(),
        day: z.string(),
        amount: decimalText,
        fee: decimalText.nullable(),
        number: z.string().nullable(),
        /** Whether the number is one that we gave. */
        isOurs: z.boolean(),
        channelNo: z.string().nullable(),
        party: z.string().nullable(),
        text: z.string().nullable(),
      }),
    ),
    flaws: z.array(
      z.object({
        line: z.int(),
        code: z.string(),
        level: z.enum(['error', 'notice']),
        column: z.string().nullable(),
        value: z.string(),
      }),
    ),
    /** Rows that were read, and lines that should have been rows. */
    read: z.int(),
    unread: z.int(),
    /** Movements with a number of ours. */
    ours: z.int(),
    income: decimalText,
    expense: decimalText,
    fees: decimalText,
    firstDay: z.string().nullable(),
    lastDay: z.string().nullable(),
    totals: z.enum(['agree', 'differ', 'undeclared']),
    fault: z.enum(FILE_FAULTS).nullable(),
  }),
})
export type TriedMapping = z.output<typeof tryMapping.output>

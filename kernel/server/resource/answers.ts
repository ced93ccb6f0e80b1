import { idInput, instant, labelsShape as labels } from '@wattyard/calls'
import type { HistoryAnswer, ImportAnswer, Resource, SelectOption, TotalsAnswer } from '@wattyard/resource'
import { recordShape } from '@wattyard/resource/schema'
import { z } from 'zod'
import { oncePer } from '../once-per.ts'

/*
 * What the routes of a definition answer, for the API's description and for the tests, which hold every answer against it.
 * At work nothing is checked: records are made from the same definition a line before they leave.
 */

export const listAnswer = oncePer((resource: Pick<Resource, 'fields'>) =>
  z.object({
    list: z.array(recordShape(resource)),
    total: z.int(),
    /** There are more than `total`. */
    capped: z.boolean(),
    labels,
    /** What the caller may do with the resource as a whole. */
    can: z.array(z.string()),
    asOf: instant,
  }),
)

export const totalsAnswer: z.ZodType<TotalsAnswer> = z.object({
  rows: z.int(),
  left: z.int(),
  capped: z.boolean(),
  totals: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})

export const recordAnswer = oncePer((resource: Pick<Resource, 'fields'>) => recordShape(resource).extend({ labels }))

export const selectAnswer: z.ZodType<{ readonly list: readonly SelectOption[] }> = z.object({
  list: z.array(
    z.object({
      id: idInput,
      label: z.string(),
      state: z.object({ field: z.string(), value: z.string() }).exactOptional(),
      hints: z.array(z.string()).exactOptional(),
    }),
  ),
})

const values = z.record(z.string(), z.unknown()).nullable()
export const historyAnswer: z.ZodType<HistoryAnswer> = z.object({
  list: z.array(
    z.looseObject({
      id: idInput,
      at: instant,
      actorName: z.string().nullable(),
      ip: z.string().nullable(),
      action: z.string(),
      before: values,
      after: values,
    }),
  ),
  labels,
})

/** Messages about a row of a sheet, by field. */
const toldRow = z.object({ line: z.int(), fields: z.record(z.string(), z.string()) })

export const importAnswer: z.ZodType<ImportAnswer> = z.object({
  accepted: z.int(),
  refused: z.int(),
  rows: z.array(toldRow),
  warnings: z.array(toldRow).exactOptional(),
})

/** Of a command that waits for a second person. */
export const waitingAnswer = z.object({ waitsForApproval: z.literal(true), approval: idInput })

export const deletedAnswer = z.object({ deleted: z.int() })

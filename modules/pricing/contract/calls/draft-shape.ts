import { decimalText } from '@wattyard/calls'
import { PERIOD_KINDS } from '@wattyard/time'
import { z } from 'zod'
import { TARIFF_PROBLEM_CODES } from '../check-tariff.ts'

/** A `DraftPlan` in wire form, complete or not. */
export const planShape = z.object({
  key: z.string(),
  when: z
    .object({
      months: z.array(z.int()).optional(),
      weekdays: z.array(z.int()).optional(),
      dates: z.array(z.string()).optional(),
    })
    .optional(),
  intervals: z.array(
    z.object({
      fromQuarter: z.int(),
      toQuarter: z.int(),
      period: z.enum(PERIOD_KINDS),
      electricity: decimalText.nullable(),
      service: decimalText.nullable(),
    }),
  ),
})

/** A `DraftProblem`, which prevents publication. */
export const problemShape = z.object({
  code: z.enum([...TARIFF_PROBLEM_CODES, 'no-price']),
  plan: z.string().exactOptional(),
  fromQuarter: z.int().exactOptional(),
  toQuarter: z.int().exactOptional(),
})

import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { VERSION_STATES } from '@wattyard/resource'
import { z } from 'zod'
import { PERIOD_KINDS } from '@wattyard/time'
import { DOUBTS, MARKS } from '../province-templates.ts'

const period = z.enum(PERIOD_KINDS)
const price = decimalText

const slot = z.discriminatedUnion('mixed', [
  z.object({ label: z.string(), mixed: z.literal(false), period, electricity: price, service: price }),
  z.object({
    label: z.string(),
    mixed: z.literal(true),
    period: z.null(),
    electricity: z.null(),
    service: z.null(),
    /** Quarters of the day, the last one not included. */
    parts: z.array(z.object({ fromQuarter: z.int(), toQuarter: z.int(), period, electricity: price, service: price })),
  }),
])

/** The day on a dial of 24 (t0 … t23 of the console contract), 48 or 96 slots, per day plan. */
export const viewVersion = defineCall({
  method: 'GET',
  path: '/api/pricing/version/view',
  access: 'pricing.version:read',
  summary: 'a price version as 24, 48 or 96 slots',
  input: z.strictObject({
    id: idInput,
    slots: z
      .union([
        z.number(),
        z
          .string()
          .regex(/^\d{2}$/, { error: 'notAProvince' })
          .transform(Number),
      ])
      .pipe(z.union([z.literal(24), z.literal(48), z.literal(96)]))
      .default(24),
    plan: z.string().max(64).optional(),
  }),
  output: z.object({
    id: z.string(),
    number: z.int(),
    state: z.enum(VERSION_STATES),
    slots: z.union([z.literal(24), z.literal(48), z.literal(96)]),
    plans: z.array(
      z.object({
        key: z.string(),
        /** Days of the plan, as the plan states them; null for all days. */
        when: z.unknown(),
        slots: z.record(z.string(), slot),
      }),
    ),
  }),
})

const rate = z.object({ electricity: price, service: price, periods: z.array(period) })

export const readPileModel = defineCall({
  method: 'GET',
  path: '/api/pricing/version/pileModel',
  access: 'pricing.version:read',
  summary: 'a price version for piles that know 48 half-hours and four rates, or why such a pile cannot hold it',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    id: z.string(),
    number: z.int(),
    fits: z.boolean(),
    plans: z.array(
      z.union([
        /** `slots`: rate number of each half-hour. */
        z.object({ key: z.string(), ok: z.literal(true), rates: z.array(rate), slots: z.array(z.int()) }),
        z.object({ key: z.string(), ok: z.literal(false), reason: z.literal('too-many-rates'), distinct: z.int() }),
        z.object({
          key: z.string(),
          ok: z.literal(false),
          reason: z.literal('off-half-hour'),
          slots: z.array(z.string()),
        }),
      ]),
    ),
  }),
})

export const listProvinceTemplates = defineCall({
  method: 'GET',
  path: '/api/pricing/provinceTemplates',
  access: 'pricing.policy:read',
  summary: 'published calendars of the provinces, each with how far it is verified and what is doubtful about it',
  input: z.strictObject({}),
  output: z.object({
    /** Month up to which the templates were collected. */
    asOf: z.string(),
    list: z.array(
      z.object({
        key: z.string(),
        name: z.object({ zh: z.string(), en: z.string(), es: z.string() }),
        /** Number of the provincial price document. */
        document: z.string(),
        mark: z.enum(MARKS),
        doubts: z.array(z.object({ code: z.enum(DOUBTS), months: z.array(z.int()).optional() })),
        seasons: z.array(z.object({ months: z.array(z.int()), slots: z.string() })),
        periods: z.array(period),
      }),
    ),
  }),
})

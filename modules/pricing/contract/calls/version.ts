import { type CallAnswer, decimalText, defineCall, idInput, instant, momentInput } from '@wattyard/calls'
import { defineCommandAnswer, VERSION_STATES } from '@wattyard/resource'
import { PERIOD_KINDS } from '@wattyard/time'
import { z } from 'zod'
import { version } from '../version.ts'
import { planShape, problemShape } from './draft-shape.ts'

const versionBrief = z.object({
  id: idInput,
  number: z.int(),
  state: z.enum(VERSION_STATES),
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
})
export type VersionBrief = z.output<typeof versionBrief>

/** Returns the data of the editor: the version with plans and problems, and the policy's other versions. */
export const versionDetail = defineCall({
  method: 'GET',
  path: '/api/pricing/version/detail',
  access: 'pricing.version:read',
  summary: 'a price version with its day plans',
  input: z.strictObject({ id: idInput }),
  output: versionBrief.extend({
    version: z.int(),
    note: z.string().nullable(),
    source: z.string().nullable(),
    hash: z.string().nullable(),
    editedBy: z.string(),
    publishedBy: z.string().nullable(),
    publishedAt: instant.nullable(),
    updatedAt: instant,
    plans: z.array(planShape),
    problems: z.array(problemShape),
    policy: z.object({
      id: idInput,
      code: z.string(),
      name: z.string(),
      zone: z.string(),
      status: z.enum(['active', 'stopped']),
    }),
    versions: z.array(versionBrief),
    asOf: instant,
  }),
})
export type VersionDetail = CallAnswer<typeof versionDetail>

const validity = z.object({ id: idInput, number: z.int(), from: instant, to: instant.nullable() })

/** Validity and effect of the publication, or why it is impossible: `Publication`. */
const publication = z.union([
  z.object({ ok: z.literal(true), from: instant, to: instant.nullable(), ends: validity.nullable() }),
  z.object({ ok: z.literal(false), reason: z.enum(['starts-in-past', 'ends-before-start']) }),
  z.object({ ok: z.literal(false), reason: z.literal('overlaps'), other: validity, replaceable: z.boolean() }),
  z.object({ ok: z.literal(false), reason: z.literal('leaves-gap'), other: validity, at: instant }),
])

/**
 * Returns the effect of publishing a draft at an instant: its problems, the version it ends, and the places that would charge it.
 */
export const publishPreview = defineCall({
  method: 'GET',
  path: '/api/pricing/version/publishPreview',
  access: 'pricing.version:read',
  summary: 'what publishing a price version would change',
  input: z.strictObject({ id: idInput, validFrom: momentInput.optional(), validTo: momentInput.optional() }),
  output: z.object({
    problems: z.array(problemShape),
    publication,
    ends: z.object({ id: idInput, number: z.int(), plans: z.array(planShape) }).nullable(),
    wholeTenant: z.boolean(),
    stations: z.array(z.object({ id: idInput, code: z.string(), name: z.string() })),
    /** Some of the stations are outside the caller's scope. */
    beyondReach: z.boolean(),
    stationCount: z.int(),
    placeCount: z.int(),
    needsOtherPerson: z.boolean(),
    asOf: instant,
  }),
})
export type PublishPreview = CallAnswer<typeof publishPreview>

const split = z.object({ electricity: decimalText, service: decimalText, total: decimalText })
const shift = z.object({ energy: decimalText, before: split, after: split, difference: split })
export type Shift = z.output<typeof shift>

const MAX_STATIONS = 500

/** Returns the cost of past orders under a version, which can be a draft. */
export const priceWhatIf = defineCall({
  method: 'POST',
  path: '/api/pricing/whatIf',
  access: 'pricing.version:read',
  summary: 'past orders under another price version',
  input: z.strictObject({
    version: idInput,
    from: z.int().min(0).max(8_640_000_000_000),
    to: z.int().min(0).max(8_640_000_000_000),
    stations: z.array(idInput).max(MAX_STATIONS).optional(),
    /** Whether orders that were billed by another policy count: publishing changes the price of none of them. */
    allPolicies: z.boolean().default(false),
  }),
  output: z.object({
    version: z.object({ id: idInput, number: z.int(), state: z.enum(VERSION_STATES) }),
    /** All orders of the filter, those examined, and those that could be rated. */
    count: z.object({
      matching: z.int(),
      considered: z.int(),
      rated: z.int(),
      /** Rated ones that were billed by another policy. */
      ofOthers: z.int(),
    }),
    total: shift,
    dearer: z.int(),
    cheaper: z.int(),
    unchanged: z.int(),
    periods: z.array(
      z.object({
        period: z.enum(PERIOD_KINDS),
        before: split.extend({ energy: decimalText }),
        after: split.extend({ energy: decimalText }),
      }),
    ),
    stations: z.array(shift.extend({ stationId: z.string(), name: z.string(), orders: z.int() })),
    refused: z.object({ count: z.int(), first: z.array(z.object({ id: z.string(), code: z.string() })) }),
    asOf: instant,
  }),
})
export type WhatIfAnswer = CallAnswer<typeof priceWhatIf>

export const createVersionDraft = defineCommandAnswer(
  version,
  'createDraft',
  z.object({ id: idInput, number: z.int() }),
)

/** Saves the draft, complete or not; `problems` lists what prevents publication. */
export const saveVersionDraft = defineCommandAnswer(
  version,
  'saveDraft',
  z.object({ id: idInput, version: z.int(), problems: z.array(problemShape) }),
)

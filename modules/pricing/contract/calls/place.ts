import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { PERIOD_KINDS } from '@wattyard/time'
import { z } from 'zod'
import { ASSIGNMENT_LEVELS, ASSIGNMENT_VARIANTS, MAX_TARGETS } from '../assignment.ts'

const targetInput = z.discriminatedUnion('level', [
  z.strictObject({ level: z.literal('tenant') }),
  z.strictObject({ level: z.enum(['station', 'pile', 'connector']), id: idInput }),
])
/** Places that a question or an assignment is about. */
export const targetsInput = z.array(targetInput).min(1).max(MAX_TARGETS)

const wirePrice = z.object({ period: z.enum(PERIOD_KINDS), electricity: decimalText, service: decimalText })
export type WirePrice = z.output<typeof wirePrice>

const priceChange = z.object({
  at: instant,
  /** Cause of the price change. */
  kind: z.enum(['period', 'version', 'assignment']),
  price: wirePrice.nullable(),
})
export type PriceChange = z.output<typeof priceChange>

const effectivePrice = z.object({
  policyId: idInput,
  level: z.enum(ASSIGNMENT_LEVELS),
  variant: z.enum(ASSIGNMENT_VARIANTS),
  since: instant,
  versionId: idInput.nullable(),
  versionNumber: z.int().nullable(),
  now: wirePrice.nullable(),
  next: priceChange.nullable(),
  /** The next change made by people, when only a change of period comes before it. */
  planned: priceChange.nullable(),
})
export type EffectivePrice = z.output<typeof effectivePrice>

const effectivePlace = z.object({
  level: z.enum(ASSIGNMENT_LEVELS),
  id: idInput.nullable(),
  price: effectivePrice.nullable(),
  /** Prices of the fast or slow piles of the tenant or a station, when they have another policy. */
  fast: effectivePrice.nullable().exactOptional(),
  slow: effectivePrice.nullable().exactOptional(),
})
export type EffectivePlace = z.output<typeof effectivePlace>

/** Returns the policy of stations, piles and connectors with its origin, the present price and the next change. */
export const effectivePrices = defineCall({
  method: 'POST',
  path: '/api/pricing/effective',
  access: 'pricing.assignment:read',
  summary: 'effective price policy of places',
  input: z.strictObject({ targets: targetsInput }),
  output: z.object({
    list: z.array(effectivePlace),
    /** Policy names by id. */
    policies: z.record(z.string(), z.string()),
    asOf: instant,
  }),
})
export type EffectiveAnswer = CallAnswer<typeof effectivePrices>

/** Returns the effect of an assignment before it is made. */
export const assignPreview = defineCall({
  method: 'POST',
  path: '/api/pricing/assignment/preview',
  access: 'pricing.assignment:read',
  summary: 'how much an assignment would change',
  input: z.strictObject({
    targets: targetsInput,
    policy: idInput.optional(),
    variant: z.enum(ASSIGNMENT_VARIANTS).default('all'),
  }),
  output: z.object({
    wholeTenant: z.boolean(),
    stations: z.int(),
    piles: z.int(),
    connectors: z.int(),
    /** Piles and connectors below that keep their own policy. */
    keptOverrides: z.int(),
    policy: z.string().nullable(),
    /** Policies and prices now in force at the places themselves, those of most places first. */
    inForce: z.array(z.object({ policy: z.string(), price: wirePrice.nullable(), places: z.int() })),
    asOf: instant,
  }),
})

const dayStretch = z.object({
  from: instant,
  to: instant,
  policyId: idInput.nullable(),
  /** Null where nothing is assigned or no version is in force. */
  price: wirePrice.nullable(),
})
export type DayStretch = z.output<typeof dayStretch>

/** Reads the prices of one station or pile over its present local day, changes of versions and assignments included. */
export const dayPrices = defineCall({
  method: 'GET',
  path: '/api/pricing/place/day',
  access: 'pricing.assignment:read',
  summary: 'prices of a station or a pile today',
  input: z.strictObject({ level: z.enum(['station', 'pile']), id: idInput }),
  output: z.object({
    /** Day at the station, `YYYY-MM-DD`. */
    day: z.string(),
    zone: z.string(),
    from: instant,
    to: instant,
    /**
     * The day in order, without gaps; `fast` and `slow` are the prices of a station's fast and slow piles where they have others.
     */
    list: z.array(z.object({ variant: z.enum(ASSIGNMENT_VARIANTS), stretches: z.array(dayStretch) })),
    asOf: instant,
  }),
})
export type DayPrices = CallAnswer<typeof dayPrices>

import { type CallAnswer, defineCall, idInput, instant, wholeInput, momentInput } from '@wattyard/calls'
import { VERSION_STATES } from '@wattyard/resource'
import { z } from 'zod'
import { MEASURAND_NAMES, POINT_PARTS } from '../point-map/measurand.ts'
import { MAP_PROTOCOLS, MAX_CELL, MAX_POINTS, POINT_COLUMNS, POLLED_PROTOCOLS } from '../point-map/point.ts'
import { isHost } from '../point-source.ts'

/** Most characters of a pasted text to decode. */
export const MAX_DECODE_LENGTH = 20_000

const cell = z
  .string()
  .max(MAX_CELL)
  .refine(text => text.isWellFormed() && !/\p{Cc}/u.test(text.replaceAll('\n', '')), { error: 'forbiddenCharacter' })

/** Shape of rows. Contents may be wrong while the map is a draft. */
const rows = z
  .array(z.strictObject(Object.fromEntries(POINT_COLUMNS.map(one => [one, cell.optional()]))))
  .max(MAX_POINTS)

/** Rows as input. Forms encode the empty list as an empty text. */
export const pointRowsInput = z.union([z.literal('').transform((): z.infer<typeof rows> => []), rows])

export const readPointMap = defineCall({
  method: 'GET',
  path: '/api/basedata/pointMap/detail',
  access: 'gateway.pointMap:read',
  summary: 'a map of points with its rows',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    id: z.string(),
    version: z.int(),
    number: z.int(),
    state: z.enum(VERSION_STATES),
    protocol: z.enum(MAP_PROTOCOLS),
    points: z.array(z.partialRecord(z.enum(POINT_COLUMNS), z.string())),
    model: z.object({ id: z.string(), name: z.string(), code: z.string() }),
  }),
})
export type MapDetail = CallAnswer<typeof readPointMap>

const shownValue = z.object({
  key: z.string(),
  /** Decimal text in the point's unit, or text; null when the bytes are invalid. */
  value: z.string().nullable(),
  /** Value sent by the device, before scale and offset. */
  raw: z.string(),
  /** Label of an enumerated value. */
  word: z.string().nullable(),
  /** Reason why the value is doubtful. */
  doubt: z.enum(['notANumber', 'notBcd', 'belowMin', 'aboveMax']).nullable(),
  name: z.string(),
  unit: z.string(),
  measurand: z.enum(MEASURAND_NAMES),
  part: z.enum(POINT_PARTS).nullable(),
})
/** A point's value as people see it. */
export type ShownValue = z.output<typeof shownValue> & { readonly at?: number | null }

export const decodePoints = defineCall({
  method: 'POST',
  path: '/api/basedata/pointMap/decode',
  access: 'gateway.pointMap:read',
  summary: 'what pasted registers or frames mean by these rows, saved or not; nothing is written',
  input: z.strictObject({
    protocol: z.enum(MAP_PROTOCOLS),
    points: pointRowsInput,
    text: z.string().min(1).max(MAX_DECODE_LENGTH),
    /** Register or bit at which the text begins. */
    from: wholeInput(0, 65_535).optional(),
  }),
  output: z.object({
    what: z.enum(['registers', 'bits', 'frames']),
    from: z.int(),
    count: z.int(),
    values: z.array(shownValue),
  }),
})

const reading = z.object({
  values: z.array(shownValue),
  /** Points that could not be read, with the reason. */
  missing: z.array(z.object({ key: z.string(), problem: z.string() })),
  /** Number of requests sent. */
  requests: z.int(),
  /** Reason why nothing could be read; null when the device answered. */
  problem: z.string().nullable(),
})
/** Result of a single reading of a device. */
export type ReadAnswer = z.output<typeof reading>

/** Reads a device once. It opens a network connection for the caller and therefore has a permission of its own. */
export const tryReadPoints = defineCall({
  method: 'POST',
  path: '/api/basedata/pointMap/tryRead',
  access: 'gateway.pointMap:tryRead',
  summary: 'reads a device once by these rows, saved or not',
  input: z.strictObject({
    protocol: z.enum(POLLED_PROTOCOLS),
    points: pointRowsInput,
    host: z.string().max(253).refine(isHost, { error: 'notAHost' }),
    port: wholeInput(1, 65_535),
    unit: wholeInput(0, 255),
    meterAddress: z
      .string()
      .regex(/^(\d{12})?$/, { error: 'notAMeterAddress' })
      .optional(),
  }),
  output: reading,
})

export const listSourceValues = defineCall({
  method: 'GET',
  path: '/api/basedata/pointSource/values',
  access: 'gateway.pointSource:read',
  summary: 'every point of a source with its latest value; those never read are there too',
  input: z.strictObject({ id: idInput }),
  output: z.object({ list: z.array(shownValue.extend({ at: instant.nullable() })) }),
})

export const listReadings = defineCall({
  method: 'GET',
  path: '/api/basedata/pointSource/readings',
  access: 'gateway.pointSource:read',
  summary: 'values of a point over time, oldest first',
  input: z.strictObject({
    id: idInput,
    key: z.string().min(1).max(40),
    from: momentInput,
    to: momentInput,
  }),
  output: z.object({
    list: z.array(z.object({ at: instant, value: z.string().nullable() })),
    /** More values exist than one answer holds; the newest are included. */
    isCutOff: z.boolean(),
  }),
})

export const readSourceNow = defineCall({
  method: 'POST',
  path: '/api/basedata/pointSource/readNow',
  access: 'gateway.pointSource:readNow',
  summary: 'asks a device at once and keeps what it said',
  input: z.strictObject({ id: idInput }),
  output: reading,
})

export const readPointNetworks = defineCall({
  method: 'GET',
  path: '/api/basedata/pointSource/networks',
  access: 'gateway.pointSource:read',
  summary: 'where the gateway may speak to devices, by the installation and by the operator',
  input: z.strictObject({}),
  output: z.object({ installation: z.array(z.string()), own: z.array(z.string()) }),
})
export type AllowedNetworks = CallAnswer<typeof readPointNetworks>

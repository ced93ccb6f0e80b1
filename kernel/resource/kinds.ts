import { decimalText, idInput, instant, wholeInput } from '@wattyard/calls'
import {
  ENERGY_SCALE,
  FEN_SCALE,
  formatPrice,
  formatScaled,
  PERCENT_SCALE,
  parseEnergy,
  parseFen,
  parsePpm,
  parsePrice,
  parseScaled,
  PRICE_SCALE,
  price,
  UnitError,
} from '@wattyard/money'
import { businessDay, isZone, parseOpenHours } from '@wattyard/time'
import { z } from 'zod'
import { isFromDictionary } from './dictionary.ts'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import type { Field, FieldKindName } from './field.ts'
import { CODE, DEGREES, EMAIL, PHONE, URL_HTTPS } from './typed/formats.ts'
import { beyond, type Bounds, boundsOf } from './typed/number-rules.ts'
import { longestText } from './typed/text-length.ts'
import { line, lines } from './typed/text-schema.ts'

/** How the value of a kind's filter narrows a list. */
export type FilterShape = 'equals' | 'contains' | 'range' | 'any' | 'none'

/** Meaning of a kind outside the console: column, check, wire form and filter. */
export interface FieldKind {
  /** PostgreSQL type of the column. */
  column(field: Field): string
  /** Returns the strict schema of the wire form; its output is the stored value. It also accepts the texts of form bodies. */
  schema(field: Field): z.ZodType
  /** Converts a stored value to its wire form. */
  toWire(value: unknown, field: Field): unknown
  filter: FilterShape
  /** Returns the schema of the wire form in answers, for the API's description and for the test that answers match it. */
  wire(field: Field): z.ZodType
}

const same = (value: unknown): unknown => value
const asText = (value: unknown): unknown => String(value)

/**
 * Returns a schema that parses decimal text (or a JSON integer) with one of the money parsers and turns its errors into issues.
 */
function decimal<T extends bigint>(parse: (text: string) => T, places: number, bounds: Bounds): z.ZodType<T> {
  return z.union([z.string().max(30), z.number().int().transform(String)]).transform((text, context) => {
    try {
      const value = parse(text.trim())
      const flaw = beyond(value, parse, bounds)
      if (flaw) context.addIssue({ code: 'custom', ...flaw })
      return value
    } catch (error) {
      const hasTooMany = error instanceof UnitError && error.code === 'money.too-many-decimals'
      context.addIssue(
        hasTooMany
          ? { code: 'custom', message: 'tooManyDecimals', params: { max: places } }
          : { code: 'custom', message: 'notADecimal' },
      )
    }
    return z.NEVER
  })
}

/** Longest entry of a list of free texts: a variable of a device model with component, place and instances (OCPP 2.0.1). */
const MAX_TAG = 250

const list = <T>(item: z.ZodType<T>, max: number, min = 0) =>
  z.union([
    z.array(item).min(min).max(max),
    // A form body encodes the empty list as an empty text, and a list of one item as one text.
    ...(min > 0 ? [] : [z.literal('').transform((): T[] => [])]),
    item.transform((one): T[] => [one]),
  ])
const degrees = (limit: number) =>
  z
    .union([z.string().max(24), z.number().transform(String)])
    .pipe(z.string().refine(DEGREES.fits, { error: DEGREES.fault }))
    .superRefine((text, context) => {
      if (Number(text) > limit) context.addIssue({ code: 'custom', message: 'tooBig', params: { max: String(limit) } })
      if (Number(text) < -limit) context.addIssue({ code: 'custom', message: 'tooSmall', params: { min: `-${limit}` } })
    })

/** Names the format of a place where the value is a text; other issues keep their own words. */
const notAPoint = ({ code, input }: { code: string; input?: unknown }): string | undefined =>
  code === 'invalid_type' && typeof input === 'string' ? 'notAPoint' : undefined

/** Longest accepted value of a dictionary field. Codes are shorter, but values from before the dictionary may not be. */
const MAX_CHOICE = 200

/** Returns the schema of a whole number within the bounds of its kind. */
const whole = (f: Field): z.ZodType => {
  const { min = 0, max = 0 } = boundsOf(f)
  return wholeInput(min, max)
}

const aText = () => z.string()
const anInteger = () => z.int()
const aDecimal = () => decimalText

/** Longest text of opening hours. */

/** Months of 1900 to 2199; a year outside is a typing error. */
const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

const longest = (of: Field): number => longestText(of) ?? 200

/** Registry of kinds, one entry each. A new need becomes a new kind here. */
export const KINDS: Readonly<Record<FieldKindName, FieldKind>> = {
  text: {
    column: () => 'text',
    schema: f => line(longest(f)),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  code: {
    column: () => 'text',
    schema: f => line(longest(f), CODE),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  serial: {
    column: () => 'text',
    schema: f => line(longest(f)),
    toWire: same,
    filter: 'equals',
    wire: aText,
  },
  note: {
    column: () => 'text',
    schema: f => lines(longest(f)),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  oneOf: {
    column: () => 'text',
    // The entries of a dictionary belong to the tenant, so the check against them runs where the tenant is known.
    schema: f => (isFromDictionary(f) ? line(MAX_CHOICE) : z.enum((f.values ?? []) as [string, ...string[]])), // values are never empty: defineResource's test
    toWire: same,
    filter: 'equals',
    // Stored values stay readable after they are removed from the list.
    wire: aText,
  },
  tags: {
    column: () => 'text[]',
    schema: f =>
      list(
        isFromDictionary(f) ? line(MAX_CHOICE) : f.values ? z.enum(f.values as [string, ...string[]]) : line(MAX_TAG), // as above
        f.max ?? 20,
        f.min,
      ),
    toWire: same,
    filter: 'any',
    wire: () => z.array(z.string()),
  },
  boolean: {
    column: () => 'boolean',
    schema: () =>
      z.union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform(text => text === 'true' || text === '1')]),
    toWire: same,
    filter: 'equals',
    wire: () => z.boolean(),
  },
  integer: {
    column: () => 'integer',
    schema: whole,
    toWire: same,
    filter: 'range',
    wire: anInteger,
  },
  money: {
    column: () => 'bigint',
    schema: f => decimal(text => parseFen(text), FEN_SCALE, boundsOf(f)),
    toWire: value => formatUnits(value, 2),
    filter: 'range',
    wire: aDecimal,
  },
  price: {
    column: () => 'bigint',
    schema: f => decimal(text => parsePrice(text), PRICE_SCALE, boundsOf(f)),
    toWire: value => (typeof value === 'bigint' ? formatPrice(price(value)) : value),
    filter: 'range',
    wire: aDecimal,
  },
  energy: {
    column: () => 'bigint',
    schema: f => decimal(text => parseEnergy(text), ENERGY_SCALE, boundsOf(f)),
    toWire: value => formatUnits(value, 4),
    filter: 'range',
    wire: aDecimal,
  },
  power: {
    column: () => 'integer',
    schema: whole,
    toWire: same,
    filter: 'range',
    wire: () => z.int().describe('watts'),
  },
  percent: {
    column: () => 'bigint',
    schema: f => decimal(text => parsePpm(text), PERCENT_SCALE, boundsOf(f)),
    toWire: value => formatUnits(value, 4),
    filter: 'range',
    wire: aDecimal,
  },
  quantity: {
    column: () => 'bigint',
    schema: f => {
      const { decimals = 0 } = f
      return decimal(text => parseScaled(text, decimals), decimals, boundsOf(f))
    },
    toWire: (value, { decimals = 0 }) => formatUnits(value, decimals),
    filter: 'range',
    wire: f => decimalText.describe(f.unit ?? ''),
  },
  instant: {
    column: () => 'timestamptz',
    schema: () =>
      z.union([
        // First, because its message states the form for people.
        z
          .string()
          .max(40)
          .datetime({ offset: true, error: 'notAnInstant' })
          .transform(text => Date.parse(text)),
        wholeInput(0, 8_640_000_000_000),
      ]),
    toWire: same,
    filter: 'range',
    wire: () => instant.describe('epoch milliseconds, UTC'),
  },
  businessDay: {
    column: () => 'date',
    schema: () =>
      z
        .string()
        .max(10)
        .transform((text, context) => {
          try {
            return businessDay(text)
          } catch {
            context.addIssue({ code: 'custom', message: 'notADay' })
            return z.NEVER
          }
        }),
    toWire: same,
    filter: 'range',
    wire: () => z.string().describe('YYYY-MM-DD'),
  },
  month: {
    column: () => 'text',
    schema: () =>
      z
        .string()
        .max(7)
        .refine(text => MONTH.test(text), { error: 'notAMonth' }),
    toWire: same,
    filter: 'range',
    wire: () => z.string().describe('YYYY-MM'),
  },
  timeOfDay: {
    column: () => 'text',
    schema: f =>
      z
        .string()
        .max(5)
        .refine(text => TIME_OF_DAY.test(text) || (f.max === 24 && text === '24:00'), { error: 'notATime' }),
    toWire: same,
    filter: 'range',
    wire: () => z.string().describe('HH:mm'),
  },
  openHours: {
    column: () => 'text',
    schema: f =>
      line(longest(f)).transform((text, context) => {
        const hours = parseOpenHours(text)
        if (hours !== null) return hours
        context.addIssue({ code: 'custom', message: 'notHours' })
        return z.NEVER
      }),
    toWire: same,
    filter: 'contains',
    // Rows from before the check hold free texts, which stay readable.
    wire: aText,
  },
  duration: {
    column: () => 'integer',
    schema: whole,
    toWire: same,
    filter: 'range',
    wire: () => z.int().describe('seconds'),
  },
  phone: {
    column: () => 'text',
    schema: f => line(longest(f), PHONE),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  email: {
    column: () => 'text',
    schema: f => line(longest(f), EMAIL),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  url: {
    column: () => 'text',
    schema: f => line(longest(f), URL_HTTPS),
    toWire: same,
    filter: 'none',
    wire: aText,
  },
  ref: { column: () => 'uuid', schema: () => idInput, toWire: same, filter: 'equals', wire: () => idInput },
  refs: {
    column: () => 'uuid[]',
    schema: f => list(idInput, f.max ?? 200, f.min),
    toWire: same,
    filter: 'any',
    wire: () => z.array(idInput),
  },
  geoPoint: {
    column: () => 'jsonb',
    schema: () => z.strictObject({ lng: degrees(180), lat: degrees(90) }, { error: notAPoint }),
    toWire: same,
    filter: 'none',
    wire: () => z.object({ lng: z.string(), lat: z.string() }),
  },
  zone: {
    column: () => 'text',
    schema: () => z.string().max(60).refine(isZone, { error: 'notAZone' }),
    toWire: same,
    filter: 'equals',
    wire: aText,
  },
  secret: {
    column: () => 'text',
    schema: f =>
      z
        .string()
        .min(f.min ?? 8)
        .max(longest(f)),
    // Never part of an answer.
    toWire: () => undefined,
    filter: 'none',
    wire: () => z.never(),
  },
  json: {
    column: () => 'jsonb',
    schema: () => z.json(),
    toWire: same,
    filter: 'none',
    wire: () => z.json(),
  },
  ...DOCUMENT_KINDS,
}

/** Converts integer units to decimal text without a float: `formatUnits(1234n, 2)` is `12.34`. */
function formatUnits(value: unknown, scale: number): unknown {
  return typeof value === 'bigint' ? formatScaled(value, scale) : asText(value)
}

export function kindOf(field: Field): FieldKind {
  return KINDS[field.kind]
}

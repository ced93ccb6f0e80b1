import { decimalText, idInput, instant, isOneLine, isPlainText, keepsDirection, wholeInput } from '@wattyard/calls'
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
import { businessDay, isZone } from '@wattyard/time'
import { z } from 'zod'
import { isFromDictionary } from './dictionary.ts'
import { DOCUMENT_KINDS } from './document-kinds.ts'
import type { Field, FieldKindName } from './field.ts'

/** How a list may be narrowed by a field of a kind. */
export type FilterShape = 'equals' | 'contains' | 'range' | 'any' | 'none'

/** What a kind means outside the screen. Values: wire form in, stored form out. */
export interface FieldKind {
  /** PostgreSQL type of the column. */
  column(field: Field): string
  /** Strict check of the wire form; the output is the stored value. Texts of form bodies are accepted. */
  schema(field: Field): z.ZodType
  /** Stored value to wire form. */
  toWire(value: unknown, field: Field): unknown
  filter: FilterShape
  /** The wire form as it is answered, for the API's description and for the proof that answers are what it says. */
  wire(field: Field): z.ZodType
}

const same = (value: unknown): unknown => value
const asText = (value: unknown): unknown => String(value)

const trimmed = (max: number): z.ZodType<string> =>
  z
    .string()
    .max(max)
    .refine(isPlainText, { error: 'forbiddenCharacter' })
    .transform(text => text.trim())

/** A text of one line, in which nothing turns the direction of what stands behind it. */
function line(max: number, pattern?: RegExp): z.ZodType<string> {
  const one = z
    .string()
    .min(1)
    .refine(isOneLine, { error: 'oneLine' })
    .refine(keepsDirection, { error: 'forbiddenCharacter' })
  return trimmed(max).pipe(pattern ? one.regex(pattern) : one)
}

const lines = (max: number): z.ZodType<string> => trimmed(max).pipe(z.string().min(1))

/** A bound of a definition as the text that people type; `0.5`, never `5e-7`. */
const boundText = (bound: number): string =>
  bound.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 10 })

/** What is beyond the bounds of its field, with the bound as a person reads it. */
function beyond<T extends bigint>(
  value: T,
  parse: (text: string) => T,
  { min, max }: Pick<Field, 'min' | 'max'>,
): { message: string; params: Record<string, string> } | null {
  if (min !== undefined && value < parse(boundText(min)))
    return { message: 'tooSmall', params: { min: boundText(min) } }
  if (max !== undefined && value > parse(boundText(max))) return { message: 'tooBig', params: { max: boundText(max) } }
  return null
}

/** Decimal text (or a JSON integer) through one of the money parsers, whose errors become issues. */
function decimal<T extends bigint>(
  parse: (text: string) => T,
  places: number,
  bounds: Pick<Field, 'min' | 'max'> = {},
): z.ZodType<T> {
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

/**
 * 100,000,000.00: more than any one thing here costs or pays, and so far below what a sum can hold (2^63 fen) that a billion of
 * them add up. A point that was left out, or a number typed into the wrong field, is refused here.
 */
export const MAX_MONEY_FEN = 10_000_000_000n
const MAX_MONEY = Number(MAX_MONEY_FEN / 100n)
/** Quantities stay far below what a sum can hold. */
const MAX_QUANTITY = 1_000_000_000

/** Longest entry of a list of free words: a variable of a device model with its component, place and instances (OCPP 2.0.1). */
const MAX_TAG = 250

const list = <T>(item: z.ZodType<T>, max: number, min = 0) =>
  z.union([
    z.array(item).min(min).max(max),
    // A form body can only say "empty list" with an empty text, and one item with one text.
    ...(min > 0 ? [] : [z.literal('').transform((): T[] => [])]),
    item.transform((one): T[] => [one]),
  ])
const degrees = (limit: number) =>
  z
    .union([z.string().max(24), z.number().transform(String)])
    .pipe(z.string().regex(/^-?\d{1,3}(\.\d{1,8})?$/))
    .refine(text => Math.abs(Number(text)) <= limit, { error: 'outOfRange' })

/** Longest value of a dictionary that is read: codes are shorter, but what was typed before there was a dictionary stays. */
const MAX_CHOICE = 200

const aText = () => z.string()
const anInteger = () => z.int()
const aDecimal = () => decimalText

/** Months in which accounts are kept; a year of another length is a slip of the keyboard. */
const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** The registry: one entry per kind, so that a new need becomes a new kind, once. */
export const KINDS: Readonly<Record<FieldKindName, FieldKind>> = {
  text: {
    column: () => 'text',
    schema: f => line(f.max ?? 200),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  code: {
    column: () => 'text',
    schema: f => line(f.max ?? 64, /^[\p{L}\p{N}][\p{L}\p{N}\-_.:/#]*$/u),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  serial: {
    column: () => 'text',
    schema: f => line(f.max ?? 64),
    toWire: same,
    filter: 'equals',
    wire: aText,
  },
  note: {
    column: () => 'text',
    schema: f => lines(f.max ?? 2000),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  oneOf: {
    column: () => 'text',
    // Which entries a dictionary has is the tenant's; that is checked where the tenant is known.
    schema: f => (isFromDictionary(f) ? line(MAX_CHOICE) : z.enum((f.values ?? []) as [string, ...string[]])), // values are never empty: defineResource's test
    toWire: same,
    filter: 'equals',
    // What was stored before a value was taken out of the list stays.
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
    schema: f => wholeInput(f.min ?? -(f.max ?? 2_147_483_647), f.max ?? 2_147_483_647),
    toWire: same,
    filter: 'range',
    wire: anInteger,
  },
  money: {
    column: () => 'bigint',
    schema: f => decimal(text => parseFen(text), FEN_SCALE, { min: f.min ?? -MAX_MONEY, max: f.max ?? MAX_MONEY }),
    toWire: value => formatUnits(value, 2),
    filter: 'range',
    wire: aDecimal,
  },
  price: {
    column: () => 'bigint',
    schema: f => decimal(text => parsePrice(text), PRICE_SCALE, f),
    toWire: value => (typeof value === 'bigint' ? formatPrice(price(value)) : value),
    filter: 'range',
    wire: aDecimal,
  },
  energy: {
    column: () => 'bigint',
    schema: f => decimal(text => parseEnergy(text), ENERGY_SCALE, f),
    toWire: value => formatUnits(value, 4),
    filter: 'range',
    wire: aDecimal,
  },
  power: {
    column: () => 'integer',
    schema: f => wholeInput(f.min ?? 0, f.max ?? 10_000_000),
    toWire: same,
    filter: 'range',
    wire: () => z.int().describe('watts'),
  },
  percent: {
    column: () => 'bigint',
    schema: f => decimal(text => parsePpm(text), PERCENT_SCALE, f),
    toWire: value => formatUnits(value, 4),
    filter: 'range',
    wire: aDecimal,
  },
  quantity: {
    column: () => 'bigint',
    schema: ({ decimals = 0, min = -MAX_QUANTITY, max = MAX_QUANTITY }) =>
      decimal(text => parseScaled(text, decimals), decimals, { min, max }),
    toWire: (value, { decimals = 0 }) => formatUnits(value, decimals),
    filter: 'range',
    wire: f => decimalText.describe(f.unit ?? ''),
  },
  instant: {
    column: () => 'timestamptz',
    schema: () =>
      z.union([
        wholeInput(0, 8_640_000_000_000),
        z
          .string()
          .max(40)
          .datetime({ offset: true })
          .transform(text => Date.parse(text)),
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
  duration: {
    column: () => 'integer',
    schema: f => wholeInput(f.min ?? 0, f.max ?? 315_360_000),
    toWire: same,
    filter: 'range',
    wire: () => z.int().describe('seconds'),
  },
  phone: {
    column: () => 'text',
    schema: () => line(20, /^\+?\d[\d\- ]{4,18}$/),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  email: {
    column: () => 'text',
    schema: () => line(254, /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
    toWire: same,
    filter: 'contains',
    wire: aText,
  },
  url: {
    column: () => 'text',
    schema: () => line(2000, /^https:\/\/[^\s]+$/),
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
    schema: () => z.strictObject({ lng: degrees(180), lat: degrees(90) }),
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
    schema: () => z.string().min(8).max(200),
    // Absent from every answer, whoever asks.
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

/** Integer units to decimal text without passing through a float: `formatUnits(1234n, 2)` is `12.34`. */
function formatUnits(value: unknown, scale: number): unknown {
  return typeof value === 'bigint' ? formatScaled(value, scale) : asText(value)
}

export function kindOf(field: Field): FieldKind {
  return KINDS[field.kind]
}

import { z } from 'zod'
import { FILE_DELIMITERS, FILE_ENCODINGS } from '../../contract/import/session-file.ts'

/** Columns of one file that are looked at; the widest known export has some two hundred. */
export const MAX_COLUMNS = 1_000

const column = z.string().trim().min(1).max(200)
const columns = z.array(column).min(1).max(8)
const decimal = z.enum(['.', ',']).default('.')

/** Where a text comes from: a column, the same words for every row, or the column and the words where it is empty. */
const source = z
  .strictObject({ column: column.optional(), constant: z.string().trim().min(1).max(200).optional() })
  .refine(one => one.column !== undefined || one.constant !== undefined, 'a column, a constant or both')

const fileShape = z.strictObject({
  encoding: z.enum(FILE_ENCODINGS).default('utf-8'),
  delimiter: z.enum(FILE_DELIMITERS).default(','),
  /** Row of the header, counted from 1 without empty lines; what stands above it is left out. */
  headerRow: z.int().min(1).max(100).default(1),
})

/**
 * Which column of a file is which field of a session, and how it is written. Data only, kept as JSON: the formats that
 * ship are entries of the same shape.
 */
export const sessionMapping = z
  .strictObject({
    /** Word under which sessions of this source are known; another word is another source. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
    file: fileShape.prefault({}),
    /** Columns without which a file is another one; those that are mapped when nothing is said. */
    required: z.array(column).max(MAX_COLUMNS).optional(),
    /** Columns whose values together name a session in its source. */
    key: columns,
    /** Parts joined by a blank, then read with `instant`. */
    start: columns,
    /** As `start`; null when the file tells a duration instead. */
    end: columns.nullable(),
    /** Date format of `parseLocalInstant`; with an offset token the stated zone is not used. */
    instant: z.string().min(1).max(40),
    energy: z.strictObject({ column, unit: z.enum(['kWh', 'Wh']), decimal }),
    station: source,
    connector: source.nullable().default(null),
    site: source.nullable().default(null),
    model: source.nullable().default(null),
    user: source.nullable().default(null),
    price: z
      .strictObject({
        column,
        currency: source,
        /** 1: whole units (yuan); 100: hundredths (fen, cents). */
        perUnit: z.union([z.literal(1), z.literal(100)]).default(1),
        /** What a charge to the driver is written as. */
        sign: z.enum(['positive', 'negative']).default('positive'),
        decimal,
      })
      .nullable()
      .default(null),
    soc: z.strictObject({ start: column, end: column }).nullable().default(null),
    /** A duration the file states itself: held against end − start, or the end itself where there is none. */
    duration: z
      .strictObject({ column, unit: z.enum(['s', 'min', 'h', 'h:mm:ss']), decimal })
      .nullable()
      .default(null),
    /** Rows with another word in this column are no finished sessions and are refused as such. */
    state: z
      .strictObject({ column, finished: z.array(z.string().trim().min(1).max(100)).min(1).max(50) })
      .nullable()
      .default(null),
  })
  .refine(one => one.end !== null || one.duration !== null, {
    path: ['end'],
    message: 'an end or a duration is needed',
  })

/** A mapping with its defaults filled in. */
export type SessionMapping = z.output<typeof sessionMapping>

/** Every column that a mapping looks at. */
export function columnsOf(mapping: SessionMapping): string[] {
  const { station, connector, site, model, user, price, soc, duration, state } = mapping
  const sources = [station, connector, site, model, user, price?.currency]
  const all = [
    ...mapping.key,
    ...mapping.start,
    ...(mapping.end ?? []),
    mapping.energy.column,
    ...sources.flatMap(one => one?.column ?? []),
    ...[price?.column, soc?.start, soc?.end, duration?.column, state?.column].flatMap(name => name ?? []),
  ]
  return [...new Set(all)]
}

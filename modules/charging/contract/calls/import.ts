import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { FILE_DELIMITERS, FILE_ENCODINGS } from '../import/session-file.ts'

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
export type FileMapping = z.output<typeof sessionMapping>

export const listFileFormats = defineCall({
  method: 'GET',
  path: '/api/charging/importSessions/formats',
  access: 'charging.importedSession:read',
  summary: 'formats of session files',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        columns: z.array(z.string()),
        /** Its times are local and need a zone. */
        localTimes: z.boolean(),
      }),
    ),
  }),
})
export type FormatOffer = CallAnswer<typeof listFileFormats>['list'][number]

/** Exact sums; prices by currency as decimal text. */
const totals = z.object({ rows: z.int(), energy_kwh: decimalText, prices: z.record(z.string(), decimalText) })
export type ImportTotals = z.output<typeof totals>

const previewRow = z.object({
  line: z.int(),
  problems: z.array(z.string()),
  doubts: z.array(z.string()),
  session: z
    .object({
      key: z.string(),
      station: z.string(),
      connector: z.string(),
      site: z.string().nullable(),
      startedAt: instant,
      endedAt: instant,
      energy_kwh: decimalText,
      /** Exact decimal text and currency. */
      price: z.string().nullable(),
    })
    .nullable(),
  /** A refused row as it stands in the file. */
  text: z.string(),
})
/** A row of a dry run: the session it would become, or why it would be refused. */
export type PreviewRow = z.output<typeof previewRow>

const byReason = z.record(z.string(), z.int())

export const importSessions = defineCall({
  method: 'POST',
  path: '/api/charging/importSessions',
  access: 'charging.importedSession:import',
  wholeTenant: true,
  summary: 'take a file of past sessions over, or see what would come of it',
  input: z.strictObject({
    /** Word of a format that ships, or the mapping of any other file. */
    format: z.union([z.string().max(40), sessionMapping]),
    zone: z.string().max(60),
    name: z.string().trim().min(1).max(200),
    text: z.string().min(1),
    dryRun: z.boolean().default(true),
  }),
  output: z.object({
    dryRun: z.boolean(),
    /** The stored import; null when nothing was stored. */
    importId: z.string().nullable(),
    name: z.string(),
    format: z.string(),
    zone: z.string(),
    rows: z.int(),
    /** Rows that can be stored, those known already included. */
    accepted: z.int(),
    /** Accepted rows that were not known: stored now, or to be stored. */
    added: z.int(),
    /** Accepted rows that an earlier import brought already. */
    known: z.int(),
    /** Of the known: times or energy differ from what is stored, which was left as it is. */
    different: z.int(),
    /** Accepted rows that deserve a second look, and how often each reason was found. */
    doubted: z.int(),
    doubts: byReason,
    /** What the file as a whole does not say, and which therefore no row is doubted for. */
    notes: z.array(z.string()),
    refused: z.int(),
    refusals: byReason,
    totals: z.object({ all: totals, accepted: totals, refused: totals, added: totals }),
    /** The first rows; of a dry run alone. */
    preview: z.array(previewRow),
    /** The first refused rows. */
    refusedRows: z.array(z.object({ line: z.int(), reasons: z.array(z.string()), text: z.string() })),
    /** The first doubted rows. */
    doubtedRows: z.array(
      z.object({
        line: z.int(),
        doubts: z.array(z.string()),
        station: z.string(),
        startedAt: instant,
        energy_kwh: decimalText,
      }),
    ),
  }),
})
export type ImportReport = CallAnswer<typeof importSessions>

const template = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  /** IANA zone of local times. */
  zone: z.string(),
  mapping: sessionMapping,
})
/** How a tenant reads files of a source of its own. */
export type ImportTemplate = z.output<typeof template>

/** Templates belong to whoever imports. */
const templates = { access: 'charging.importedSession:import', wholeTenant: true } as const

export const listImportTemplates = defineCall({
  ...templates,
  method: 'GET',
  path: '/api/charging/importTemplate/list',
  summary: 'how this tenant reads session files of its own sources',
  input: z.strictObject({}),
  output: z.object({ list: z.array(template) }),
})

export const saveImportTemplate = defineCall({
  ...templates,
  method: 'POST',
  path: '/api/charging/importTemplate/save',
  summary: 'keep how a session file is read, under a name, or change it',
  input: z.strictObject({
    id: idInput.optional(),
    version: z.coerce.number().int().min(1).optional(),
    name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^\P{Cc}*$/u)
      .optional(),
    zone: z.string().max(60).optional(),
    mapping: sessionMapping.optional(),
  }),
  output: template,
})

export const deleteImportTemplate = defineCall({
  ...templates,
  method: 'POST',
  path: '/api/charging/importTemplate/del',
  summary: 'drop how a session file is read; sessions that came by it stay',
  input: z.strictObject({ id: idInput }),
  output: z.object({ deleted: z.int() }),
})

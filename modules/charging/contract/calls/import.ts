import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { FILE_DELIMITERS, FILE_ENCODINGS, MAX_COLUMNS } from '../import/session-file.ts'

const column = z.string().trim().min(1).max(200)
const columns = z.array(column).min(1).max(8)
const decimal = z.enum(['.', ',']).default('.')

/** Source of a text: a column, a constant for every row, or a column with a constant for empty cells. */
const source = z
  .strictObject({ column: column.optional(), constant: z.string().trim().min(1).max(200).optional() })
  .refine(one => one.column !== undefined || one.constant !== undefined, 'a column, a constant or both')

const fileShape = z.strictObject({
  encoding: z.enum(FILE_ENCODINGS).default('utf-8'),
  delimiter: z.enum(FILE_DELIMITERS).default(','),
  /** Row number of the header, counted from 1 without empty lines. Lines above it are ignored. */
  headerRow: z.int().min(1).max(100).default(1),
})

/**
 * Mapping of a file's columns to fields of a session, with their formats. Plain data, stored as JSON; the built-in formats have
 * the same shape.
 */
export const sessionMapping = z
  .strictObject({
    /** Key of the source. Sessions with another key belong to another source. */
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
    file: fileShape.prefault({}),
    /** Columns that a file of this source must have. When absent: the mapped columns. */
    required: z.array(column).max(MAX_COLUMNS).optional(),
    /** Columns whose combined values identify a session in its source. */
    key: columns,
    /** Columns that are joined by a blank, then parsed with `instant`. */
    start: columns,
    /** As `start`; null when the file has a duration instead. */
    end: columns.nullable(),
    /** Date format of `parseLocalInstant`. With an offset token the stated zone is not used. */
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
        /** Sign of a charge to the driver. */
        sign: z.enum(['positive', 'negative']).default('positive'),
        decimal,
      })
      .nullable()
      .default(null),
    soc: z.strictObject({ start: column, end: column }).nullable().default(null),
    /** Duration stated in the file. It is compared with end − start, or gives the end when the file has none. */
    duration: z
      .strictObject({ column, unit: z.enum(['s', 'min', 'h', 'h:mm:ss']), decimal })
      .nullable()
      .default(null),
    /** Column of the session's state. Rows with a state that is not in `finished` are refused. */
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
  /** The refused row as in the file. */
  text: z.string(),
})
/** A row of a dry run: the resulting session, or the reasons of the refusal. */
export type PreviewRow = z.output<typeof previewRow>

const byReason = z.record(z.string(), z.int())

export const importSessions = defineCall({
  method: 'POST',
  path: '/api/charging/importSessions',
  access: 'charging.importedSession:import',
  wholeTenant: true,
  summary: 'take a file of past sessions over, or see what would come of it',
  input: z.strictObject({
    /** Key of a built-in format, or the mapping of another file. */
    format: z.union([z.string().max(40), sessionMapping]),
    zone: z.string().max(60),
    name: z.string().trim().min(1).max(200),
    text: z.string().min(1),
    dryRun: z.boolean().default(true),
  }),
  output: z.object({
    dryRun: z.boolean(),
    /** Id of the stored import; null when nothing was stored. */
    importId: z.string().nullable(),
    name: z.string(),
    format: z.string(),
    zone: z.string(),
    rows: z.int(),
    /** Rows that can be stored, including known ones. */
    accepted: z.int(),
    /** Accepted rows that were not known before: stored now, or, in a dry run, to be stored. */
    added: z.int(),
    /** Accepted rows that an earlier import already contained. */
    known: z.int(),
    /** Known rows whose times or energy differ from the stored ones. The stored rows stay unchanged. */
    different: z.int(),
    /** Accepted rows with doubts, and the number per reason. */
    doubted: z.int(),
    doubts: byReason,
    /** Information that the whole file lacks, so that no single row is doubted for it. */
    notes: z.array(z.string()),
    refused: z.int(),
    refusals: byReason,
    totals: z.object({ all: totals, accepted: totals, refused: totals, added: totals }),
    /** The first rows; only in a dry run. */
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
/** A tenant's own mapping for files of one source. */
export type ImportTemplate = z.output<typeof template>

/** Everybody who can import can use the templates. */
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
      .regex(/^\P{Cc}*$/u, { error: 'forbiddenCharacter' })
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

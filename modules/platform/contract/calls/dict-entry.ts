import { type CallResult, defineCall, flagInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { MAX_ENTRIES } from '../dict-entry.ts'

/** A text in every language. */
const inLanguages = z.object({ zh: z.string(), en: z.string(), es: z.string() })
export type InLanguages = Readonly<z.output<typeof inLanguages>>

const entry = z.object({
  code: z.string(),
  words: inLanguages,
  /** The product's text; absent for an entry of the tenant's own. */
  shipped: inLanguages.optional(),
  colour: z.string().nullable(),
  icon: z.string().nullable(),
  enabled: z.boolean(),
  remark: z.string().nullable(),
  /** Record of the change, if there is one; `save` and `del` take its id. */
  id: z.string().optional(),
  version: z.int().optional(),
})
/** One entry: its values in force, and the product's. */
export type EntryView = Readonly<z.output<typeof entry>>

const dictionary = z.object({
  name: z.string(),
  /** `closed`: the product fixes the codes and all are in force. `open`: the tenant adds codes and switches codes off. */
  kind: z.enum(['closed', 'open']),
  titles: inLanguages,
  /** Fields that use the dictionary. */
  uses: z.array(
    z.object({
      resource: z.string(),
      /** Key of the text of the field or of the command's input. */
      field: z.string(),
      /** Pages that show it. */
      pages: z.array(z.string()),
    }),
  ),
  /** In the tenant's order. */
  entries: z.array(entry),
  /** Stored values that are not an entry, typed before the dictionary existed. For open dictionaries only. */
  strays: z.array(z.string()),
})

export const listDictionaries = defineCall({
  method: 'GET',
  path: '/api/console/dict/all',
  access: 'platform.dictEntry:read',
  summary: 'all dictionaries with their entries, and where each is seen',
  input: z.looseObject({}),
  output: z.object({ list: z.array(dictionary) }),
})
export type DictionaryView = CallResult<typeof listDictionaries>['list'][number]
export type DictionaryUse = DictionaryView['uses'][number]

const dictionaryName = z.string().min(1).max(120)
const values = z.record(z.string(), z.unknown()).nullable()

export const listDictionaryChanges = defineCall({
  method: 'GET',
  path: '/api/console/dict/changes',
  access: 'platform.dictEntry:read',
  summary: 'what was changed of a dictionary, newest first',
  input: z.strictObject({ dictionary: dictionaryName }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        at: instant,
        actorName: z.string(),
        action: z.string(),
        /** Code of the entry; null when the change concerned all entries. */
        code: z.string().nullable(),
        before: values,
        after: values,
      }),
    ),
  }),
})
export type DictionaryChange = CallResult<typeof listDictionaryChanges>['list'][number]

export const arrangeDictionary = defineCall({
  method: 'POST',
  path: '/api/console/dict/arrange',
  access: 'platform.dictEntry:update',
  summary: 'order of the entries of a dictionary',
  input: z.strictObject({ dictionary: dictionaryName, codes: z.array(z.string().max(200)).max(2 * MAX_ENTRIES) }),
  output: z.null(),
})

export const resetDictionary = defineCall({
  method: 'POST',
  path: '/api/console/dict/reset',
  access: 'platform.dictEntry:delete',
  summary: 'a dictionary as the product has it',
  input: z.strictObject({ dictionary: dictionaryName }),
  output: z.object({ changed: z.int() }),
})

const text = z.string().max(200).optional()
const line = z.strictObject({
  line: z.number().int().min(1),
  code: z.string().min(1).max(120),
  wordZh: text,
  wordEn: text,
  wordEs: text,
  colour: text,
  icon: text,
  enabled: text,
  remark: text,
})
/** One line of an import file of entries. */
export type LoadedEntry = z.output<typeof line>

export const loadDictionary = defineCall({
  method: 'POST',
  path: '/api/console/dict/load',
  access: 'platform.dictEntry:import',
  summary: 'entries of a dictionary from a file',
  input: z.strictObject({
    dictionary: z.string().max(120),
    dryRun: flagInput,
    rows: z.array(line).min(1).max(MAX_ENTRIES),
  }),
  output: z.object({
    accepted: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    /** Lines that were refused, with why by column. */
    rows: z.array(z.object({ line: z.int(), fields: z.record(z.string(), z.string()) })),
  }),
})
export type LoadReport = CallResult<typeof loadDictionary>

import { invalid, isChoiceInUse, Refusal, type ServedResource, serveResource, type Call } from '@wattyard/server-kit'
import { dictEntry, MAX_ENTRIES } from '../../contract/dict-entry.ts'
import { problemsOfEntry, type Shipped } from './judge-entry.ts'
import type { DictRow } from './make-wording.ts'
import { beginChange, dictRows, renewWording, type WordingWorld } from './renew-wording.ts'

const asRow = (row: unknown): DictRow => row as DictRow // a stored or merged row of platform_dict_entry

/** Returns the product's texts of a dictionary. */
export const shippedWords =
  (call: Pick<Call, 'translateShipped'>, dictionary: string): Shipped =>
  (language, code) =>
    call.translateShipped(language, `${dictionary}Value.${code}`)

const COLUMNS = { wordZh: 'word_zh', wordEn: 'word_en', wordEs: 'word_es' } as const

/** The row as it would be stored. */
function merged(before: Readonly<Record<string, unknown>> | null, input: Readonly<Record<string, unknown>>): DictRow {
  const row: Record<string, unknown> = { colour: null, icon: null, place: null, enabled: true, ...before }
  for (const [key, value] of Object.entries(input)) row[key] = value ?? null
  for (const [key, column] of Object.entries(COLUMNS))
    row[column] = key in input ? (input[key] ?? null) : (row[column] ?? null)
  return asRow(row)
}

/** Serves dictionary entries: checked against their dictionary, in force with the commit. */
export function serveDictEntry(world: WordingWorld): ServedResource {
  return serveResource(dictEntry, {
    async beforeSave(call, { id, input, before }) {
      await beginChange(call)
      const row = merged(before, input)
      const others = (await dictRows(call.tx, call.caller.tenantId, row.dictionary)).filter(other => other.id !== id)
      const shipped = shippedWords(call, row.dictionary)
      const flaws = problemsOfEntry(world.known().dictionaries.get(row.dictionary), row, others, shipped)
      if (Object.keys(flaws).length > 0) throw invalid(flaws)
      if (!before && others.length >= MAX_ENTRIES)
        throw new Refusal('platform.tooManyEntries', { params: { max: MAX_ENTRIES } })
    },
    afterSave: call => renewWording(call, world),
    async beforeDelete(call, stored) {
      await beginChange(call)
      const { dictionary, code } = asRow(stored)
      const { dictionaries, resources } = world.known()
      const isOwn = dictionaries.get(dictionary)?.codes.includes(code) === false
      if (isOwn && (await isChoiceInUse(call.tx, resources, dictionary, code)))
        throw new Refusal('platform.entryInUse', { params: { code } })
    },
    afterDelete: call => renewWording(call, world),
  })
}

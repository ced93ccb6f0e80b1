import type { ListInput } from '@wattyard/calls'
import type { Narrowed, Resource } from '@wattyard/resource'
import type { TableHead } from '../pdf/table-pdf.ts'
import { labelsOf } from '../resource/read-records.ts'
import { filterWords, recordsNamed } from './filter-words.ts'
import type { ServedResource } from '../resource/served.ts'
import type { SheetReader } from './served-sheet.ts'

/** What an export was asked for. */
interface Asked extends Pick<SheetReader, 'translate' | 'language'> {
  input: { filter?: ListInput['filter']; q?: string | undefined; zone?: string | undefined }
}

/** Tells what stands over a list on paper: whose it is, who made it, and how it was narrowed. */
export async function tableHead(
  { tx, caller, index }: Pick<SheetReader, 'tx' | 'caller' | 'index'>,
  { resource, wordsOf }: Pick<ServedResource, 'wordsOf'> & { readonly resource: unknown },
  { input: { filter, q, zone = 'Asia/Shanghai' }, translate, language }: Asked,
): Promise<TableHead> {
  const definition = resource as Resource // definitions differ in the types of their keys only
  // Ids in a filter may be anybody's: only what the reader reaches is named.
  const asked = { fields: definition.fields, scope: 'shared' } as const
  const labels = await labelsOf(tx, index, asked, [recordsNamed(definition, filter)], caller)
  const context = { translate, language }
  return {
    by: caller.displayName,
    house: (await index.houseOf?.(tx))?.name ?? null,
    filters: [
      ...(await stationWords({ tx, caller, index }, definition, context)),
      ...filterWords(definition, { filter, q }, { labels, translate, language, zone }, wordsOf),
    ],
  }
}

/** Returns the resource that the station of a row refers to; undefined for rows without one. */
function stationOf({ name, fields, scope }: Narrowed): string | undefined {
  if (typeof scope === 'string') return undefined
  if ('through' in scope) return stationOf(scope.of)
  if (!('station' in scope) || scope.station === null) return undefined
  return scope.station === 'id' ? name : fields[scope.station]?.of
}

/** Tells the station chosen in the console, which narrowed the rows like a filter; nothing where none was chosen. */
async function stationWords(
  { tx, caller, index }: Pick<SheetReader, 'tx' | 'caller' | 'index'>,
  definition: Narrowed,
  { translate, language }: Pick<SheetReader, 'translate' | 'language'>,
): Promise<string[]> {
  const of = stationOf(definition)
  const id = caller.chosenStation
  if (of === undefined || id === undefined) return []
  const fields = { station: { kind: 'ref', of } } as const
  const labels = await labelsOf(tx, index, { fields, scope: 'shared' }, [{ station: id }], caller)
  const value = labels[of]?.[id] ?? id
  return [translate(language, 'kernel.pdf.filterOf', { word: translate(language, `${of}.noun`), value })]
}

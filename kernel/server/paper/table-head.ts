import type { ListInput } from '@wattyard/calls'
import type { Resource } from '@wattyard/resource'
import type { TableHead } from '../pdf/table-pdf.ts'
import { labelsOf } from '../resource/read-records.ts'
import { filterWords, recordsNamed } from './filter-words.ts'
import type { SheetReader } from './served-sheet.ts'

/** What an export was asked for. */
interface Asked extends Pick<SheetReader, 'translate' | 'language'> {
  input: { filter?: ListInput['filter']; q?: string | undefined; zone?: string | undefined }
}

/** Tells what stands over a list on paper: whose it is, who made it, and how it was narrowed. */
export async function tableHead(
  { tx, caller, index }: Pick<SheetReader, 'tx' | 'caller' | 'index'>,
  resource: unknown,
  { input: { filter, q, zone = 'Asia/Shanghai' }, translate, language }: Asked,
): Promise<TableHead> {
  const definition = resource as Resource // definitions differ in the types of their keys only
  // Ids in a filter may be anybody's: only what the reader reaches is named.
  const asked = { fields: definition.fields, scope: 'shared' } as const
  const labels = await labelsOf(tx, index, asked, [recordsNamed(definition, filter)], caller)
  return {
    by: caller.displayName,
    house: (await index.houseOf?.(tx))?.name ?? null,
    filters: filterWords(definition, { filter, q }, { labels, translate, language, zone }),
  }
}

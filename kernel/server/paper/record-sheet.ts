import type { PdfFacts, PdfPart } from '../pdf/pdf-sheet.ts'
import { detailGroups, type Field, fieldText, nameKeyOf, type Resource, scopeColumn } from '@wattyard/resource'
import { type ExportContext, textContext } from '../resource/exchange/export-text.ts'
import { labelsOf, nameOfRecord, present, rowInScope, type WireRecord } from '../resource/read-records.ts'
import { mustReach } from '../resource/scope.ts'
import type { ServedResource } from '../resource/served.ts'
import { nameOfValue } from './name-of-value.ts'
import { RECORD_SHEET, type ServedSheet, type SheetContent, type SheetPlace, type SheetReader } from './served-sheet.ts'

/** Operator and station that narrow who sees a record. */
function placeOf(resource: Resource, row: Readonly<Record<string, unknown>>): SheetPlace {
  const { scope } = resource
  const idIn = (key: string | null | undefined): string | null => {
    const value = key ? row[scopeColumn(resource, key)] : null
    return typeof value === 'string' ? value : null
  }
  if (typeof scope === 'string' || !('operator' in scope)) return { operatorId: null, stationId: null }
  return { operatorId: idIn(scope.operator), stationId: idIn(scope.station) }
}

/** Kinds of labels whose value in the table is no name: an id, an instant of UTC, a word of the code. */
const READ_AS_TEXT: ReadonlySet<Field['kind']> = new Set(['ref', 'instant', 'oneOf'])

/** What the record is called on its own sheet, as its label reads among the facts. */
async function nameOnSheet(
  { tx, caller, index, language }: SheetReader,
  { resource }: ServedResource,
  record: WireRecord,
  told: ExportContext,
): Promise<string | null> {
  const kind = resource.fields[resource.label]?.kind
  if (kind && READ_AS_TEXT.has(kind)) return fieldText(resource, record, resource.label, textContext(told), 'alone')
  return nameOfRecord(tx, index, resource.name, record.id, language, caller)
}

/** Names the fields without a value, which the detail on screen folds. */
function unfilledPart({ translate, language }: SheetReader, names: readonly string[]): PdfPart[] {
  if (names.length === 0) return []
  const between = translate(language, 'kernel.listSeparator')
  return [{ facts: [[translate(language, 'kernel.pdf.unfilled'), names.join(between)]] }]
}

async function recordContent(reader: SheetReader, served: ServedResource, id: string): Promise<SheetContent> {
  const { tx, caller, index, translate, language, zone } = reader
  const { resource } = served
  mustReach(caller, resource)
  const row = await rowInScope(tx, caller, resource, id)
  const records = await present(tx, caller, served, index, [row])
  const labels = await labelsOf(tx, index, resource, records, caller)
  const [record] = records
  if (!record) throw new Error('a row in scope has no record')
  const told = { labels, translate, language, zone }
  const words = textContext(told)
  const unfilled: string[] = []
  const parts = detailGroups(resource).map(({ group, fields }) => ({
    ...(group === '' ? {} : { title: translate(language, `${resource.name}.group.${group}`) }),
    facts: fields.flatMap(([key]): PdfFacts => {
      const name = translate(language, nameKeyOf(resource, key, record))
      const text = nameOfValue(served, record, key, told) ?? fieldText(resource, record, key, words, 'alone')
      if (text !== '') return [[name, text]]
      unfilled.push(name)
      return []
    }),
  }))
  const noun = translate(language, `${resource.name}.noun`)
  const name = await nameOnSheet(reader, served, record, told)
  const filled = parts.filter(({ facts }) => facts.length > 0)
  const more = (await served.moreOnSheet?.(reader, id)) ?? []
  const rest = unfilledPart(reader, unfilled)
  return { title: name ? `${noun} ${name}` : noun, parts: [...filled, ...more, ...rest], place: placeOf(resource, row) }
}

/** Returns the sheet with all that the detail of a record shows, in the reader's language and as far as they may read. */
export function recordSheet(served: ServedResource): ServedSheet {
  const { name, path } = served.resource
  return {
    resource: name,
    path,
    kind: RECORD_SHEET,
    make: (reader, id) => recordContent(reader, served, id),
  }
}

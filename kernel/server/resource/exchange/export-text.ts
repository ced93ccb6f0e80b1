import {
  dictionaryOf,
  FILE_LABELS,
  type Field,
  fieldOf,
  type GeoPoint,
  isFromDictionary,
  plainText,
  type Resource,
  type RichText,
  type TypedCell,
  unitInFile,
} from '@wattyard/resource'
import { formatInstant } from '@wattyard/time'
import type { Language, Words } from '../../words.ts'
import type { Labels } from '../read-records.ts'

export interface ExportContext {
  labels: Labels
  translate: Words['translate']
  language: Language
  zone: string
}

/** Returns a wire value as a person reads it in a spreadsheet. Numbers stay numbers, so that sums work. */
export function exportText(resource: Resource, key: string, value: unknown, context: ExportContext): string | number {
  const { labels, translate, language, zone } = context
  const of = fieldOf(resource, key)
  if (value === null || value === undefined || !of) return ''
  const texts = [value].flat().map(String)
  /** What devices send and people typed has words where it is known. */
  const valueText = (text: string): string => {
    const word = `${dictionaryOf(of, `${resource.name}.${key}`)}Value.${text}`
    const said = translate(language, word)
    return said === word && (of.kind !== 'oneOf' || isFromDictionary(of)) ? text : said
  }
  switch (of.kind) {
    case 'oneOf':
    case 'text':
      return valueText(texts.join())
    case 'boolean':
      return translate(language, value ? 'kernel.yes' : 'kernel.no')
    case 'instant':
      return formatInstant(Number(value), zone)
    case 'ref':
    case 'refs':
      return texts.map(id => labels[of.of ?? '']?.[id] ?? '').join(', ')
    case 'file':
    case 'files':
    case 'image':
    case 'images':
      return texts.map(id => labels[FILE_LABELS]?.[id] ?? '').join(', ')
    case 'richText':
      return plainText(value as RichText) // checked when it was stored
    case 'tags':
      return texts.map(valueText).join(', ')
    case 'integer':
    case 'power':
    case 'duration':
      return Number(value)
    case 'geoPoint':
      return `${(value as GeoPoint).lng},${(value as GeoPoint).lat}` // the wire form of the kind
    case 'json':
      return JSON.stringify(value)
    default:
      return texts.join()
  }
}

/** Kinds that are numbers in a spreadsheet, with the decimals of their wire form. */
const NUMBERS: ReadonlySet<Field['kind']> = new Set([
  'integer',
  'money',
  'price',
  'energy',
  'power',
  'percent',
  'quantity',
  'duration',
])
const TIMES: Readonly<Partial<Record<Field['kind'], TypedCell['as']>>> = {
  instant: 'instant',
  businessDay: 'day',
  month: 'month',
  timeOfDay: 'time',
}

/**
 * Returns a wire value as a cell of a spreadsheet: numbers as numbers, days and moments as dates, everything else as text, also
 * codes that look like numbers.
 */
export function exportCell(resource: Resource, key: string, value: unknown, context: ExportContext): TypedCell {
  const kind = fieldOf(resource, key)?.kind ?? 'text'
  const text = String(exportText(resource, key, value, context))
  return { text, as: TIMES[kind] ?? (NUMBERS.has(kind) ? 'number' : 'text') }
}

/**
 * Returns the head of a column: the field's word with the unit of its numbers, or with the zone on whose clock its moments are
 * told.
 */
export function headOf(resource: Resource, key: string, zone: string, say: (word: string) => string): string {
  const of = fieldOf(resource, key)
  const word = say(`${resource.name}.${key}`)
  const told = of?.kind === 'instant' ? zone : of && unitInFile(of)
  return told === undefined ? word : `${word} (${told})`
}

import { formatScaled } from '@wattyard/money'
import {
  asText,
  choiceWord,
  FILE_LABELS,
  type Field,
  fieldOf,
  fieldText,
  type GeoPoint,
  type Resource,
  type TextContext,
  type TotalsAnswer,
  type TypedCell,
  unitInFile,
  unitOfColumn,
  valueText,
} from '@wattyard/resource'
import type { Language, Words } from '../../words.ts'
import type { Labels } from '../read-records.ts'

export interface ExportContext {
  labels: Labels
  translate: Words['translate']
  language: Language
  zone: string
}

/** Returns what the texts of the kinds need, from the words of the server, where a missing text is its own key. */
export const textContext = ({ translate, language, ...context }: ExportContext): TextContext => ({
  ...context,
  language,
  t: key => translate(language, key),
  has: key => translate(language, key) !== key,
})

const WATTS_DECIMALS = 3

/** Returns whole watts as kW without needless zeros, as a spreadsheet adds them up: 66107 → `66.107`. */
const kilowatts = (watts: unknown): string => formatScaled(BigInt(Number(watts)), WATTS_DECIMALS).replace(/\.?0+$/, '')

/**
 * Returns a wire value for a spreadsheet: words as on screen, numbers with every digit and without their unit, so that sums work.
 * What a person imports again is written as it is read.
 */
export function exportText(resource: Resource, key: string, value: unknown, context: ExportContext): string | number {
  const of = fieldOf(resource, key)
  if (value === null || value === undefined || !of) return ''
  const name = `${resource.name}.${key}`
  const told = textContext(context)
  const named = (labels: string) =>
    [value]
      .flat()
      .map(id => context.labels[labels]?.[asText(id)] ?? '')
      .join(', ')
  switch (of.kind) {
    case 'oneOf':
    case 'text':
    case 'boolean':
    case 'instant':
    case 'richText':
      return valueText(value, of, name, told, 'changed')
    case 'tags':
      return [value]
        .flat()
        .map(one => choiceWord(told, of, name, asText(one)))
        .join(', ')
    case 'ref':
    case 'refs':
      return named(of.of ?? '')
    case 'file':
    case 'files':
    case 'image':
    case 'images':
      return named(FILE_LABELS)
    case 'integer':
    case 'duration':
      return Number(value)
    case 'power':
      return kilowatts(value)
    case 'geoPoint':
      return `${(value as GeoPoint).lng},${(value as GeoPoint).lat}` // the wire form of the kind
    case 'json':
      return JSON.stringify(value)
    default:
      return [value].flat().map(asText).join()
  }
}

/** Returns a field of a record for a list on paper: as the list on screen shows it, below a head with its unit. */
export const paperText = (
  resource: Resource,
  record: Readonly<Record<string, unknown>>,
  key: string,
  context: ExportContext,
): string => fieldText(resource, record, key, textContext(context), 'column')

/**
 * Returns the sums of a list on paper as they stand under the list on screen: over how many rows, and how many are left out. No
 * sums where there are too many rows to add up.
 */
export function totalsOnPaper(
  resource: Resource,
  columns: readonly string[],
  { rows, left, capped, totals }: TotalsAnswer,
  context: ExportContext,
): { totals?: readonly string[]; totalsNote?: string } {
  if (capped) return {}
  const { translate, language } = context
  const of = translate(language, 'kernel.pdf.totalOf', { count: rows })
  const without = left > 0 ? translate(language, `${resource.name}.totalLeft`, { count: left }) : ''
  const isNamed = !(columns[0] !== undefined && columns[0] in totals)
  const note = [isNamed ? '' : of, without].filter(text => text !== '').join(' · ')
  return {
    totals: columns.map((key, index) => {
      if (key in totals) return paperText(resource, totals, key, context)
      return index === 0 ? of : ''
    }),
    ...(note === '' ? {} : { totalsNote: note }),
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
 * Returns the head of a column in a file: the field's word with the unit of its numbers, or with the zone on whose clock its
 * moments are told.
 */
export function headOf(resource: Resource, key: string, zone: string, say: (word: string) => string): string {
  const of = fieldOf(resource, key)
  return headWith(say(`${resource.name}.${key}`), of?.kind === 'instant' ? zone : of && unitInFile(of))
}

/** Returns the head of a column on paper, with the unit as on screen. The zone is said once, over the table. */
export function paperHeadOf(resource: Resource, key: string, say: (word: string) => string): string {
  const of = fieldOf(resource, key)
  return headWith(say(`${resource.name}.${key}`), of && unitOfColumn(of))
}

const headWith = (word: string, told: string | undefined): string => (told === undefined ? word : `${word} (${told})`)

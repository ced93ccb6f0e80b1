import type { Field, SheetLine } from '@wattyard/resource'
import { choiceWord, importFields, importSample, inKilowatts, ownerField, unitTyped } from '@wattyard/resource'
import { NEVER_MISSING } from '../resource/form-values.ts'
import type { AnyResource } from '../resource/records.ts'
import { offeredValues } from '../words/own-words.ts'
import { fieldWord, type Translate, wordKeys } from '../words/use-words.ts'
import type { WrittenSheet } from './write-xlsx.ts'

interface TemplateWords {
  readonly t: Translate
  readonly has: (key: string) => boolean
}

/** Returns whether a row without a value in this column is refused. */
export function mustBeFilled(resource: AnyResource, key: string, field: Field): boolean {
  return (
    !field.optional && field.initial === undefined && !NEVER_MISSING.has(field.kind) && key !== ownerField(resource)
  )
}

/** Returns the words of the values that a column takes; empty where it takes others than a closed set. */
function wordsOfValues(resource: AnyResource, key: string, field: Field, words: TemplateWords): string[] {
  const name = wordKeys.field(resource, key)
  if (field.kind === 'boolean') return [words.t('shared.yes'), words.t('shared.no')]
  if (!field.values) return []
  return offeredValues(field, name).map(value => choiceWord(words, field, name, value))
}

function sampleOf(resource: AnyResource, key: string, field: Field, words: TemplateWords): string {
  const sample = importSample(resource, key, field)
  switch (sample.is) {
    case 'value':
      return field.kind === 'boolean'
        ? words.t(sample.value === 'true' ? 'shared.yes' : 'shared.no')
        : choiceWord(words, field, wordKeys.field(resource, key), sample.value)
    case 'text':
      return sample.text
    case 'record':
      return words.t('kit.importRule.refSample')
    case 'name':
      return fieldWord(words, resource, key)
  }
}

/** Names of the rules by kind; kinds without one take a text. */
const RULES: Readonly<Partial<Record<Field['kind'], string>>> = {
  code: 'code',
  oneOf: 'oneOf',
  boolean: 'oneOf',
  tags: 'several',
  refs: 'refs',
  ref: 'ref',
  integer: 'number',
  money: 'number',
  price: 'number',
  energy: 'number',
  percent: 'number',
  quantity: 'number',
  power: 'power',
  duration: 'duration',
  instant: 'instant',
  businessDay: 'day',
  month: 'month',
  timeOfDay: 'time',
  openHours: 'hours',
  geoPoint: 'point',
  phone: 'phone',
}

/** Returns the reference that fills a column which is left empty; undefined for columns without one. */
const fillerOf = ({ fills = {} }: AnyResource, key: string): string | undefined =>
  Object.keys(fills).find(reference => fills[reference]?.includes(key))

/** Returns what a column takes, with its bounds, its unit, and what fills it. */
function ruleOf(resource: AnyResource, key: string, field: Field, words: TemplateWords): string {
  const { t } = words
  const filler = fillerOf(resource, key)
  const filled = filler === undefined ? [] : [t('kit.importRule.filled', { name: fieldWord(words, resource, filler) })]
  const rule = t(`kit.importRule.${RULES[field.kind] ?? 'text'}`)
  const { min, max } = field
  const isText = ['text', 'code', 'note', 'serial'].includes(field.kind)
  if (isText) return max === undefined ? rule : `${rule}; ${t('kit.importRule.length', { max })}`
  const unit = unitTyped(field)
  const isNumber = ['number', 'power', 'duration'].includes(RULES[field.kind] ?? '')
  const isBound = isNumber && (min !== undefined || max !== undefined)
  // Bounds of powers are watts.
  const boundOf = (bound: number | undefined) =>
    bound === undefined ? '…' : field.kind === 'power' ? inKilowatts(bound) : String(bound)
  const bounds = isBound ? [`${boundOf(min)} – ${boundOf(max)}`] : []
  const units = unit === undefined || (isBound && field.kind === 'power') ? [] : [unit]
  return [rule, ...bounds, ...units, ...filled].join('; ')
}

/** Longest list of values that a rule of a workbook holds, in characters. */
const MAX_LIST = 255
/** Rows that the lists of values cover. */
const LAST_ROW = 5_000

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** Returns the rules of the workbook: a list to choose from for each column with few values (ECMA-376, 18.3.1.33). */
function listsOf(columns: readonly (readonly string[])[]): string {
  const rules = columns.flatMap((values, at) => {
    const list = values.join(',')
    if (values.length === 0 || list.length > MAX_LIST || values.some(value => /[,"]/.test(value))) return []
    const place = `${columnName(at)}2:${columnName(at)}${LAST_ROW}`
    const text = list.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${place}"><formula1>"${text}"</formula1></dataValidation>`
  })
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

const text = (said: string): SheetLine[number] => ({ text: said, as: 'text' })

/**
 * Returns the workbook of an import: a sheet with the head and an example row, and a sheet that explains each column. Columns with
 * `*` must be filled. The example begins with the mark by which the import leaves it out.
 */
export function templateOf(resource: AnyResource, words: TemplateWords): WrittenSheet[] {
  const { t } = words
  const fields = importFields(resource)
  const heads = fields.map(([key, field]) => {
    const unit = unitTyped(field)
    const name = `${fieldWord(words, resource, key)}${unit === undefined ? '' : ` (${unit})`}`
    return `${name}${mustBeFilled(resource, key, field) ? '*' : ''}`
  })
  const samples = fields.map(([key, field]) => sampleOf(resource, key, field, words))
  const values = fields.map(([key, field]) => wordsOfValues(resource, key, field, words))
  const example = samples.map((sample, at) => text(at === 0 ? `${t('kit.exampleMark')} ${sample}` : sample))
  const columns = ['column', 'required', 'rule', 'values', 'example'].map(key => t(`kit.importRule.head.${key}`))
  const explained = fields.map(([key, field], at): SheetLine => {
    const required = t(mustBeFilled(resource, key, field) ? 'kit.required' : 'kit.importRule.optional')
    const cells = [
      fieldWord(words, resource, key),
      required,
      ruleOf(resource, key, field, words),
      (values[at] ?? []).join(', '),
    ]
    return [...cells, samples[at] ?? ''].map(text)
  })
  return [
    {
      name: t(wordKeys.noun(resource)),
      lines: [heads, example],
      // A column of several values takes more than one of the list.
      rules: listsOf(values.map((list, at) => (fields[at]?.[1].kind === 'tags' ? [] : list))),
    },
    { name: t('kit.importRule.sheet'), lines: [columns, ...explained] },
  ]
}

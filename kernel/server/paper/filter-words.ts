import type { ListInput } from '@wattyard/calls'
import { type Field, fieldOf, type Resource, valueText } from '@wattyard/resource'
import { type ExportContext, textContext } from '../resource/exchange/export-text.ts'
import type { ServedResource } from '../resource/served.ts'
import { nameOfValue } from './name-of-value.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Ids and choices come as lists or with commas between them. */
const listOf = (value: unknown): unknown[] => (typeof value === 'string' ? value.split(',') : [value].flat())

/** Kinds whose wire form is a number. */
const WHOLE: ReadonlySet<Field['kind']> = new Set(['instant', 'integer', 'power', 'duration'])

const LISTED: ReadonlySet<Field['kind']> = new Set(['ref', 'refs', 'oneOf', 'tags'])

/** Returns the records that the filters of a list name, as a record that points at them: what `labelsOf` can name. */
export function recordsNamed(resource: Pick<Resource, 'fields'>, filter: ListInput['filter']): Record<string, unknown> {
  const named: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(filter ?? {})) {
    const kind = resource.fields[key]?.kind
    if (kind !== 'ref' && kind !== 'refs') continue
    named[key] = listOf(isObject(value) ? value.not : value).filter(id => typeof id === 'string')
  }
  return named
}

function textOf(resource: Resource, key: string, of: Field, value: unknown, context: ExportContext): string {
  const { translate, language } = context
  const one = (single: unknown): string => {
    // Queries send texts.
    const plain =
      of.kind === 'boolean' ? single === true || single === 'true' : WHOLE.has(of.kind) ? Number(single) : single
    const text = valueText(plain, of, `${resource.name}.${key}`, textContext(context), 'entered')
    return text === '' ? String(single) : text
  }
  if (isObject(value)) {
    const { from, to, is, not } = value
    if (is !== undefined) return translate(language, is === 'empty' ? 'kernel.pdf.isEmpty' : 'kernel.pdf.isFilled')
    if (not !== undefined)
      return translate(language, 'kernel.pdf.not', { value: textOf(resource, key, of, not, context) })
    if (isNothing(from)) return `≤ ${one(to)}`
    return isNothing(to) ? `≥ ${one(from)}` : `${one(from)} – ${one(to)}`
  }
  return LISTED.has(of.kind) ? listOf(value).map(one).join(', ') : one(value)
}

const narrows = (value: unknown): boolean =>
  isObject(value) ? Object.values(value).some(one => !isNothing(one)) : !isNothing(value)

/**
 * Tells in words how a list was narrowed, one text for each filter: `State: settled`. Empty for the whole list.
 *
 * @param context with labels for what `recordsNamed` found
 * @param wordsOf of the served resource, for columns of codes
 */
export function filterWords(
  resource: Resource,
  { filter = {}, q }: Pick<ListInput, 'filter' | 'q'>,
  context: ExportContext,
  wordsOf?: ServedResource['wordsOf'],
): string[] {
  const { translate, language } = context
  /** What a filter of codes says is one of them. */
  const codeWord = (key: string, code: unknown): string | null =>
    wordsOf && typeof code === 'string' ? nameOfValue({ wordsOf }, { [key]: code }, key, context) : null
  const said = (key: string, of: Field, value: unknown): string => {
    const not = isObject(value) ? codeWord(key, value.not) : null
    if (not !== null) return translate(language, 'kernel.pdf.not', { value: not })
    return codeWord(key, value) ?? textOf(resource, key, of, value, context)
  }
  const texts = Object.entries(filter).flatMap(([key, value]) => {
    const of = fieldOf(resource, key)
    if (!of || !narrows(value)) return []
    const word = translate(language, `${resource.name}.${key}`)
    return [translate(language, 'kernel.pdf.filterOf', { word, value: said(key, of, value) })]
  })
  const search = q?.trim()
  if (search)
    texts.push(
      translate(language, 'kernel.pdf.filterOf', { word: translate(language, 'kernel.pdf.search'), value: search }),
    )
  return texts
}

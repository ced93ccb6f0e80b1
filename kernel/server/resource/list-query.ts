import { type ListInput, isPlainText } from '@wattyard/calls'
import {
  allLabelKeys,
  columnsOf,
  type Field,
  fieldOf,
  isNameColumn,
  type Resource,
  type MaskKind,
  searchedFields,
  sortableFields,
} from '@wattyard/resource'
import { kindOf } from '@wattyard/resource/schema'
import { z } from 'zod'
import { checkInput, fieldMessages } from '../http/check-input.ts'
import { may } from '../caller.ts'
import { col } from '../database/columns.ts'
import type { Tx } from '../database/tx.ts'
import { type PersonalReader, seesPersonalOf } from '../personal.ts'
import { flawsOf, invalid, type MessageRef } from '../refusal.ts'
import type { Language } from '../words.ts'
import type { Caller } from '../caller.ts'
import { Condition } from './condition.ts'
import { hiddenFilter, hiddenTests } from './hidden/hidden-tests.ts'
import { labelColumn } from './label-column.ts'
import type { Beside, ServedResource } from './served.ts'

/** Pages end here: deeper rows are reached by filters, not by leafing. */
export const MAX_OFFSET = 100_000
/** Counting stops here; the screen says "more than". */
export const COUNT_CAP = 10_000
const MAX_CHOICES = 100

const FORBIDDEN_CHARACTER: MessageRef = { key: 'kernel.field.forbiddenCharacter' }

const range = z.strictObject({ from: z.unknown().optional(), to: z.unknown().optional() })

function choicesOf(key: string, value: unknown): unknown[] {
  const parts: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value]
  if (parts.length > MAX_CHOICES)
    throw invalid({ [`filter.${key}`]: { key: 'kernel.field.tooMany', params: { max: MAX_CHOICES } } })
  return parts
}

/** Escapes the wildcards of LIKE. */
export function likeText(text: string): string {
  return `%${wholeLikeText(text)}%`
}

const wholeLikeText = (text: string): string => text.replace(/[\\%_]/g, found => `\\${found}`)

/** Built once per field: building a schema costs more than a whole query. */
const singles = new WeakMap<Field, z.ZodType>()

function singleOf(of: Field): z.ZodType {
  const known = singles.get(of)
  if (known) return known
  // Filters compare single values: an optional field's filter is checked like the required one.
  const { optional: _optional, ...required } = of
  const schema = kindOf(required).schema(required)
  singles.set(of, schema)
  return schema
}

function one(of: Field, key: string, value: unknown): unknown {
  const result = singleOf(of).safeParse(value, { reportInput: true })
  if (!result.success) {
    const flaws = Object.entries(fieldMessages(result.error))
    throw invalid(
      Object.fromEntries(flaws.map(([path, said]) => [`filter.${key}${path === '*' ? '' : `.${path}`}`, said])),
    )
  }
  return of.kind === 'instant' && typeof result.data === 'number' ? new Date(result.data) : result.data
}

/** Columns in which a filter looks for a text: of a name all languages in which it is written. */
function textColumns(resource: Resource, key: string, column: string): string[] {
  if (!isNameColumn(resource, key)) return [column]
  return allLabelKeys(resource).map(one => columnsOf(resource)[one] ?? column)
}

/** The field of a filter, how its values are hidden from the reader, and whether rows with others are wanted. */
interface Filtered {
  readonly of: Field
  readonly column: string
  readonly hidden: { readonly mask: MaskKind; readonly reader: PersonalReader } | null
  readonly isNot?: boolean
}

/** The test of a filter by what a field holds; null where it narrows nothing. */
function testOf(
  where: Condition,
  resource: Resource,
  key: string,
  value: unknown,
  { of, column, hidden, isNot = false }: Filtered,
): string | null {
  const kind = kindOf(of)
  switch (kind.filter) {
    case 'contains': {
      if (typeof value !== 'string' || value.length > 200)
        throw invalid({ [`filter.${key}`]: { key: 'kernel.field.wrongType' } })
      if (!isPlainText(value)) throw invalid({ [`filter.${key}`]: FORBIDDEN_CHARACTER })
      // Parts of what is hidden would reveal it, one question after the other.
      if (hidden)
        return hiddenFilter(where, resource, key, [value.trim()], { ...hidden, isNot, like: likeText, anyCase: true })
      const text = where.value(likeText(value.trim()))
      const tests = textColumns(resource, key, column).map(one => `${one} ilike ${text}`)
      return tests.length > 1 ? `(${tests.join(' or ')})` : tests.join()
    }
    case 'equals': {
      const values = choicesOf(key, value).map(choice => one(of, key, choice))
      if (hidden)
        return hiddenFilter(where, resource, key, values.map(String), { ...hidden, isNot, like: wholeLikeText })
      // One value is compared as one: only then does an index on (column, sorted column) give the rows in order.
      if (values.length === 1) return `${column} = ${where.value(values[0])}::${kind.column(of)}`
      return `${column} = any(${where.value(values)}::${kind.column(of)}[])`
    }
    case 'any': {
      const values = choicesOf(key, value).flatMap(choice => one(of, key, choice))
      return `${column} && ${where.value(values)}::${kind.column(of)}`
    }
    case 'range':
      return rangeTest(where, key, { of, column }, value)
    case 'none':
      throw invalid({ [`filter.${key}`]: { key: 'kernel.field.unknown' } })
  }
}

function rangeTest(
  where: Condition,
  key: string,
  { of, column }: Pick<Filtered, 'of' | 'column'>,
  value: unknown,
): string | null {
  if (typeof value === 'string' || typeof value === 'number') return `${column} = ${where.value(one(of, key, value))}`
  const { from, to } = checkInput(range, value)
  const tests: string[] = []
  if (from !== undefined && from !== '') tests.push(`${column} >= ${where.value(one(of, key, from))}`)
  // Instants are half-open, so that days follow each other without a gap; everything else includes its end.
  if (to !== undefined && to !== '')
    tests.push(`${column} ${of.kind === 'instant' ? '<' : '<='} ${where.value(one(of, key, to))}`)
  return tests.length > 0 ? tests.join(' and ') : null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a field holds nothing: no value, or a list without entries. */
function emptyTest(column: string, of: Field): string {
  return kindOf(of).column(of).endsWith('[]') ? `coalesce(cardinality(${column}), 0) = 0` : `${column} is null`
}

/** `{ is: 'empty' }`, `{ is: 'filled' }` and `{ not: value }` besides the values themselves; rows without a value are "not" any. */
function addFilter(where: Condition, resource: Resource, key: string, value: unknown, filtered: Filtered): void {
  const { of, column } = filtered
  if (kindOf(of).filter === 'none') throw invalid({ [`filter.${key}`]: { key: 'kernel.field.unknown' } })
  const { is, not, ...rest } = isObject(value) ? value : {}
  if (is === undefined && not === undefined) {
    const test = testOf(where, resource, key, value, filtered)
    if (test !== null) where.add(test)
    return
  }
  const isWrong = (is !== undefined && not !== undefined) || Object.keys(rest).length > 0
  if (isWrong || (is !== undefined && is !== 'empty' && is !== 'filled'))
    throw invalid({ [`filter.${key}`]: { key: 'kernel.field.notAFilter' } })
  if (is !== undefined) where.add(is === 'empty' ? emptyTest(column, of) : `not (${emptyTest(column, of)})`)
  else if (not !== '' && not !== null) {
    const test = testOf(where, resource, key, not, { ...filtered, isNot: true })
    if (test !== null) where.add(`(${test}) is not true`)
  }
}

/** Returns a field that a list may be asked for, and where the database finds it; null where it finds none. */
function askedField(resource: Resource, key: string, beside: Beside | undefined): { of: Field; column: string } | null {
  const of = fieldOf(resource, key)
  const column = columnsOf(resource)[key] ?? beside?.columns[key]
  return of !== undefined && column !== undefined ? { of, column } : null
}

/** Returns what a list of a resource is read from: its table, and what stands beside it where it is asked for. */
export function fromOf({ resource, beside }: Pick<ServedResource, 'resource' | 'beside'>, asked: ListAsked): string {
  const keys = [...Object.keys(asked.filter ?? {}), asked.sort?.replace(/^-/, '') ?? '', ...(asked.totals ?? [])]
  return beside && keys.some(key => beside.columns[key] !== undefined)
    ? `${resource.table} ${beside.from}`
    : resource.table
}

/** What a list is asked for, as far as it decides what is read. */
interface ListAsked extends Pick<ListInput, 'filter' | 'sort'> {
  readonly totals?: readonly string[]
}

/**
 * Adds the filters of a list to a scoped condition; an unknown filter is an error, never ignored. Filters on what
 * is hidden from the reader are answered on what is shown, or look a whole value up (decision 397).
 *
 * @throws Refusal `kernel.invalid` that names every filter that is wrong, as a form names its fields
 */
export function addFilters(
  where: Condition,
  resource: Resource,
  input: Pick<ListInput, 'filter' | 'q'>,
  reader: PersonalReader,
  through: FoundThrough = NOTHING_FOUND,
  beside?: Beside,
): void {
  const inClear = seesPersonalOf(reader, resource)
  // No prototype: a filter may be called toString.
  const wrong: Record<string, MessageRef> = Object.create(null)
  for (const [key, value] of Object.entries(input.filter ?? {})) {
    const asked = askedField(resource, key, beside)
    if (!asked || !resource.list.filters.includes(key)) wrong[`filter.${key}`] = { key: 'kernel.field.unknown' }
    else if (value !== '' && value !== null) {
      const mask = inClear ? undefined : resource.masked?.[key]
      const hidden = mask ? { mask, reader } : null
      Object.assign(
        wrong,
        flawsOf(() => addFilter(where, resource, key, value, { ...asked, hidden })),
      )
    }
  }
  const q = input.q?.trim()
  if (q && searchedFields(resource.list).length === 0) wrong.q = { key: 'kernel.field.unknown' }
  else if (q && !isPlainText(q)) wrong.q = FORBIDDEN_CHARACTER
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  addWithout(where, resource, input.filter)
  if (q) addSearch(where, resource, q, reader, through)
}

/** Leaves out what the definition's list is not about (`list.without`), except where a filter of the field asks for it. */
export function addWithout(where: Condition, resource: Resource, filter: ListInput['filter'] = {}): void {
  for (const [key, value] of Object.entries(resource.list.without ?? {})) {
    const asked = filter[key]
    if (asked === undefined || asked === '' || asked === null)
      where.add(`${columnsOf(resource)[key] ?? 'null'} is distinct from ${where.value(value)}`)
  }
}

/** Ids of the records that a quick search goes through, by reference field; a field is missing where they are too many to name. */
export type FoundThrough = ReadonlyMap<string, readonly string[]>

const NOTHING_FOUND: FoundThrough = new Map()
/** Most records that a search goes through by their ids: beyond, most rows match, and the newest of them are found at once. */
const MAX_THROUGH = 1_000

/**
 * Finds what a quick search goes through, for `addFilters` of the same input. The database plans a search by the number of rows that
 * it expects: of ids it knows how many there are, of a question inside the search it takes a few for granted, and then rather reads
 * all rows, newest first, than looks the few of a card or a number up.
 */
export async function findThrough(
  tx: Tx,
  resource: Resource,
  input: Pick<ListInput, 'q'>,
  reader: PersonalReader,
): Promise<FoundThrough> {
  const q = input.q?.trim()
  const found = new Map<string, readonly string[]>()
  if (!q || !isPlainText(q)) return found
  for (const [key, of] of referencesOf(resource, reader)) {
    const own = new Condition([reader.tenantId])
    const tests = searchTests(own, of, q, reader)
    const rows =
      tests.length === 0
        ? []
        : await tx.query(
            { id: col.uuid },
            `select id from ${of.table} where tenant_id = $1 and (${tests.join(' or ')}) limit ${MAX_THROUGH + 1}`,
            own.values,
          )
    if (rows.length <= MAX_THROUGH)
      found.set(
        key,
        rows.map(row => row.id),
      )
  }
  return found
}

/** The key under which `findThrough` and `findForList` keep records that are found themselves, not through a reference. */
const ITSELF = 'id'

/** Finds what the quick search of a list goes through, and what the module finds by other things: a member by a card, as in pickers. */
export async function findForList(
  tx: Tx,
  { resource, findChoices }: ServedResource,
  input: Pick<ListInput, 'q'>,
  caller: Caller,
): Promise<FoundThrough> {
  const found = await findThrough(tx, resource, input, caller)
  const q = input.q?.trim()
  if (!q || !findChoices || !(resource.list.search || resource.list.find?.others) || !isPlainText(q)) return found
  return new Map([...found, [ITSELF, await findChoices(tx, caller, q)]])
}

/** The definitions that a search goes through, as far as the reader may read their records. */
const referencesOf = (resource: Resource, reader: PersonalReader): [key: string, of: Resource][] =>
  Object.entries<Resource | undefined>(resource.list.find?.through ?? {}).flatMap(([key, of]) =>
    of && reader.tenantId !== undefined && may(reader, `${of.name}:read`) ? [[key, of] as [string, Resource]] : [],
  )

/**
 * Adds the quick search. It finds any part of a searched text as the reader sees it, and what they may look up by the whole.
 *
 * @param through what `findThrough` found; without it the question goes into the search itself
 */
export function addSearch(
  where: Condition,
  resource: Resource,
  q: string,
  reader: PersonalReader,
  through: FoundThrough = NOTHING_FOUND,
): void {
  const tests = resource.list.find
    ? findTests(where, resource, q, { reader, through })
    : searchTests(where, resource, q, reader)
  const found = through.get(ITSELF) ?? []
  if (found.length > 0) tests.push(`id = any(${where.value(found)}::uuid[])`)
  where.add(tests.length > 0 ? `(${tests.join(' or ')})` : 'false')
}

/** The tests of a quick search without a text column: each can use the index of its own column. */
function findTests(
  where: Condition,
  resource: Resource,
  q: string,
  { reader, through }: { readonly reader: PersonalReader; readonly through: FoundThrough },
): string[] {
  const columns = columnsOf(resource)
  // Numbers are written in capitals, and typed as it comes.
  const starts = [...new Set([q, q.toUpperCase()])].map(text => where.value(text))
  const own = (resource.list.find?.numbers ?? [])
    .filter(key => resource.masked?.[key] === undefined)
    .flatMap(key => starts.map(text => `starts_with(${columns[key] ?? 'null'}, ${text})`))
  const others = referencesOf(resource, reader).flatMap(([key, of]) => {
    const column = columns[key] ?? 'null'
    const ids = through.get(key)
    if (ids) return ids.length > 0 ? [`${column} = any(${where.value(ids)}::uuid[])`] : []
    const tests = searchTests(where, of, q, reader)
    if (tests.length === 0) return []
    const tenant = where.value(reader.tenantId)
    return [
      `${column} = any(array(select id from ${of.table} where tenant_id = ${tenant} and (${tests.join(' or ')})))`,
    ]
  })
  return [...own, ...hiddenTests(where, resource, q, reader, likeText), ...others]
}

function searchTests(where: Condition, resource: Resource, q: string, reader: PersonalReader): string[] {
  const like = where.value(likeText(q.toLowerCase()))
  const searched = resource.list.search ?? []
  const open = seesPersonalOf(reader, resource)
    ? searched
    : searched.filter(key => resource.masked?.[key] === undefined)
  // `search_text` mixes all texts, so beside a hidden one it only narrows, by its index, and each open text is compared itself.
  const openTests = open.map(key => `lower(${columnsOf(resource)[key] ?? 'null'}) like ${like}`)
  const text =
    open.length === searched.length
      ? [`search_text like ${like}`]
      : openTests.length > 0
        ? [`(search_text like ${like} and (${openTests.join(' or ')}))`]
        : []
  return [...text, ...hiddenTests(where, resource, q, reader, likeText)]
}

export interface ListOrder {
  column: string
  /** PostgreSQL type of the column. */
  type: string
  descending: boolean
  text: string
}

/**
 * `order by` of a list: one allowed column and the id, so that paging is stable. Names that people write in several languages
 * are ordered as the reader sees them; without an index, so that is for lists which people write themselves.
 */
export function orderBy(resource: Resource, sort: string | undefined, language: Language, beside?: Beside): ListOrder {
  const wanted = sort ?? resource.list.sort
  const descending = wanted.startsWith('-')
  const key = descending ? wanted.slice(1) : wanted
  const asked = askedField(resource, key, beside)
  if (!asked || !sortableFields(resource).includes(key)) throw invalid({ sort: { key: 'kernel.field.notOneOf' } })
  const { of } = asked
  const column = isNameColumn(resource, key) ? labelColumn(resource, language) : asked.column
  const direction = descending ? 'desc' : 'asc'
  return { column, type: kindOf(of).column(of), descending, text: `${column} ${direction}, id ${direction}` }
}

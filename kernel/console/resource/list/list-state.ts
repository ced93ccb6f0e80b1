import { fieldOf, isFromDictionary, type Resource, searchedFields, sortableFields } from '@wattyard/resource'
import { isBusinessDay } from '@wattyard/time'
import { daysToInstants } from '../../format/time.ts'
import type { Payload } from '../../api/encode.ts'
import { type AnyResource, filterShapeOf } from '../records.ts'

/**
 * One filter in the URL: chosen values, a text, or a range with one end or both. With `not` it means all other records, those
 * without a value included. `is` asks only whether there is a value.
 */
export type FilterValue =
  | { readonly values: readonly string[]; readonly not?: true }
  | { readonly text: string; readonly not?: true }
  | { readonly from?: string; readonly to?: string }
  | { readonly is: Presence }

/** Whether a field has a value. */
export type Presence = 'empty' | 'filled'

/** State of a list. It is kept in the URL, so that it survives a reload and can be sent to a colleague. */
export interface ListState {
  readonly page: number
  readonly pageSize: number
  /** Field, prefixed with `-` for descending; absent for the definition's default. */
  readonly sort?: string
  readonly q: string
  readonly filters: Readonly<Record<string, FilterValue>>
}

export const PAGE_SIZES = [20, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 50
/** Largest length of a text in the URL; the server refuses longer ones too. */
const MAX_TEXT = 200
const MAX_VALUES = 100

const PREFIX = 'f.'
const FROM = '.from'
const TO = '.to'
const NOT = '.not'
const IS = '.is'

/** Reads the state from the URL. Parameters that the definition does not know are ignored. */
export function readListState(params: URLSearchParams, resource: AnyResource): ListState {
  const filters: Record<string, FilterValue> = {}
  for (const key of filterKeys(resource)) {
    const value = readFilter(params, key, resource)
    if (value) filters[key] = value
  }
  const sort = params.get('sort') ?? ''
  const size = Number(params.get('size'))
  const page = Number(params.get('page'))
  return {
    page: Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1,
    pageSize: PAGE_SIZES.find(one => one === size) ?? DEFAULT_PAGE_SIZE,
    q: searchedFields(resource.list).length > 0 ? (params.get('q') ?? '').slice(0, MAX_TEXT) : '',
    filters,
    ...(isSort(resource, sort) ? { sort } : {}),
  }
}

/** Returns the filters of a list: those of the definition, and the time of creation, which every record has. */
export function filterKeys(resource: AnyResource): string[] {
  return [...new Set([...resource.list.filters, 'createdAt'])].filter(key => {
    const field = fieldOf(resource, key)
    return field !== undefined && filterShapeOf(field) !== 'none'
  })
}

function isSort(resource: AnyResource, sort: string): boolean {
  // sortableFields reads nothing but the list rule, which every resource has.
  return sortableFields(resource as Resource).includes(sort.replace(/^-/, ''))
}

function readFilter(params: URLSearchParams, key: string, resource: AnyResource): FilterValue | undefined {
  const field = fieldOf(resource, key)
  if (!field) return undefined
  const shape = filterShapeOf(field)
  const is = params.get(PREFIX + key + IS)
  if (is === 'empty' || is === 'filled') return { is }
  if (shape === 'range' || shape === 'days' || shape === 'months') return readRange(params, key, shape)
  const others = params.get(PREFIX + key + NOT)
  const not = others === null ? {} : { not: true as const }
  const text = (others ?? params.get(PREFIX + key) ?? '').slice(0, MAX_TEXT * 20)
  if (text === '') return undefined
  if (shape === 'text') return { text: text.slice(0, MAX_TEXT), ...not }
  // The tenant decides about a dictionary's entries, so any value is accepted.
  const allowed = field.kind === 'boolean' ? ['true', 'false'] : isFromDictionary(field) ? undefined : field.values
  const values = text
    .split(',')
    .filter(value => value !== '' && (!allowed || allowed.includes(value)))
    .slice(0, MAX_VALUES)
  return values.length > 0 ? { values, ...not } : undefined
}

/** Checks of a range's ends; an unreadable end is left open. */
const READS: Readonly<Record<'range' | 'days' | 'months', (end: string) => boolean>> = {
  range: () => true,
  days: isBusinessDay,
  months: end => isBusinessDay(`${end}-01`),
}

function readRange(params: URLSearchParams, key: string, shape: keyof typeof READS): FilterValue | undefined {
  const ends = [params.get(PREFIX + key + FROM) ?? '', params.get(PREFIX + key + TO) ?? '']
  const [from = '', to = ''] = ends.map(end => (READS[shape](end) ? end.slice(0, 40) : ''))
  return from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : undefined
}

/** Writes the state into a URL's query. Parameters of others stay; defaults are left out. */
export function writeListState(params: URLSearchParams, state: ListState): URLSearchParams {
  const next = new URLSearchParams()
  for (const [key, value] of params) if (!isOurs(key)) next.append(key, value)
  if (state.q) next.set('q', state.q)
  for (const [key, value] of Object.entries(state.filters)) {
    const name = PREFIX + key
    if ('is' in value) next.set(name + IS, value.is)
    else if ('text' in value) next.set(name + (value.not ? NOT : ''), value.text)
    else if ('values' in value) next.set(name + (value.not ? NOT : ''), value.values.join(','))
    else {
      if (value.from) next.set(PREFIX + key + FROM, value.from)
      if (value.to) next.set(PREFIX + key + TO, value.to)
    }
  }
  if (state.sort) next.set('sort', state.sort)
  if (state.page > 1) next.set('page', String(state.page))
  if (state.pageSize !== DEFAULT_PAGE_SIZE) next.set('size', String(state.pageSize))
  return next
}

function isOurs(key: string): boolean {
  return key.startsWith(PREFIX) || ['q', 'sort', 'page', 'size'].includes(key)
}

/** Returns the filters as the API expects them. Days of an instant become moments on the zone's clock, `from` ≤ at < `to`. */
export function filterQuery(
  state: Pick<ListState, 'q' | 'filters' | 'sort'>,
  resource: AnyResource,
  zone: string,
): Payload {
  const query: Record<string, string> = {}
  if (state.q.trim()) query.q = state.q.trim()
  if (state.sort) query.sort = state.sort
  for (const [key, value] of Object.entries(state.filters)) {
    const name = `filter.${key}`
    if ('is' in value) query[name + IS] = value.is
    else if ('text' in value) query[name + (value.not ? NOT : '')] = value.text
    else if ('values' in value) query[name + (value.not ? NOT : '')] = value.values.join(',')
    else Object.assign(query, rangeQuery(name, value, fieldOf(resource, key)?.kind === 'instant' ? zone : undefined))
  }
  return query
}

function rangeQuery(
  name: string,
  range: { from?: string; to?: string },
  zone: string | undefined,
): Record<string, string> {
  const instant = (end: 'from' | 'to', day: string): string =>
    String(zone === undefined ? day : daysToInstants(day, day, zone)[end])
  return {
    ...(range.from ? { [name + FROM]: instant('from', range.from) } : {}),
    ...(range.to ? { [name + TO]: instant('to', range.to) } : {}),
  }
}

/** Returns the number of active filters, the quick search included. */
export function narrowings(state: ListState, own: readonly string[] = []): number {
  return Object.keys(state.filters).filter(key => !own.includes(key)).length + (state.q === '' ? 0 : 1)
}

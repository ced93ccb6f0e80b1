import type { Resource } from '../define-resource.ts'
import { fieldOf } from '../define-resource.ts'
import { isNameColumn, nameIn } from '../label.ts'
import { type ReadIn, type TextContext, valueText } from './value-text.ts'

/** How a field reads beyond its kind, in a detail and on a sheet. */
export interface Reading {
  /** What the field is called once another one has a value: the word `<resource>.<called>`. */
  readonly once?: { readonly field: string; readonly called: string }
  /** Number of characters that are shown of a fingerprint, enough to compare; files have all of it. */
  readonly first?: number
}

type Read = Pick<Resource, 'name' | 'fields' | 'added' | 'label' | 'labelIn' | 'readings'>

/** Returns the key of the word that a field has for a record. */
export function nameKeyOf(resource: Pick<Resource, 'name' | 'readings'>, key: string, record: object): string {
  const { once } = resource.readings?.[key] ?? {}
  const isOnce = once !== undefined && (Reflect.get(record, once.field) ?? null) !== null
  return `${resource.name}.${isOnce ? once.called : key}`
}

/** Returns the beginning of a fingerprint; any other text comes as it is. */
export function beginningOf(text: string, first: number | undefined): string {
  return first === undefined || text.length <= first ? text : `${text.slice(0, first)}…`
}

/** Returns a field of a record as text, as lists (`column`) and details (`alone`) show it; empty when there is none. */
export function fieldText(
  resource: Read,
  record: Readonly<Record<string, unknown>>,
  key: string,
  context: TextContext,
  readIn: ReadIn,
): string {
  const field = fieldOf(resource, key)
  if (!field) return ''
  const value = isNameColumn(resource, key) ? nameIn(resource, record, context.language) : record[key]
  return beginningOf(
    valueText(value, field, `${resource.name}.${key}`, context, readIn),
    resource.readings?.[key]?.first,
  )
}

import { type Field, formGroups, isListKind, type Resource, writableFields } from '@wattyard/resource'
import type { Payload, PayloadValue } from '../api/encode.ts'
import type { AnyRecord } from '@wattyard/resource'
import type { AnyResource } from './records.ts'

export type Values = Readonly<Record<string, unknown>>

/** A group of a form with the fields that a person fills in, in rows. */
export interface FilledGroup {
  readonly group: string
  readonly tab: string
  readonly rows: readonly (readonly (readonly [string, Field])[])[]
}

/**
 * Returns the groups of a form in the order of the definition, without the fields in `without`. A field of kind `json` is
 * included only when a slot gives its control.
 */
export function filledGroups(
  resource: AnyResource,
  mode: 'create' | 'update',
  slots: Readonly<Record<string, unknown>> = {},
  without: readonly string[] = [],
): FilledGroup[] {
  // writableFields reads nothing but the fields.
  const writable = new Map(writableFields(resource as Resource, mode))
  const groups = resource.form
    ? formGroups(resource.form)
    : [{ group: '', rows: [...writable.keys()].map(key => [key]) }]
  return groups
    .map(({ group, tab = '', rows }) => ({
      group,
      tab,
      rows: rows
        .map(row =>
          row.flatMap((key): (readonly [string, Field])[] => {
            const field = writable.get(key)
            return field && !without.includes(key) && (field.kind !== 'json' || key in slots) ? [[key, field]] : []
          }),
        )
        .filter(row => row.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Returns the rows of a form without its groups. */
export function formRows(
  resource: AnyResource,
  mode: 'create' | 'update',
  slots: Readonly<Record<string, unknown>> = {},
): (readonly (readonly [string, Field])[])[] {
  return filledGroups(resource, mode, slots).flatMap(({ rows }) => rows)
}

/** Returns the fields that lie, directly or not, within a field that has changed; their values belong to the former choice. */
export function leftBehind(fields: Readonly<Record<string, Field>>, changed: string): string[] {
  const direct = Object.entries(fields).flatMap(([key, { within }]) => (within === changed ? [key] : []))
  return direct.flatMap(key => [key, ...leftBehind(fields, key)])
}

/** Returns the initial values of a new record's form. */
export function initialValues(fields: Readonly<Record<string, Field>>): Values {
  const values: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(fields)) {
    if (field.initial !== undefined) values[key] = field.initial
    else if (field.kind === 'boolean') values[key] = false
    else if (isListKind(field) && !field.optional) values[key] = []
  }
  return values
}

/** Returns the initial values of a command's form; known values fill the inputs of the same name. */
export function filledValues(fields: Readonly<Record<string, Field>>, known: Values = {}): Values {
  const own = Object.entries(known).filter(([key, value]) => key in fields && value !== null && value !== undefined)
  return { ...initialValues(fields), ...Object.fromEntries(own) }
}

/** Returns the values of an existing record's form. A secret starts empty and stays unchanged unless something is typed. */
export function recordValues(record: AnyRecord, rows: readonly (readonly (readonly [string, Field])[])[]): Values {
  return Object.fromEntries(rows.flat().map(([key, field]) => [key, field.kind === 'secret' ? undefined : record[key]]))
}

/** Returns whether a control holds nothing. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function isSame(a: unknown, b: unknown): boolean {
  return (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the keys whose values differ; empty values of any kind are equal. */
export function changedKeys(before: Values, now: Values): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(key => !isSame(before[key], now[key]))
}

/** Kinds whose value is valid without input: off, or an empty list. */
export const NEVER_MISSING: ReadonlySet<Field['kind']> = new Set(['boolean', 'tags', 'refs', 'files', 'images'])

/** Returns the required fields without a value. The server checks everything else. */
export function missingKeys(fields: Iterable<readonly [string, Field]>, values: Values): string[] {
  return [...fields]
    .filter(([key, field]) => !field.optional && !NEVER_MISSING.has(field.kind) && isEmpty(values[key]))
    .map(([key]) => key)
}

/** Returns the required fields without a column in the sheet and without an initial value. */
export function missingColumns(
  fields: Iterable<readonly [string, Field]>,
  mapping: Readonly<Record<string, number>>,
): string[] {
  return [...fields]
    .filter(
      ([key, field]) =>
        !field.optional && field.initial === undefined && !NEVER_MISSING.has(field.kind) && !(key in mapping),
    )
    .map(([key]) => key)
}

/**
 * Returns the values of `keys` as a body, empty ones as null or an empty list. On update only changed keys are passed, so that
 * two people can edit different fields of one record.
 */
export function saveBody(keys: Iterable<string>, values: Values): Payload {
  const body: Record<string, PayloadValue> = {}
  // Controls return wire values; the server checks each against its definition.
  for (const key of keys)
    body[key] = (isEmpty(values[key]) ? (Array.isArray(values[key]) ? [] : null) : values[key]) as PayloadValue
  return body
}

/** Returns the groups with only the named fields, all when none are named; those that are needed are not optional. */
export function partOf(
  groups: readonly FilledGroup[],
  only: readonly string[] | undefined,
  needs: readonly string[] = [],
): readonly FilledGroup[] {
  if (!only && needs.length === 0) return groups
  const asNeeded = ([key, of]: readonly [string, Field]): readonly [string, Field] => {
    const { optional: _isOptional, ...needed } = of
    return [key, needs.includes(key) ? needed : of]
  }
  return groups
    .map(group => ({
      ...group,
      rows: group.rows
        .map(row => row.filter(([key]) => only?.includes(key) ?? true).map(asNeeded))
        .filter(row => row.length > 0),
    }))
    .filter(({ rows }) => rows.length > 0)
}

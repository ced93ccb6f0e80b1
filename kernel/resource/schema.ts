import { z } from 'zod'
import { columnOf } from './names.ts'
import { type Resource, writableFields } from './define-resource.ts'
import type { Field } from './field.ts'
import { isListKind } from './file-field.ts'
import { KINDS, kindOf } from './kinds.ts'
import { masked } from './mask.ts'

export { richTextSchema } from './rich-text-schema.ts'
export { recordShape } from './record-shape.ts'
export { KINDS, kindOf, type FieldKind, type FilterShape } from './kinds.ts'

/** Wire form of one field, with "may be empty" applied: an empty text means empty. */
function fieldSchema(of: Field): z.ZodType {
  if (!of.optional) return kindOf(of).schema(of)
  return orEmpty(of)
    .optional()
    .transform(value => value ?? null)
}

/** The field or nothing. An empty text is how a form says nothing; for a list it says the empty list, as `[]` does in JSON. */
function orEmpty(of: Field): z.ZodType {
  const inner = kindOf(of).schema(of)
  return isListKind(of) ? z.union([z.null(), inner]) : z.union([z.null(), z.literal('').transform(() => null), inner])
}

/** Strict schema over a set of fields: unknown keys are errors. */
export function fieldsSchema(fields: Readonly<Record<string, Field>>): z.ZodType<Record<string, unknown>> {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, of]) => [key, fieldSchema(of)])))
}

type InputSchema = z.ZodType<Record<string, unknown>>
/** Schemas are built once per definition: building one costs more than a check. */
const built = { create: new WeakMap<Resource, InputSchema>(), update: new WeakMap<Resource, InputSchema>() }

/** What `save` takes: the writable fields; on update every key may be left out and stays as it was. */
export function inputSchema(resource: Resource, mode: 'create' | 'update'): InputSchema {
  const known = built[mode].get(resource)
  if (known) return known
  const schema = buildInputSchema(resource, mode)
  built[mode].set(resource, schema)
  return schema
}

function buildInputSchema(resource: Resource, mode: 'create' | 'update'): InputSchema {
  const shape = writableFields(resource, mode).map(([key, of]): [string, z.ZodType] => {
    if (mode === 'create') return [key, fieldSchema(of)]
    if (!of.optional) return [key, fieldSchema(of).optional()]
    // Left out stays as it was; null or an empty text clears.
    return [key, orEmpty(of).optional()]
  })
  return z.strictObject(Object.fromEntries(shape))
}

/** Input of the definition to columns of the table; keys left out stay out. */
export function toColumns(resource: Pick<Resource, 'fields'>, input: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(input)) {
    const of = resource.fields[key]
    if (of && value !== undefined) row[columnOf(key, of)] = toStored(value, of)
  }
  return row
}

/** Values the driver needs in another shape: instants as Date, structured values as JSON text. */
export function toStored(value: unknown, of: Field): unknown {
  if (value === null) return null
  if (of.kind === 'instant' && typeof value === 'number') return new Date(value)
  if (of.kind === 'json' || of.kind === 'geoPoint' || of.kind === 'richText') return JSON.stringify(value)
  return value
}

/**
 * Returns a row of the table as the API sends it and history keeps it; secrets are left out, masked numbers have their
 * middle hidden.
 */
export function toRecord(
  resource: Pick<Resource, 'fields' | 'masked'>,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  for (const [key, of] of Object.entries(resource.fields)) {
    if (of.kind === 'secret') continue
    const value = row[columnOf(key, of)]
    const wire = value === null || value === undefined ? null : KINDS[of.kind].toWire(value, of)
    record[key] = typeof wire === 'string' && resource.masked?.includes(key) ? masked(wire) : wire
  }
  return record
}

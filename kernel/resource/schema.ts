import { z } from 'zod'
import { columnOf } from './names.ts'
import { type Resource, writableFields } from './define-resource.ts'
import type { Field } from './field.ts'
import { isListKind } from './file-field.ts'
import { KINDS, kindOf } from './kinds.ts'
import { masked, masksOf } from './masks/mask.ts'

export { richTextSchema } from './rich-text-schema.ts'
export { recordShape } from './record-shape.ts'
export { KINDS, kindOf, type FieldKind, type FilterShape } from './kinds.ts'

/** Returns the schema of one field. An optional field also accepts absence, null and an empty text, and then yields null. */
function fieldSchema(of: Field): z.ZodType {
  if (!of.optional) return kindOf(of).schema(of)
  return orEmpty(of)
    .optional()
    .transform(value => value ?? null)
}

/**
 * Returns the schema of a field or null. An empty text means null, since forms cannot send null; for lists it means the empty
 * list.
 */
function orEmpty(of: Field): z.ZodType {
  const inner = kindOf(of).schema(of)
  return isListKind(of) ? z.union([z.null(), inner]) : z.union([z.null(), z.literal('').transform(() => null), inner])
}

/** Strict schema over a set of fields: unknown keys are errors. */
export function fieldsSchema(fields: Readonly<Record<string, Field>>): z.ZodType<Record<string, unknown>> {
  return z.strictObject(Object.fromEntries(Object.entries(fields).map(([key, of]) => [key, fieldSchema(of)])))
}

type InputSchema = z.ZodType<Record<string, unknown>>
/** Cached per definition, because building a schema costs more than a check with it. */
const built = { create: new WeakMap<Resource, InputSchema>(), update: new WeakMap<Resource, InputSchema>() }

/**
 * Returns the schema of the input of `save`: the writable fields. On update every key may be absent, and the field then keeps its
 * value.
 */
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
    // An absent key keeps the value; null or an empty text clears it.
    return [key, orEmpty(of).optional()]
  })
  return z.strictObject(Object.fromEntries(shape))
}

/** Converts checked input to columns of the table. Absent keys stay absent. */
export function toColumns(resource: Pick<Resource, 'fields'>, input: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(input)) {
    const of = resource.fields[key]
    if (of && value !== undefined) row[columnOf(key, of)] = toStored(value, of)
  }
  return row
}

/** Converts a value to what the driver needs: instants to Date, structured values to JSON text. */
export function toStored(value: unknown, of: Field): unknown {
  if (value === null) return null
  if (of.kind === 'instant' && typeof value === 'number') return new Date(value)
  if (of.kind === 'json' || of.kind === 'geoPoint' || of.kind === 'richText') return JSON.stringify(value)
  return value
}

/**
 * Returns a row in the form in which the API sends it and the audit history stores it: without secrets, and with personal data
 * masked unless it is for a reader with the right to it.
 */
export function toRecord(
  resource: Parameters<typeof masksOf>[0],
  row: Readonly<Record<string, unknown>>,
  { inClear = false }: { inClear?: boolean } = {},
): Record<string, unknown> {
  const record: Record<string, unknown> = {}
  const masks = inClear ? {} : masksOf(resource)
  for (const [key, of] of Object.entries(resource.fields)) {
    if (of.kind === 'secret') continue
    const value = row[columnOf(key, of)]
    const wire = value === null || value === undefined ? null : KINDS[of.kind].toWire(value, of)
    const mask = masks[key]
    record[key] = mask ? masked(mask, wire) : wire
  }
  return record
}

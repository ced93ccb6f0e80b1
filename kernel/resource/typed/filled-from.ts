import { isFromDictionary } from '../dictionary.ts'
import type { Field } from '../field.ts'

/** Returns whether a field takes a value of another record: there is one, and the field has it among its choices and bounds. */
function takes(field: Field, value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false
  if (field.kind === 'oneOf' && !isFromDictionary(field))
    return typeof value === 'string' && (field.values?.includes(value) ?? false)
  if (typeof value !== 'number') return true
  return value >= (field.min ?? -Infinity) && value <= (field.max ?? Infinity)
}

/**
 * Returns the values that a newly chosen record fills in.
 * @param fields fields that the reference fills, of a form or a sheet
 * @param target the chosen record; its values are in wire form, as those that are filled are
 */
export function filledFrom(
  fields: readonly (readonly [string, Field])[],
  target: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap(([key, field]) => (takes(field, target[key]) ? [[key, target[key]] as const] : [])),
  )
}

import { columnOf, labelKeys, masked, type Resource } from '@wattyard/resource'
import { labelMask, type PersonalReader, seesPersonal } from '../personal.ts'
import type { Language } from '../words.ts'

/**
 * What a resource's records are called by a reader of a language, as SQL over its table.
 *
 * @param alias of the table, where others are joined to it
 */
export function labelColumn(
  resource: Pick<Resource, 'fields' | 'label' | 'labelIn'>,
  language: Language,
  alias?: string,
): string {
  const prefix = alias === undefined ? '' : `${alias}.`
  const columns = labelKeys(resource, language).map(key => {
    const of = resource.fields[key]
    return `${prefix}${of ? columnOf(key, of) : 'id'}`
  })
  const [only] = columns
  // A bare column, so that an index on it serves.
  if (only !== undefined && columns.length === 1) return only
  return `coalesce(${columns.map(column => `nullif(${column}, '')`).join(', ')}, ${prefix}id::text)`
}

/** Returns rows with their labels as a reader may see them. */
export function named<R extends { label: string }>(resource: Resource, rows: R[], reader: PersonalReader): R[] {
  const mask = labelMask(resource)
  if (!mask || seesPersonal(reader)) return rows
  return rows.map(row => ({ ...row, label: masked(mask, row.label) }))
}

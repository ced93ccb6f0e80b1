import { formGroups, formRowsOf, type Resource } from './define-resource.ts'
import type { Field } from './field.ts'

const INSTANT: Field = { kind: 'instant' }

/** Returns the field of a column, `createdAt` and `updatedAt` included. */
export function fieldOf({ fields }: Pick<Resource, 'fields'>, key: string): Field | undefined {
  return fields[key] ?? (key === 'createdAt' || key === 'updatedAt' ? INSTANT : undefined)
}

/** A group of the detail with its fields. */
export interface DetailGroup {
  readonly group: string
  readonly tab: string
  readonly fields: readonly (readonly [string, Field])[]
}

/**
 * Returns the detail in the groups of the form; what no form has (set by the server, and when the record was made and changed)
 * follows in the first group. Nothing that has no face.
 */
export function detailGroups(
  resource: Pick<Resource, 'fields' | 'form'>,
  without: readonly string[] = [],
): DetailGroup[] {
  const groups = formGroups(resource.form)
  const inForm = new Set(formRowsOf(resource.form).flat())
  const rest = [...Object.keys(resource.fields).filter(key => !inForm.has(key)), 'createdAt', 'updatedAt']
  const shown = (keys: readonly string[]): (readonly [string, Field])[] =>
    keys.flatMap((key): (readonly [string, Field])[] => {
      const field = fieldOf(resource, key)
      const isShown = field && field.kind !== 'secret' && field.kind !== 'json' && !without.includes(key)
      return isShown ? [[key, field]] : []
    })
  const [first = { group: '', rows: [] }, ...others] = groups
  return [
    { group: first.group, tab: first.tab ?? '', fields: shown([...first.rows.flat(), ...rest]) },
    ...others.map(({ group, tab = '', rows }) => ({ group, tab, fields: shown(rows.flat()) })),
  ].filter(({ fields }) => fields.length > 0)
}

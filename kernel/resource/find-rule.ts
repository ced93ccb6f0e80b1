import type { Fields, ListRule, Resource, ResourceRule } from './define-resource.ts'

/**
 * What a quick search finds without a text column of its own, which every new row would pay for (decision 409): numbers by their
 * beginning, masked ones by the whole or the last characters, and rows by what they refer to.
 */
export interface FindRule<K extends string> {
  readonly numbers: readonly K[]
  /** By reference field the definition that it refers to: its own quick search finds the records. */
  readonly through: Readonly<Partial<Record<K, Resource>>>
  /** Fields that the doors of the definition look into by themselves (`findChoices`), as far as the reader sees them. */
  readonly others?: readonly K[]
}

/** Returns the fields that the quick search of a list looks into; none without a quick search. */
export const searchedFields = ({
  search,
  find,
}: Pick<ListRule<string, string>, 'search' | 'find'>): readonly string[] =>
  search ?? (find ? [...find.numbers, ...Object.keys(find.through), ...(find.others ?? [])] : [])

/**
 * Checks that a quick search is of one sort, that its numbers are numbers, and that it goes through references of its own.
 *
 * @throws Error that names the definition
 */
export function mustFind<F extends Fields>({
  name,
  fields,
  list,
}: Pick<ResourceRule<F, never>, 'name' | 'fields' | 'list'>): void {
  if (!list.find) return
  if (list.search) throw new Error(`${name}: list has both search and find`)
  for (const key of list.find.numbers) {
    const kind = fields[key]?.kind
    if (kind !== 'serial' && kind !== 'code') throw new Error(`${name}: list.find names ${key}, which is no number`)
  }
  for (const [key, of] of Object.entries<Resource | undefined>(list.find.through))
    if (!of || fields[key]?.kind !== 'ref' || fields[key].of !== of.name || !of.list.search)
      throw new Error(`${name}: list.find goes through ${key}, which refers to nothing with a quick search`)
}

import { columnOf, type Field, type Resource } from '@wattyard/resource'
import type { Call } from '../http/route.ts'
import { isId } from '../new-id.ts'
import { invalid } from '../refusal.ts'
import { partsOf } from './read-cell.ts'
import type { ResourceIndex } from './read-records.ts'
import { scoped } from './scope.ts'

/** Finds what a cell names; remembers answers, because a thousand rows name the same few things. */
export type ReferenceResolver = (key: string, of: Field, text: string) => Promise<unknown>

/**
 * Spreadsheets name things by code or name, not by id: finds the one record of the caller's scope
 * whose label or unique code is the text.
 *
 * @throws Refusal `kernel.invalid` when there is none, or several
 */
export function referenceResolver(call: Call, index: ResourceIndex): ReferenceResolver {
  const known = new Map<string, string>()

  async function find(key: string, target: Resource, text: string): Promise<string> {
    if (isId(text)) return text
    const place = `${target.name}\n${text}`
    const before = known.get(place)
    if (before) return before
    const names = new Set([target.label, ...(target.unique ?? []).filter(set => set.length === 1).flat()])
    const where = scoped(call.caller, target)
    const value = where.value(text)
    where.add(`(${[...names].map(name => `${columnOf(name, target.fields[name]!)}::text = ${value}`).join(' or ')})`) // names are fields of the target
    const found = await call.tx.query<{ id: string }>(
      `select id from ${target.table} where ${where.text} limit 2`,
      where.values,
    )
    if (found.length !== 1 || !found[0])
      throw invalid({ [key]: { key: found.length ? 'kernel.field.ambiguous' : 'kernel.field.noSuchRecord' } })
    known.set(place, found[0].id)
    return found[0].id
  }

  return async (key, of, text) => {
    const target = index.byName(of.of ?? '')?.resource
    if (!target) return of.kind === 'refs' ? partsOf(text) : text
    if (of.kind === 'ref') return find(key, target, text)
    const ids: string[] = []
    for (const part of partsOf(text)) ids.push(await find(key, target, part))
    return ids
  }
}

import { col } from '../../database/columns.ts'
import { allLabelKeys, columnOf, type Field, type Resource } from '@wattyard/resource'
import type { Call } from '../../http/route.ts'
import { isId } from '../../new-id.ts'
import { labelMask, seesPersonal } from '../../personal.ts'
import { invalid } from '../../refusal.ts'
import { labelColumn } from '../label-column.ts'
import { addWithout } from '../list-query.ts'
import { listOf, partsOf } from './read-cell.ts'
import type { ResourceIndex } from '../read-records.ts'
import { scoped } from '../scope.ts'
import { addOnly } from '../choices/offered.ts'
import { addContainer } from '../within.ts'

/**
 * Finds what a cell names; remembers answers, because a thousand rows name the same few things.
 *
 * @param container the record that the target has to lie within, where the field says so and it is known
 */
export type ReferenceResolver = (key: string, of: Field, text: string, container?: Container) => Promise<unknown>

/** The record that targets lie within: a connector is called `2` in every pile. */
export interface Container {
  readonly of: string
  readonly id: string
}

/** `field = value` for each of some fields, which are fields of the resource. */
function isOneOf(resource: Resource, keys: Iterable<string>, value: string): string {
  return [...new Set(keys)].map(key => `${columnOf(key, resource.fields[key]!)}::text = ${value}`).join(' or ') // as above
}

/**
 * Spreadsheets name things by code or name, not by id: finds the one record of the caller's scope whose unique code or
 * label is the text. A sheet may come from a colleague who reads another language: names of all languages are taken, and
 * where they contradict each other the caller's own goes first.
 *
 * @param resource what the sheet holds: a row may name a record that an earlier row made
 * @throws Refusal `kernel.invalid` when there is none, or several
 */
export function referenceResolver(
  call: Call,
  { name }: Pick<Resource, 'name'>,
  index: ResourceIndex,
): ReferenceResolver {
  const known = new Map<string, string | null>()

  /** Ids of what a text names, those that go first alone; more than one when it is not clear. */
  async function lookUp(target: Resource, text: string, only: Field['only'], container?: Container): Promise<string[]> {
    const where = scoped(call.caller, target)
    addWithout(where, target)
    if (only) addOnly(where, target, only)
    if (container) addContainer(where, target, `${container.of}:${container.id}`)
    const value = where.value(text)
    // A sheet of a thousand names would ask a thousand times who is called so.
    const hidesName = labelMask(target) !== undefined && !seesPersonal(call.caller)
    const codes = (target.unique ?? [])
      .filter(set => set.length === 1)
      .flat()
      .filter(key => !target.masked?.[key] || seesPersonal(call.caller))
    const own = hidesName ? 'false' : `${labelColumn(target, call.caller.language)}::text = ${value}`
    const first = codes.length ? `(${own} or ${isOneOf(target, codes, value)})` : own
    where.add(`(${first} or ${hidesName ? 'false' : isOneOf(target, allLabelKeys(target), value)})`)
    const found = await call.tx.query(
      { id: col.uuid, first: col.boolean },
      `select id, coalesce(${first}, false) as first from ${target.table} where ${where.text} order by first desc limit 2`,
      where.values,
    )
    return found.filter(one => one.first === found[0]?.first).map(one => one.id)
  }

  /** Id of what a text names; null when nothing is called so. */
  async function find(
    key: string,
    target: Resource,
    text: string,
    { only }: Pick<Field, 'only'>,
    container?: Container,
  ): Promise<string | null> {
    if (isId(text)) return text
    const place = `${target.name}\n${JSON.stringify(only ?? null)}\n${container?.id ?? ''}\n${text}`
    const before = known.get(place)
    if (before !== undefined) return before
    const fitting = await lookUp(target, text, only, container)
    // One that exists and does not fit is found too: the check of the record then says why it is refused.
    const [id, another] = fitting.length > 0 || !only ? fitting : await lookUp(target, text, undefined, container)
    if (another) throw invalid({ [key]: { key: 'kernel.field.ambiguous' } })
    if (id || target.name !== name) known.set(place, id ?? null)
    return id ?? null
  }

  async function mustFind(
    key: string,
    target: Resource,
    text: string,
    of: Pick<Field, 'only'>,
    container?: Container,
  ): Promise<string> {
    const found = await find(key, target, text, of, container)
    if (found === null) throw invalid({ [key]: { key: 'kernel.field.noSuchRecord' } })
    return found
  }

  return async (key, of, text, container) => {
    const target = index.byName(of.of ?? '')?.resource
    if (!target) return of.kind === 'refs' ? partsOf(text) : text
    if (of.kind === 'ref') return mustFind(key, target, text, of, container)
    const ids: string[] = []
    for (const part of listOf(text)) {
      // Names have blanks in them, at least in Latin letters; what is no name is parted at blanks too.
      const whole = await find(key, target, part, of, container)
      if (whole !== null) ids.push(whole)
      else for (const one of partsOf(part)) ids.push(await mustFind(key, target, one, of, container))
    }
    return ids
  }
}

import { columnsOf, type Field, masked, type MaskKind, masksOf, type Resource } from '@wattyard/resource'
import { type Caller, may } from '../../caller.ts'
import { labelMask, REVEAL_PERSONAL, seesPersonal, seesPersonalOf } from '../../personal.ts'
import type { ResourceIndex } from '../read-records.ts'
import { refTargets } from './ref-targets.ts'
import { changesOf, mayAdd } from '../scope.ts'
import type { ResourceRow, ServedResource } from '../served.ts'

/** What the caller may do with a row, apart from reaching it. */
export function abilities(served: ServedResource, caller: Caller, row: ResourceRow): string[] {
  const { resource } = served
  const wanted = resource.writes === 'crud' ? ['update', 'delete'] : []
  for (const [name, rule] of Object.entries(resource.commands)) if (rule.on !== 'none') wanted.push(name)
  return wanted.filter(
    action => !caller.readOnly && may(caller, `${resource.name}:${action}`) && (served.allows?.(action, row) ?? true),
  )
}

/** What the caller may do with the resource as a whole. */
export function resourceAbilities(
  served: ServedResource,
  caller: Caller,
  index: Pick<ResourceIndex, 'byName'>,
): string[] {
  const { resource } = served
  const wanted = resource.writes === 'crud' ? ['create'] : []
  if (resource.exchange?.export !== false) wanted.push('export')
  if (resource.exchange?.import) wanted.push('import')
  for (const [name, rule] of Object.entries(resource.commands)) if (rule.on !== 'one') wanted.push(name)
  const personal =
    wanted.includes('export') &&
    !caller.readOnly &&
    seesPersonal(caller) &&
    !exportsWhole(caller, resource) &&
    tellsOfPeople(resource, index)
  const changes = changesOf(caller, resource)
  const adds = mayAdd(caller, resource)
  const can = wanted.filter(
    action =>
      (action === 'export' || (!caller.readOnly && changes !== 'none')) &&
      (adds || !ADDING.has(action)) &&
      may(caller, `${resource.name}:${action}`),
  )
  return personal && can.includes('export') ? [...can, EXPORT_IN_CLEAR] : can
}

/** Actions that add records. */
export const ADDING: ReadonlySet<string> = new Set(['create', 'import'])

/** Ability to export personal data in clear, with a reason that is logged. */
export const EXPORT_IN_CLEAR = 'exportInClear'

/** Returns whether files of a definition hold what the caller keeps, without a reason: a sheet of offices goes out and comes back. */
export const exportsWhole = (caller: Caller, resource: Resource): boolean =>
  resource.maskedFor === 'readers' && may(caller, `${resource.name}:update`)

/** Returns whether records of a definition hold personal data, or name people. */
export function tellsOfPeople(resource: Resource, index: Pick<ResourceIndex, 'byName'>): boolean {
  return Object.keys(resource.masked ?? {}).length > 0 || peopleIn(resource, index).length > 0
}

/** Returns the references of a definition to records whose names are personal data. */
export function peopleIn(
  { fields }: Pick<Resource, 'fields'>,
  index: Pick<ResourceIndex, 'byName'>,
): [string, Field][] {
  return refTargets(fields).filter(([, { of = '' }]) => {
    const target = index.byName(of)?.resource
    return target !== undefined && labelMask(target) !== undefined
  })
}

/** Returns whether a mask hides something of a text that can be shown for a while. Free data cannot. */
export function hides(mask: MaskKind, value: unknown): value is string {
  return mask !== 'json' && typeof value === 'string' && (mask !== 'words' || masked(mask, value) !== value)
}

/** Returns whether a caller may have personal data of single records of a definition shown that is hidden from them. */
export const mayReveal = (caller: Caller, resource: Resource): boolean =>
  !caller.readOnly &&
  !seesPersonalOf(caller, resource) &&
  may(caller, REVEAL_PERSONAL) &&
  may(caller, `${resource.name}:read`)

/** Returns a test whether something of a row is hidden from the caller, who may have it shown with a reason. */
export function revealing(
  { resource }: ServedResource,
  caller: Caller,
  index: Pick<ResourceIndex, 'byName'>,
): (row: ResourceRow) => boolean {
  if (!mayReveal(caller, resource)) return () => false
  const columns = columnsOf(resource)
  const people = peopleIn(resource, index).map(([key]) => key)
  const masks = Object.entries(masksOf(resource))
  const valueOf = (row: ResourceRow, key: string): unknown => row[columns[key] ?? '']
  return row =>
    people.some(key => typeof valueOf(row, key) === 'string') ||
    masks.some(([key, mask]) => mask !== undefined && hides(mask, valueOf(row, key)))
}

import { columnOf, type Field, type Fields, type Resource } from '@wattyard/resource'
import { col } from '../database/columns.ts'
import type { Call } from '../http/route.ts'
import { isId } from '../new-id.ts'
import { invalid, type MessageRef } from '../refusal.ts'
import type { Condition } from './condition.ts'
import type { ResourceIndex } from './read-records.ts'
import type { ResourceRow } from './served.ts'

type Input = Readonly<Record<string, unknown>>

/**
 * Column of a resource that points at another one, by name.
 *
 * @throws Error unless there is exactly one; a mistake of ours, seen at start
 */
export function linkColumn(resource: Pick<Resource, 'name' | 'fields'>, to: string): string {
  const links = Object.entries(resource.fields).filter(([, of]) => of.kind === 'ref' && of.of === to)
  const [link] = links
  if (!link || links.length > 1)
    throw new Error(`${resource.name} has ${links.length} fields that point at ${to}, not one`)
  return columnOf(link[0], link[1])
}

/** References of a set of fields that must lie within another field of it: `[key, field, container]`. */
function contained(fields: Fields): [string, Field, Field][] {
  return Object.entries(fields).flatMap(([key, of]): [string, Field, Field][] => {
    const container = of.within === undefined ? undefined : fields[of.within]
    return container ? [[key, of, container]] : []
  })
}

/**
 * References that say `within` name records of the one that stands in the other field. Also checked when only the container
 * changes: a pile does not stay behind when its lock moves to another station.
 *
 * @throws Refusal `kernel.invalid` with `kernel.field.notWithin` at each field that does not fit
 */
export async function checkWithin(
  { tx, language, translate }: Pick<Call, 'tx' | 'language' | 'translate'>,
  index: ResourceIndex,
  { name, fields }: Pick<Resource, 'name' | 'fields'>,
  input: Input,
  before: Readonly<ResourceRow> | null,
): Promise<void> {
  const after = (key: string): unknown =>
    input[key] === undefined ? before?.[columnOf(key, fields[key]!)] : input[key] // keys of the definition
  const wrong: Record<string, MessageRef> = {}
  for (const [key, of, container] of contained(fields)) {
    const place = of.within ?? ''
    if (input[key] === undefined && input[place] === undefined) continue
    const ids = [after(key)].flat().filter((id): id is string => typeof id === 'string')
    const wanted = after(place)
    const target = index.byName(of.of ?? '')?.resource
    if (!target || ids.length === 0 || typeof wanted !== 'string') continue
    const others = await tx.query(
      { id: col.uuid },
      `select id from ${target.table} where tenant_id = $1 and id = any($2::uuid[]) and ${linkColumn(target, container.of ?? '')} is distinct from $3`,
      [tx.tenantId, ids, wanted],
    )
    if (others.length > 0)
      wrong[key] = { key: 'kernel.field.notWithin', params: { name: translate(language, `${name}.${place}`) } }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** `assets.station:<id>` of a picker: only records that point at this one. */
const CONTAINER = /^([a-zA-Z.]+):(.{36})$/

/**
 * Narrows records to choose from to those within another one.
 *
 * @throws Refusal `kernel.invalid` where the text names nothing that the resource points at
 */
export function addContainer(where: Condition, resource: Resource, container: string): void {
  const [, of = '', id = ''] = CONTAINER.exec(container) ?? []
  const isLink = Object.values(resource.fields).filter(one => one.kind === 'ref' && one.of === of).length === 1
  if (!isLink || !isId(id)) throw invalid({ within: { key: 'kernel.field.notOneOf' } })
  where.add(`${linkColumn(resource, of)} = ${where.value(id)}::uuid`)
}

/** Every `within` of a definition leads somewhere. @throws Error at start, a mistake of ours */
export function mustLeadSomewhere(
  resource: Pick<Resource, 'name' | 'fields'>,
  index: Pick<ResourceIndex, 'byName'>,
): void {
  for (const [key, of] of Object.entries(resource.fields)) {
    if (of.within === undefined) continue
    const container = resource.fields[of.within]
    if (container?.kind !== 'ref')
      throw new Error(`${resource.name}.${key} lies within ${of.within}, which points at nothing`)
    const target = index.byName(of.of ?? '')?.resource
    if (target) linkColumn(target, container.of ?? '')
  }
}

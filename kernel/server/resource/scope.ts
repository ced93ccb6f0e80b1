import { type Narrowed, ownerField, permissionForAll, type Resource, scopeColumn } from '@wattyard/resource'
import { type Caller, may, seesWholeTenant } from '../caller.ts'
import { Refusal } from '../refusal.ts'
import { Condition } from './condition.ts'

/** Whose places are asked about. */
type Placed = Pick<Caller, 'tenantId' | 'scope'>
/** Who asks for rows. */
type Asking = Placed & Pick<Caller, 'userId' | 'permissions'>

/**
 * Returns the first word of every query: the tenant, then the operators, stations and investors the caller is limited
 * to, then their own rows where the resource has an owner and the caller does not reach everybody's. It fails closed:
 * of what concerns everybody (`wholeTenant`), and of rows that name no operator or no station where the resource has
 * one, a caller who sees only a part of the tenant gets none.
 */
export function scoped(caller: Asking, resource: Narrowed): Condition {
  return conditionOf(caller, resource, (where, of) => own(where, caller, of))
}

/**
 * Returns the same without the owner: for what a record is called where somebody reads its name on another record that
 * they reach. Never for rows, and not for choosing records.
 */
export function scopedByPlace(reader: Placed, resource: Narrowed): Condition {
  return conditionOf(reader, resource, () => [])
}

type Also = (where: Condition, resource: Narrowed) => string[]

function conditionOf(caller: Placed, resource: Narrowed, also: Also): Condition {
  const where = new Condition()
  const tenant = where.value(caller.tenantId)
  where.add(`tenant_id = ${tenant}`)
  for (const part of narrowing(where, tenant, caller, resource, also)) where.add(part)
  return where
}

/**
 * Returns whether a caller reaches the rows of everybody; of rows that name no place only who sees the whole tenant
 * does.
 */
export function reachesEverybodys(caller: Omit<Asking, 'tenantId' | 'userId'>, resource: Narrowed): boolean {
  const { scope } = resource
  if (ownerField(resource) === null) return true
  const namesPlace = typeof scope === 'string' || 'through' in scope || 'operator' in scope
  return may(caller, permissionForAll(resource)) && (namesPlace || seesWholeTenant(caller))
}

/** What narrows rows to the caller's own; nothing where they reach everybody's. */
function own(where: Condition, caller: Asking, resource: Narrowed): string[] {
  const owner = ownerField(resource)
  if (owner === null || reachesEverybodys(caller, resource)) return []
  return [`${scopeColumn(resource, owner)} = ${where.value(caller.userId)}::uuid`]
}

/** What narrows a caller's rows beyond the tenant; nothing for who sees all of it. */
function narrowing(where: Condition, tenant: string, caller: Placed, resource: Narrowed, also: Also): string[] {
  const { scope } = resource
  const rest = also(where, resource)
  if (typeof scope !== 'string' && 'through' in scope) {
    const inner = narrowing(where, tenant, caller, scope.of, also)
    if (inner.length === 0) return rest
    const column = scopeColumn(resource, scope.through)
    return [
      `${column} in (select id from ${scope.of.table} where ${[`tenant_id = ${tenant}`, ...inner].join(' and ')})`,
      ...rest,
    ]
  }
  return [...placing(where, caller, resource), ...rest]
}

/** What narrows rows to the places that the caller is limited to. */
function placing(where: Condition, caller: Placed, { scope, ...resource }: Narrowed): string[] {
  if (seesWholeTenant(caller) || scope === 'shared') return []
  if (scope === 'wholeTenant') return ['false']
  // Of people at no place: then only the owner tells them apart.
  if (!('operator' in scope)) return []
  const { operators, stations, investors } = caller.scope
  const dimensions = [
    [scope.operator, operators],
    [scope.station, stations],
    // Who invests is limited by the stations that were assigned to them as well (decision 195): rows need not name them.
    ['investor' in scope ? (scope.investor ?? null) : null, investors],
  ] as const
  const parts = dimensions.flatMap(([key, allowed]) => {
    if (key === null || allowed === null) return []
    const ids = `${where.value(allowed)}::uuid[]`
    const column = scopeColumn(resource, key)
    return [resource.fields[key]?.kind === 'refs' ? `${column} && ${ids}` : `${column} = any(${ids})`]
  })
  // Limited in a way in which these rows are not told apart: then they are not theirs.
  return parts.length > 0 ? parts : ['false']
}

/** How far a caller may change rows of a resource: `some` is for the door `withinReach` to say, row by row. */
export function changesOf(caller: Placed, resource: Narrowed & Pick<Resource, 'changes'>): 'all' | 'some' | 'none' {
  if (seesWholeTenant(caller)) return 'all'
  const { scope } = resource
  if (scope === 'shared') return resource.changes === 'guarded' ? 'some' : 'none'
  if (scope === 'wholeTenant') return 'none'
  if ('through' in scope) return changesOf(caller, scope.of)
  if (!('operator' in scope)) return 'all'
  // Rows of all stations of an operator are not for who has only some of them.
  return scope.station === null && caller.scope.stations !== null ? 'none' : 'all'
}

/**
 * Returns whether a new record can lie within the caller's reach. One that is a place itself is none of the places that somebody is
 * limited to, so that whoever has single stations can add none.
 */
export function mayAdd(caller: Placed, { scope }: Pick<Narrowed, 'scope'>): boolean {
  if (typeof scope === 'string' || !('operator' in scope)) return true
  return scope.station !== 'id' || caller.scope.stations === null
}

/** @throws Refusal `kernel.wholeTenantOnly` when the rows are for people who see the whole tenant, and the caller does not */
export function mustReach(caller: Placed, { scope }: Pick<Narrowed, 'scope'>): void {
  if (scope === 'wholeTenant') mustSeeWholeTenant(caller)
}

/** @throws Refusal `kernel.sharedRows` when others than those within the caller's reach are concerned by any change */
export function mustChange(caller: Placed, resource: Narrowed & Pick<Resource, 'changes'>): void {
  mustReach(caller, resource)
  if (changesOf(caller, resource) === 'none') throw new Refusal('kernel.sharedRows', { status: 403 })
}

/** What concerns everybody is not for who sees only a part. @throws Refusal `kernel.wholeTenantOnly` */
export function mustSeeWholeTenant(caller: Pick<Caller, 'scope'>): void {
  if (!seesWholeTenant(caller)) throw new Refusal('kernel.wholeTenantOnly', { status: 403 })
}

import { columnOf, type Resource } from '@wattyard/resource'
import type { Caller } from '../caller.ts'
import { Condition } from './condition.ts'

/**
 * The first word of every query: the tenant, then the operators, stations and investors the caller
 * is limited to. A resource whose rule lacks a dimension is not narrowed by it.
 */
export function scoped(caller: Pick<Caller, 'tenantId' | 'scope'>, resource: Resource): Condition {
  const where = new Condition()
  where.add(`tenant_id = ${where.value(caller.tenantId)}`)
  if (resource.scope === 'tenant') return where
  const dimensions = [
    ['operator', caller.scope.operators],
    ['station', caller.scope.stations],
    ['investor', caller.scope.investors],
  ] as const
  for (const [dimension, allowed] of dimensions) {
    const key = resource.scope[dimension]
    if (!key || allowed === null) continue
    const of = resource.fields[key]
    const column = key === 'id' || !of ? 'id' : columnOf(key, of)
    where.add(`${column} = any(${where.value(allowed)}::uuid[])`)
  }
  return where
}

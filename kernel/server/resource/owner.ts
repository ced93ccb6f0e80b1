import { columnOf, ownerField, type Resource } from '@wattyard/resource'
import type { Caller } from '../caller.ts'
import { invalid } from '../refusal.ts'
import { reachesEverybodys } from './scope.ts'
import type { ResourceRow } from './served.ts'

type Row = Readonly<Record<string, unknown>>

/** Returns the column that makes a new record the caller's; nothing for definitions without an owner. */
export function ownerOfNew({ userId }: Pick<Caller, 'userId'>, resource: Resource): Row {
  const owner = ownerField(resource)
  const of = owner === null ? undefined : resource.fields[owner]
  return owner === null || !of ? {} : { [columnOf(owner, of)]: userId }
}

/**
 * Makes sure that nobody gives a record away, or makes one for somebody else, who does not reach everybody's: they could
 * not see any more what they did.
 *
 * @param input checked values by field key
 * @throws Refusal `kernel.invalid` with `kernel.field.onlyForAll` at the owner's field
 */
export function checkOwner(
  caller: Pick<Caller, 'userId' | 'permissions' | 'scope'>,
  resource: Resource,
  input: Row,
  before: Readonly<ResourceRow> | null,
): void {
  const owner = ownerField(resource)
  const of = owner === null ? undefined : resource.fields[owner]
  if (owner === null || !of || input[owner] === undefined || reachesEverybodys(caller, resource)) return
  const now = before ? before[columnOf(owner, of)] : caller.userId
  if (input[owner] !== now) throw invalid({ [owner]: { key: 'kernel.field.onlyForAll' } })
}

import { ROW_SCOPES } from '../../contract/role.ts'
import {
  type Call,
  type Caller,
  type DataScope,
  may,
  Refusal,
  seesWholeTenant,
  type Tx,
  col,
} from '@wattyard/server-kit'
import { type Grant, permissionsOf, scopeOf } from '../sessions/caller-of.ts'
import type { UserRow } from '../tables.ts'
import { withOperatorsInScope } from './operators-in-scope.ts'

/** Permissions and rows of a person, as after signing in. */
export interface Reach {
  permissions: ReadonlySet<string>
  scope: DataScope
}

/** The first permission, or the rows, that a target has beyond a caller. */
export type Beyond = { what: 'rights'; permission: string } | { what: 'rows' }

type Asking = Pick<Caller, 'permissions' | 'scope'>

/**
 * Columns of an account that decide about its person's rights and rows. The operators are those in scope
 * (`withOperatorsInScope`): an account with stations alone has the operators of these.
 */
export type Account = Pick<UserRow, 'user_type' | 'scope_operator_ids' | 'scope_station_ids' | 'scope_investor_ids'>

export function reachOf(account: Account, grants: readonly Grant[]): Reach {
  const person = {
    userType: account.user_type,
    operators: account.scope_operator_ids,
    stations: account.scope_station_ids,
    investors: account.scope_investor_ids,
  }
  return { permissions: permissionsOf(grants), scope: scopeOf(person, grants) }
}

const within = (part: readonly string[] | null, whole: readonly string[] | null): boolean =>
  whole === null || (part !== null && part.every(id => whole.includes(id)))

/** Whether every row of one scope is a row of the other. No station named means all of the operators named. */
function rowsWithin(part: DataScope, whole: DataScope): boolean {
  if (seesWholeTenant({ scope: whole })) return true
  // Limited to no operator is limited to nothing.
  if (part.operators?.length === 0) return true
  return (
    within(part.operators, whole.operators) &&
    within(part.stations, whole.stations) &&
    within(part.investors, whole.investors)
  )
}

/**
 * Returns what a target's permissions and rows have beyond the caller's; null when nothing. Acting on an account can mean taking
 * it over, so nobody may act on one with more rights.
 */
export function beyondReach(caller: Asking, target: Reach): Beyond | null {
  for (const permission of target.permissions)
    if (permission === '*' ? !caller.permissions.has('*') : !may(caller, permission))
      return { what: 'rights', permission }
  return rowsWithin(target.scope, caller.scope) ? null : { what: 'rows' }
}

/**
 * Checks that the target has nothing beyond the caller.
 * @throws Refusal `identity.beyondOwnRights`, `identity.beyondOwnScope`
 */
export function mustReach(caller: Asking, target: Reach): void {
  const beyond = beyondReach(caller, target)
  if (beyond?.what === 'rights')
    throw new Refusal('identity.beyondOwnRights', { status: 403, params: { permission: beyond.permission } })
  if (beyond) throw new Refusal('identity.beyondOwnScope', { status: 403 })
}

/** Returns the grants of the roles of some accounts, by role. A foreign or deleted role grants nothing. */
export async function grantsById(
  tx: Tx,
  tenantId: string,
  roleIds: readonly string[],
): Promise<ReadonlyMap<string, Grant>> {
  if (roleIds.length === 0) return new Map()
  const rows = await tx.query(
    { id: col.uuid, code: col.text, permissions: col.texts, rowScope: col.oneOf(ROW_SCOPES) },
    `select id, code, permissions, row_scope as "rowScope" from identity_role where tenant_id = $1 and id = any($2::uuid[])`,
    [tenantId, [...new Set(roleIds)]],
  )
  return new Map(rows.map(({ id, ...grant }) => [id, grant]))
}

type AccountRow = Account & Pick<UserRow, 'id' | 'role_ids'>

/** Returns the rights and rows of accounts, as in these rows. */
export async function reachesOf(
  tx: Tx,
  tenantId: string,
  rows: readonly AccountRow[],
): Promise<ReadonlyMap<string, Reach>> {
  const grants = await grantsById(
    tx,
    tenantId,
    rows.flatMap(row => row.role_ids),
  )
  const accounts = await withOperatorsInScope(tx, tenantId, rows)
  return new Map(
    accounts.map(row => [
      row.id,
      reachOf(
        row,
        row.role_ids.flatMap(id => grants.get(id) ?? []),
      ),
    ]),
  )
}

/**
 * Checks that an account, as in this row, has nothing beyond the caller. The caller's own account always passes.
 *
 * @throws as `mustReach`
 */
export async function mustReachAccount({ tx, caller }: Pick<Call, 'tx' | 'caller'>, row: AccountRow): Promise<void> {
  if (row.id === caller.userId) return
  const reach = (await reachesOf(tx, caller.tenantId, [row])).get(row.id)
  if (reach) mustReach(caller, reach)
}

import { type Call, type Caller, may, Refusal } from '@wattyard/server-kit'
import { permissionsOf } from './caller-of.ts'
import type { RoleRow, UserRow } from './tables.ts'

/** Roles by id inside the caller's tenant; a foreign id is simply not among them. */
export async function rolesByIds(call: Pick<Call, 'tx' | 'caller'>, ids: readonly string[]): Promise<RoleRow[]> {
  if (ids.length === 0) return []
  return call.tx.query<RoleRow>(
    'select id, code, permissions, row_scope, is_system from identity_role where tenant_id = $1 and id = any($2::uuid[])',
    [call.caller.tenantId, ids],
  )
}

function isWhole(caller: Caller): boolean {
  const { operators, stations, investors } = caller.scope
  return operators === null && stations === null && investors === null
}

/** Nobody grants what they do not have: every permission, and the whole tenant's rows, must be the giver's own. */
export function mustHold(caller: Caller, permissions: Iterable<string>, wholeTenant: boolean): void {
  for (const permission of permissions)
    if (permission === '*' ? !caller.permissions.has('*') : !may(caller, permission))
      throw new Refusal('identity.beyondOwnRights', { status: 403, params: { permission } })
  if (wholeTenant && !isWhole(caller)) throw new Refusal('identity.beyondOwnScope', { status: 403 })
}

export function mustHoldRoles(caller: Caller, roles: readonly RoleRow[]): void {
  const grants = roles.map(role => ({ code: role.code, permissions: role.permissions, rowScope: role.row_scope }))
  mustHold(caller, permissionsOf(grants), roles.length > 0 && roles.every(role => role.row_scope === 'tenant'))
}

/** Who changes a person's account could become that person, so they must hold everything the person holds. */
export async function mustCover(
  call: Pick<Call, 'tx' | 'caller'>,
  user: Pick<UserRow, 'id' | 'role_ids'>,
): Promise<void> {
  if (user.id === call.caller.userId) return
  mustHoldRoles(call.caller, await rolesByIds(call, user.role_ids))
}

/**
 * Locks the tenant: two administrators cannot remove each other at the same moment, two movers cannot put two offices
 * below each other. Writers of people, offices and duties take it before any row of those (`lockFirst`).
 */
export async function lockTenant(call: Pick<Call, 'tx' | 'caller'>): Promise<void> {
  await call.tx.query('select 1 from identity_tenant where tenant_id = $1 for update', [call.caller.tenantId])
}

/** @throws Refusal `identity.lastAdministrator` when, as things stand in this transaction, nobody is left who may do everything */
export async function mustLeaveAdministrator(
  call: Pick<Call, 'tx' | 'caller'>,
  without: readonly string[] = [],
): Promise<void> {
  const [left] = await call.tx.query(
    `select 1 from identity_user u join identity_role r on r.tenant_id = u.tenant_id and r.id = any(u.role_ids)
     where u.tenant_id = $1 and u.status = 'active' and r.code = 'admin' and not u.id = any($2::uuid[]) limit 1`,
    [call.caller.tenantId, without],
  )
  if (!left) throw new Refusal('identity.lastAdministrator')
}

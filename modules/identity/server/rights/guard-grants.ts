import { type Call, type Caller, may, Refusal, seesWholeTenant } from '@wattyard/server-kit'
import { type RoleRow, ROLE_ROW } from '../tables.ts'

/** Returns roles by id inside the caller's tenant; unknown and foreign ids are missing. */
export async function rolesByIds(call: Pick<Call, 'tx' | 'caller'>, ids: readonly string[]): Promise<RoleRow[]> {
  if (ids.length === 0) return []
  return call.tx.query(
    ROLE_ROW,
    'select id, code, permissions, row_scope, is_system from identity_role where tenant_id = $1 and id = any($2::uuid[])',
    [call.caller.tenantId, ids],
  )
}

/**
 * Checks that the caller has all given permissions, and the whole tenant's rows if given, before they are put into a role.
 * @throws Refusal `identity.beyondOwnRights`, `identity.beyondOwnScope`
 */
export function mustHold(caller: Caller, permissions: Iterable<string>, wholeTenant: boolean): void {
  for (const permission of permissions)
    if (permission === '*' ? !caller.permissions.has('*') : !may(caller, permission))
      throw new Refusal('identity.beyondOwnRights', { status: 403, params: { permission } })
  if (wholeTenant && !seesWholeTenant(caller)) throw new Refusal('identity.beyondOwnScope', { status: 403 })
}

/**
 * Locks the tenant: two administrators cannot remove each other at the same moment, two movers cannot put two offices
 * below each other. Writers of people, offices and duties take it before any row of those (`lockFirst`).
 */
export async function lockTenant(call: Pick<Call, 'tx' | 'caller'>): Promise<void> {
  await call.tx.query('select 1 from identity_tenant where tenant_id = $1 for update', [call.caller.tenantId])
}

/**
 * Checks that an active administrator remains in the state of this transaction.
 * @throws Refusal `identity.lastAdministrator`
 */
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

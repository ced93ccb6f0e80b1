import { type Caller, col, type Language, may, type RowIn, type Tx } from '@wattyard/server-kit'
import { USER_TYPES } from '../../contract/user.ts'
import { callerOf } from './caller-of.ts'

const PERSON = {
  id: col.uuid,
  login_name: col.text,
  display_name: col.text,
  user_type: col.oneOf(USER_TYPES),
  office_id: col.uuid.orNull,
  scope_operator_ids: col.uuids,
  scope_station_ids: col.uuids.orNull,
  scope_investor_ids: col.uuids,
  grants: col.json<[code: string, rowScope: 'tenant' | 'assigned', permissions: string[]][]>(),
}

const PEOPLE = `select u.id, u.login_name, u.display_name, u.user_type, u.office_id,
       identity_operators_in_scope(u.tenant_id, u.scope_operator_ids, u.scope_station_ids) as scope_operator_ids, u.scope_station_ids,
       u.scope_investor_ids, coalesce((
         select jsonb_agg(jsonb_build_array(r.code, r.row_scope, r.permissions)) from identity_role r
         where r.tenant_id = u.tenant_id and r.id = any(u.role_ids)), '[]') as grants
     from identity_user u`

function asCaller(tenantId: string, row: RowIn<typeof PERSON>, language: Language): Caller {
  const person = {
    tenantId,
    userId: row.id,
    loginName: row.login_name,
    displayName: row.display_name,
    userType: row.user_type,
    operators: row.scope_operator_ids,
    stations: row.scope_station_ids ?? [],
    investors: row.scope_investor_ids,
  }
  const grants = row.grants.map(([code, rowScope, permissions]) => ({ code, rowScope, permissions }))
  return callerOf(person, grants, '', language)
}

/**
 * Returns the active people of a tenant as callers, with the rights of their own sign-in, and their office. Guests, to whom nothing
 * is sent, are left out unless they are asked for.
 */
export async function callersOfTenant(
  tx: Tx,
  tenantId: string,
  { withGuests = false }: { withGuests?: boolean } = {},
): Promise<{ caller: Caller; officeId: string | null }[]> {
  const rows = await tx.query(
    PERSON,
    `${PEOPLE} where u.tenant_id = $1 and u.status = 'active' and (u.user_type <> 'guest' or $2) order by u.id`,
    [tenantId, withGuests],
  )
  return rows.map(row => ({ caller: asCaller(tenantId, row, 'zh'), officeId: row.office_id }))
}

/**
 * Returns the present rights of one person without a session, for work in their name. Null when person or tenant is not active;
 * also for guests.
 */
export async function callerOfPerson(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  language: Language,
): Promise<Caller | null> {
  const [row] = await tx.query(
    PERSON,
    `${PEOPLE} join identity_tenant t on t.tenant_id = u.tenant_id and t.id = u.tenant_id
     where u.tenant_id = $1 and u.id = $2 and u.status = 'active' and u.user_type <> 'guest' and t.status = 'active'`,
    [tenantId, userId],
  )
  return row ? asCaller(tenantId, row, language) : null
}

/**
 * Returns whether a person of the tenant may still do what they asked for before: not disabled, not deleted, with a role that has the
 * right, and with what it is about in their reach.
 */
export async function stillMay(
  tx: Tx,
  { tenantId, userId }: { tenantId: string; userId: string },
  permission: string,
  reaches: (person: Caller) => Promise<boolean>,
): Promise<boolean> {
  const known = await tx.query(
    `select 1 from identity_user where tenant_id = $1 and id = $2::uuid
     union all select 1 from kernel_audit where tenant_id = $1 and resource = 'identity.user' and record_id = $2::text and action = 'delete'`,
    [tenantId, userId],
  )
  // Who was never an account here, such as the product itself, can lose nothing.
  if (known.length === 0) return true
  const caller = await callerOfPerson(tx, { tenantId, userId }, 'zh')
  return caller !== null && may(caller, permission) && reaches(caller)
}

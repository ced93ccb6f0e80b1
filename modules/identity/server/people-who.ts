import { may, type Tx } from '@wattyard/server-kit'
import { callerOf } from './caller-of.ts'
import type { UserRow } from './tables.ts'

/** Whom something concerns. */
export interface Concern {
  /** Permissions that each of them has. */
  may: readonly string[]
  /** Operator whose record it is: who sees only others is left out. Null for the whole tenant's. */
  operatorId: string | null
}

interface Row extends UserRow {
  grants: [code: string, rowScope: 'tenant' | 'assigned', permissions: string[]][]
}

/** Ids of the people of a tenant who may do something now, counted as for their own sign-in. Guests are nobody. */
export async function peopleWho(tx: Tx, tenantId: string, concern: Concern): Promise<string[]> {
  const rows = await tx.query<Row>(
    `select u.id, u.tenant_id, u.login_name, u.display_name, u.user_type, u.scope_operator_ids, u.scope_station_ids,
       u.scope_investor_ids, coalesce((
         select jsonb_agg(jsonb_build_array(r.code, r.row_scope, r.permissions)) from identity_role r
         where r.tenant_id = u.tenant_id and r.id = any(u.role_ids)), '[]') as grants
     from identity_user u where u.tenant_id = $1 and u.status = 'active' and u.user_type <> 'guest' order by u.id`,
    [tenantId],
  )
  return rows.flatMap(row => {
    const person = {
      tenantId,
      userId: row.id,
      loginName: row.login_name,
      displayName: row.display_name,
      userType: row.user_type,
      operators: row.scope_operator_ids,
      stations: row.scope_station_ids,
      investors: row.scope_investor_ids,
    }
    const grants = row.grants.map(([code, rowScope, permissions]) => ({ code, rowScope, permissions }))
    const caller = callerOf(person, grants, '', 'zh')
    const { operators } = caller.scope
    const sees = operators === null || (concern.operatorId !== null && operators.includes(concern.operatorId))
    return !caller.readOnly && sees && concern.may.every(permission => may(caller, permission)) ? [row.id] : []
  })
}

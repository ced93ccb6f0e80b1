import { type SessionsAlive, uuidList, col } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'

/**
 * Returns the valid sessions, each with a stamp of its person's rights: not ended or expired, person and tenant active. Idle time
 * is not checked, because an open stream is activity.
 */
export function sessionsAlive(clock: Clock): SessionsAlive {
  return async (db, of) => {
    const rows = await db.platform(
      tx =>
        tx.query(
          { id: col.uuid, rights: col.text },
          `select s.id, md5(concat_ws(' ', u.user_type, u.is_owner, u.role_ids,
             identity_operators_in_scope(u.tenant_id, u.scope_operator_ids, u.scope_station_ids), u.scope_station_ids, u.scope_investor_ids,
             array(select r.id || ' ' || r.xmin from identity_role r where r.tenant_id = u.tenant_id and r.id = any(u.role_ids) order by r.id))) as rights
           from unnest($1::uuid[], $2::uuid[]) as k(tenant_id, id)
           join identity_session s on s.tenant_id = k.tenant_id and s.id = k.id
           join identity_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
           join identity_tenant t on t.tenant_id = s.tenant_id and t.id = s.tenant_id
           where s.ended_at is null and s.expires_at > $3 and u.status = 'active' and t.status = 'active'`,
          [uuidList(of.map(one => one.tenantId)), uuidList(of.map(one => one.sessionId)), new Date(clock.now())],
        ),
      { readOnly: true },
    )
    return new Map(rows.map(({ id, rights }) => [id, rights]))
  }
}

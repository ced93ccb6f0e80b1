import { type SessionsAlive, uuidList, col } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { RIGHTS_STAMP } from './rights-stamp.ts'

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
          `select s.id, ${RIGHTS_STAMP} as rights
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

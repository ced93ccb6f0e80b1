import { type Caller, labelColumn, type Tx, col } from '@wattyard/server-kit'
import type { Clock } from '@wattyard/time'
import { duty } from '../../contract/duty.ts'
import { office } from '../../contract/office.ts'
import type { LastSeen } from '../sessions/last-seen.ts'

/** Time since the last request within which a person counts as present. */
export const PRESENT_MS = 5 * 60_000

/** A person that the caller can write to. */
export interface Colleague {
  id: string
  loginName: string
  displayName: string
  officeName: string | null
  dutyName: string | null
  /** Whether one of the person's sessions was active within the last five minutes. */
  isPresent: boolean
}

const ROW = {
  id: col.uuid,
  login_name: col.text,
  display_name: col.text,
  office_name: col.text.orNull,
  duty_name: col.text.orNull,
  sessions: col.json<[id: string, seenAt: number][]>(),
}

/**
 * Returns the people whom the caller can write to: everybody in the tenant for callers who see the whole tenant, otherwise those
 * of the caller's operators and own office. Guests can neither write nor be written to.
 */
export async function colleaguesOf(
  tx: Tx,
  caller: Caller,
  { clock, lastSeen }: { clock: Clock; lastSeen: LastSeen },
): Promise<Colleague[]> {
  if (caller.readOnly) return []
  const now = clock.now()
  const rows = await tx.query(
    ROW,
    `select u.id, u.login_name, u.display_name, ${labelColumn(office, caller.language, 'o')} as office_name,
       ${labelColumn(duty, caller.language, 'd')} as duty_name, coalesce((
         select jsonb_agg(jsonb_build_array(s.id, extract(epoch from s.last_seen_at) * 1000)) from identity_session s
         where s.tenant_id = u.tenant_id and s.user_id = u.id and s.ended_at is null and s.expires_at > $3 and s.assurance = 'full'
       ), '[]') as sessions
     from identity_user u
     left join identity_office o on o.tenant_id = u.tenant_id and o.id = u.office_id
     left join identity_duty d on d.tenant_id = u.tenant_id and d.id = u.duty_id
     where u.tenant_id = $1 and u.id <> $2 and u.status = 'active' and u.user_type <> 'guest'
       and ($4::uuid[] is null or u.operator_id = any($4)
         or u.office_id = (select me.office_id from identity_user me where me.tenant_id = $1 and me.id = $2))
     order by u.display_name, u.id`,
    [caller.tenantId, caller.userId, new Date(now), caller.scope.operators],
  )
  return rows.map(row => ({
    id: row.id,
    loginName: row.login_name,
    displayName: row.display_name,
    officeName: row.office_name,
    dutyName: row.duty_name,
    isPresent: row.sessions.some(([id, at]) => now - lastSeen.seen(id, at) < PRESENT_MS),
  }))
}

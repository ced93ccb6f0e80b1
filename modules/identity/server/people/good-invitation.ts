import { USER_INNER } from '../tables.ts'
import { USER_TYPES } from '../../contract/user.ts'
import { type Tx, col } from '@wattyard/server-kit'
import { asCaller } from '../rights/explain-rights.ts'
import { findInvitation, type Invited } from './invitation.ts'
import { beyondReach, reachesOf } from '../rights/reach.ts'

/**
 * Whom a link is for, while it is good and its maker still reaches that account. The link was seen by its maker: had the
 * person been given more since, by another role or by another line in one they have, it would open more than its maker may.
 *
 * @param lock nobody else uses it before this transaction ends, which is one of the platform
 */
export async function goodInvitation(tx: Tx, secret: string, now: number, lock = false): Promise<Invited | null> {
  const invited = await findInvitation(tx, secret, now, lock)
  if (!invited) return null
  const rows = await tx.query(
    {
      ...USER_INNER,
      tenant_id: col.uuid,
      id: col.uuid,
      version: col.integer,
      created_at: col.instant,
      updated_at: col.instant,
      search_text: col.text,
      login_name: col.text,
      display_name: col.text,
      user_type: col.oneOf(USER_TYPES),
      status: col.oneOf(['active', 'disabled']),
      phone: col.text.orNull,
      email: col.text.orNull,
      office_id: col.uuid.orNull,
      operator_id: col.uuid.orNull,
      role_ids: col.uuids,
      language: col.text,
      password_changed_at: col.instant.orNull,
      last_sign_in_at: col.instant.orNull,
      is_owner: col.boolean,
      nickname: col.text.orNull,
      gender: col.text.orNull,
      introduction: col.text.orNull,
      duty_id: col.uuid.orNull,
      must_change_password: col.boolean,
      invited_until_at: col.instant.orNull,
      sign_in_state: col.oneOf(['none', 'invited', 'ready']),
    },
    'select * from identity_user where tenant_id = $1 and id = any($2::uuid[])',
    [invited.tenantId, [invited.userId, invited.invitedBy]],
  )
  const [person, maker] = [invited.userId, invited.invitedBy].map(id => rows.find(row => row.id === id))
  if (!person || !maker) return null
  const reach = (await reachesOf(tx, invited.tenantId, [person])).get(person.id)
  return reach && !beyondReach((await asCaller(tx, maker)).caller, reach) ? invited : null
}

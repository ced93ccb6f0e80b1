import { USER_INNER } from '../tables.ts'
import { user } from '../../contract/user.ts'
import { type Tx, wholeRow } from '@wattyard/server-kit'
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
    wholeRow(user, USER_INNER),
    'select * from identity_user where tenant_id = $1 and id = any($2::uuid[])',
    [invited.tenantId, [invited.userId, invited.invitedBy]],
  )
  const [person, maker] = [invited.userId, invited.invitedBy].map(id => rows.find(row => row.id === id))
  if (!person || !maker) return null
  const reach = (await reachesOf(tx, invited.tenantId, [person])).get(person.id)
  return reach && !beyondReach((await asCaller(tx, maker)).caller, reach) ? invited : null
}

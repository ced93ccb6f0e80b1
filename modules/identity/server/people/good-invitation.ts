import { USER_INNER } from '../tables.ts'
import { user } from '../../contract/user.ts'
import { type Tx, wholeRow } from '@wattyard/server-kit'
import { asCaller } from '../rights/explain-rights.ts'
import { findInvitation, type Invited } from './invitation.ts'
import { beyondReach, reachesOf } from '../rights/reach.ts'

/**
 * Returns the person of an invitation link that is valid and whose maker still has all rights of that account. The maker has seen
 * the link: if the person got more rights meanwhile, by another role or a changed one, the link would open more than its maker
 * may do.
 *
 * @param lock prevents other uses until this transaction ends, which is one of the platform
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

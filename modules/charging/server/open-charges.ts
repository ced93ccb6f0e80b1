import { col } from '@wattyard/server-kit'
import type { MembersPorts, OpenThing } from '@wattyard/members/server'

/** Returns whether a session of a member runs, or an order of theirs waits for its bill or for a person. */
export const openCharges: MembersPorts['openCharges'] = async (tx, tenantId, memberId) => {
  const [row] = await tx.query(
    { session: col.boolean, order: col.boolean },
    `select coalesce(bool_or(state in ('draft', 'starting', 'charging', 'stopping')), false) as session,
       coalesce(bool_or(state in ('ended', 'abnormal', 'reversed') or wish is not null), false) as order
     from charging_order where tenant_id = $1 and member_id = $2 and (state not in ('settled', 'closed') or wish is not null)`,
    [tenantId, memberId],
  )
  const open: OpenThing[] = []
  if (row?.session) open.push('session')
  if (row?.order) open.push('order')
  return open
}

/** Takes the numbers of a member's cards out of their orders; bills, facts and journals stay as they are. */
export const forgetCards: MembersPorts['forgetCards'] = async (tx, tenantId, memberId) => {
  await tx.execute(
    'update charging_order set tag = null, version = version + 1, updated_at = now() where tenant_id = $1 and member_id = $2 and tag is not null',
    [tenantId, memberId],
  )
}

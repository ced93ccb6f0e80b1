import { aPayingMember } from '@wattyard/payments/testing'
import { newId } from '@wattyard/server-kit'
import { callerWith } from '@wattyard/testing'
import type { Records } from './records.ts'

/* What staff did with accounts of members: each exists with its hold, its journal or its two members only. */

/** A member with money of which a command leaves a case. */
export async function aCase(
  { as, world }: Records,
  command: string,
  input: Record<string, unknown>,
  list: string,
): Promise<string> {
  const { memberId } = await world.db.tenant(as.tenantId, tx => aPayingMember(tx, as.tenantId, { principal: 1_000n }))
  const by = callerWith({ tenantId: as.tenantId })
  await world.server.call(`/api/member/member/${command}`, { id: memberId, ...input }, { as: by, key: newId() })
  const { data } = await world.server.call(`/api/member/${list}/list`, { filter: { member: memberId } }, { as: by })
  return data.list[0].id
}

/** A flag that somebody dismissed. */
export async function aFlag({ as, world }: Records): Promise<string> {
  return world.db.tenant(as.tenantId, async tx => {
    const { memberId } = await aPayingMember(tx, as.tenantId)
    const id = newId()
    await tx.execute(
      `insert into members_flag (tenant_id, id, member_id, kind, state, count, amount_fen, since_at, days, decided_by, decided_at, reason)
       values ($1, $2, $3, 'nearLimit', 'dismissed', 3, 100, now(), 30, '陈静', now(), '车队')`,
      [as.tenantId, id, memberId],
    )
    return id
  })
}

/** Writes a merge of two members down, as their journal would name it. */
export async function aMerge({ as, world }: Records): Promise<string> {
  return world.db.tenant(as.tenantId, async tx => {
    const [from, into] = [await aPayingMember(tx, as.tenantId), await aPayingMember(tx, as.tenantId)]
    const id = newId()
    await tx.execute(
      `insert into members_merge (tenant_id, id, from_id, into_id, account_id, principal_fen, gift_fen, owed_fen, reason, actor, number)
       values ($1, $2, $3, $4, $4, 0, 0, 0, '同一人', '陈静', 'M1 → M2')`,
      [as.tenantId, id, from.memberId, into.memberId],
    )
    return id
  })
}

import { col, type Caller, rowsInScope, type Tx } from '@wattyard/server-kit'
import type { FollowedCommand } from '../../contract/calls/follow.ts'
import { command } from '../../contract/command.ts'
import { returnOf } from '../../contract/return-of-pile.ts'

/**
 * Commands after which the pile restarts, with the longest time until it begins: an update is installed when its download has
 * ended, and a scheduled reset when the last session has.
 */
const BEGINS_WITHIN: Readonly<Record<string, string>> = { reset: '30 minutes', 'update-firmware': '1 day' }

/** States in which a pile has taken a command, or may have. */
const TAKEN = ['accepted', 'scheduled', 'failed', 'timed-out']
/** Answers after which nothing is promised: only a pile that really left is followed. */
const UNCLEAR: ReadonlySet<string> = new Set(['failed', 'timed-out'])

/** Returns what became of piles after commands of the caller's scope; ids of others count as missing. */
export async function followed(
  tx: Tx,
  caller: Caller,
  ids: readonly string[],
  now: number,
): Promise<FollowedCommand[]> {
  const seen = await rowsInScope(tx, caller, command, ids)
  const rows = await tx.query(
    { id: col.uuid, state: col.text, sent_at: col.instant, left_at: col.instant.orNull, back_at: col.instant.orNull },
    `select c.id, c.state, c.sent_at, gone.at as left_at, again.at as back_at
     from gateway_command c
     join unnest($3::text[], $4::text[]) as k(kind, span) on k.kind = c.kind
     left join lateral (
       select min(e.at) as at from gateway_event e
       where e.tenant_id = c.tenant_id and e.pile_id = c.pile_id and e.kind in ('disconnected', 'replaced-dead', 'replaced-alive')
         and e.at >= c.sent_at and e.at < c.sent_at + case when c.state = 'scheduled' then interval '1 day' else k.span::interval end
     ) gone on true
     left join lateral (
       select min(e.at) as at from gateway_event e
       where e.tenant_id = c.tenant_id and e.pile_id = c.pile_id and e.kind in ('connected', 'booted')
         and e.at >= coalesce(gone.at, c.sent_at)
         and (gone.at is not null or e.at < c.sent_at + interval '30 minutes')
     ) again on true
     where c.tenant_id = $1 and c.id = any($2::uuid[]) and c.sent_at is not null and c.ended_at is not null and c.state = any($5::text[])`,
    [caller.tenantId, seen.map(row => row.id), Object.keys(BEGINS_WITHIN), Object.values(BEGINS_WITHIN), [...TAKEN]],
  )
  return rows.flatMap(({ id, state, sent_at, left_at, back_at }) => {
    const found = { id, ...returnOf({ sentAt: sent_at, leftAt: left_at, backAt: back_at }, now) }
    return UNCLEAR.has(state) && found.leftAt === null ? [] : [found]
  })
}

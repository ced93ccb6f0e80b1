import type { CallResult } from '@wattyard/calls'
import { veilSecrets } from '@wattyard/ocpp-frame'
import { col, type Tx } from '@wattyard/server-kit'
import { type listenForPiles, REFUSALS } from '../../contract/calls/first-key.ts'

type Heard = CallResult<typeof listenForPiles>['list'][number]

/**
 * Returns what was heard of piles since an instant: the newest message that came in, and the newest refusal at the door. The
 * contents of messages are not part of it.
 *
 * @param piles ids in the caller's scope
 * @param since epoch ms
 */
export async function heardOf(tx: Tx, tenantId: string, piles: readonly string[], since: number): Promise<Heard[]> {
  const rows = await tx.query(
    {
      pile: col.uuid,
      online: col.boolean,
      heard_at: col.instant.orNull,
      action: col.text.orNull,
      protocol: col.text.orNull,
      refused_at: col.instant.orNull,
      kind: col.oneOf(REFUSALS).orNull,
      detail: col.text.orNull,
      ip: col.text.orNull,
    },
    `select k.pile, coalesce(s.online, false) as online, f.received_at as heard_at, f.action, f.protocol,
       e.at as refused_at, e.kind, e.detail, e.ip
     from unnest($2::uuid[]) with ordinality as k(pile, place)
     left join gateway_pile_state s on s.tenant_id = $1 and s.pile_id = k.pile
     left join lateral (
       select received_at, action, protocol from gateway_frame
       where tenant_id = $1 and pile_id = k.pile and direction = 'in' order by seq desc limit 1
     ) f on f.received_at >= $3
     left join lateral (
       select at, kind, detail, ip from gateway_event
       where tenant_id = $1 and pile_id = k.pile and kind = any($4) order by id desc limit 1
     ) e on e.at >= $3
     order by k.place`,
    [tenantId, piles, new Date(since), [...REFUSALS]],
  )
  return rows.map(row => ({
    pile: row.pile,
    online: row.online,
    heard: row.heard_at === null ? null : { at: row.heard_at, action: row.action ?? '', protocol: row.protocol ?? '' },
    refused:
      row.refused_at === null || row.kind === null
        ? null
        : { at: row.refused_at, kind: row.kind, detail: veilSecrets(row.detail), ip: row.ip },
  }))
}

import { col, emit, type Tx, uuidList } from '@wattyard/server-kit'
import { PAYOUT_HEARD, PAYOUT_UNHEARD, type PayoutUnheard } from '../../../contract/events.ts'
import type { PartEffect, PartEvent, PartState } from '../../../contract/index.ts'
import type { Sending } from './stored-sending.ts'

/** Events that say nothing of whether the channel answers questions. */
const SILENT: ReadonlySet<PartEvent> = new Set(['claim-lost', 'claimed'])

interface Change {
  event: PartEvent
  /** The channel's word. */
  reason: string
  state: PartState
  effects: readonly PartEffect[]
  at: number
}

/**
 * Keeps whether the channel tells what became of a locked part: refused questions are told once, until it answers again. Where the event ends
 * the part, the message about its end says the rest.
 */
export async function followHearing(
  tx: Tx,
  row: Sending,
  { event, reason, state, effects, at }: Change,
): Promise<void> {
  const { tenant_id: tenantId, id, number, amount_fen, channel_name: channel } = row
  if (event === 'query-refused') {
    if (state !== row.state || !effects.includes('open-finding')) return
    const isNew = await tx.query(
      { is_new: col.boolean },
      `insert into payments_unheard_part as u (tenant_id, part_id, since, reason) values ($1, $2, $3, $4)
       on conflict (tenant_id, part_id) do update set reason = excluded.reason returning xmax = 0 as is_new`,
      [tenantId, id, new Date(at), reason],
    )
    if (isNew[0]?.is_new !== true) return
    const body: PayoutUnheard = { number, amount_fen: String(amount_fen), channel, reason }
    await emit(tx, [{ tenantId, topic: PAYOUT_UNHEARD, key: id, body: { ...body } }])
    return
  }
  if (SILENT.has(event)) return
  const was = await tx.execute('delete from payments_unheard_part where tenant_id = $1 and part_id = $2', [
    tenantId,
    id,
  ])
  if (was > 0) await emit(tx, [{ tenantId, topic: PAYOUT_HEARD, key: id, body: {} }])
}

/** Returns the channel's word of those of these parts of which it refuses to tell. */
export async function unheardParts(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query(
    { id: col.uuid, reason: col.text },
    'select part_id as id, reason from payments_unheard_part where tenant_id = $1 and part_id = any($2::uuid[])',
    [tx.tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}

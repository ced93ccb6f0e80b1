import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import { OUTCOMES_LOCK } from '../compare/compare-days.ts'

/**
 * Takes the lock of the outcomes of channels until the transaction ends; a run that holds it is waited for. Who locks outcomes has it
 * before: the run deletes them.
 */
export async function lockOutcomes(tx: Tx, tenantId: string, channelIds: readonly string[]): Promise<void> {
  // Each in the same order, so that no two wait for each other.
  for (const channelId of channelIds.toSorted())
    await tx.execute(`select pg_advisory_xact_lock(${OUTCOMES_LOCK})`, [tenantId, channelId])
}

/** Takes the lock of the channels that some outcomes are of. */
export async function lockChannelsOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<void> {
  const channels = await tx.query(
    { channel_id: col.uuid },
    'select distinct channel_id from reconciliation_outcome where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(ids)],
  )
  await lockOutcomes(
    tx,
    tenantId,
    channels.map(one => one.channel_id),
  )
}

const ITEM = { outcome_id: col.uuid, side: col.oneOf(['order', 'ledger', 'channel']), item_id: col.text }
export type StoredItemRef = RowIn<typeof ITEM>

/** Returns which items some outcomes hold, in the order of their ids. */
export function itemsOfOutcomes(tx: Tx, tenantId: string, ids: readonly string[]): Promise<StoredItemRef[]> {
  return tx.query(
    ITEM,
    `select outcome_id, side, item_id from reconciliation_item where tenant_id = $1 and outcome_id = any($2::uuid[]) order by side, item_id`,
    [tenantId, uuidList(ids)],
  )
}

import { col, type RowIn, Refusal, type Tx, uuidList } from '@wattyard/server-kit'
import { OUTCOMES_LOCK } from '../compare/compare-days.ts'

/** Takes the lock of a channel's outcomes until the transaction ends; a run that holds it is waited for. */
export async function lockOutcomes(tx: Tx, tenantId: string, channelId: string): Promise<void> {
  await tx.execute(`select pg_advisory_xact_lock(${OUTCOMES_LOCK})`, [tenantId, channelId])
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

/**
 * Takes the lock of the channel of some outcomes, and makes sure that they are still there: a run may have told them anew.
 * @throws Refusal `reconciliation.comparedAnew`, `reconciliation.otherChannel`
 */
export async function mustStand(
  tx: Tx,
  tenantId: string,
  outcomes: readonly { readonly id: string; readonly channel_id: string }[],
): Promise<void> {
  const [first] = outcomes
  if (!first) throw new Refusal('kernel.notFound', { status: 404 })
  if (outcomes.some(one => one.channel_id !== first.channel_id)) throw new Refusal('reconciliation.otherChannel')
  await lockOutcomes(tx, tenantId, first.channel_id)
  const found = await tx.query(
    { id: col.uuid },
    'select id from reconciliation_outcome where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(outcomes.map(one => one.id))],
  )
  if (found.length < outcomes.length) throw new Refusal('reconciliation.comparedAnew', { status: 409 })
}

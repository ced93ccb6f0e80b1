import type { AccountKey } from '@wattyard/ledger/server'
import { type Tx, col, Refusal, invalid, type RowIn } from '@wattyard/server-kit'
import { CHANNEL_KINDS, CHANNEL_STATES, isAsked, isByHand } from '../../contract/index.ts'

const STORED_CHANNEL = {
  id: col.uuid,
  kind: col.oneOf(CHANNEL_KINDS),
  state: col.oneOf(CHANNEL_STATES),
  clearing_owner: col.text,
}

export type StoredChannel = RowIn<typeof STORED_CHANNEL>

/**
 * Returns a channel that takes payments which a person enters. It stays open until the transaction ends.
 * @throws Refusal `payments.channelNotOpen`, or on `channel` when there is none or its payments are not entered by people
 */
export async function openChannel(tx: Tx, tenantId: string, id: string): Promise<StoredChannel> {
  const found = await findChannel(tx, tenantId, id, 'for share')
  if (!found) throw invalid({ channel: { key: 'kernel.field.noSuchRecord' } })
  if (found.state !== 'open' || !isByHand(found.kind)) throw new Refusal('payments.channelNotOpen')
  return found
}

/**
 * Returns a channel that is asked for codes. It stays open until the transaction ends.
 * @throws Refusal `payments.channelNotOpen`, or on `channel` when there is none
 */
export async function openAskedChannel(tx: Tx, tenantId: string, id: string): Promise<StoredChannel> {
  const found = await findChannel(tx, tenantId, id, 'for share')
  if (!found) throw invalid({ channel: { key: 'kernel.field.noSuchRecord' } })
  if (found.state !== 'open' || !isAsked(found.kind)) throw new Refusal('payments.channelNotOpen')
  return found
}

/** Returns a channel, whatever its state. @throws Error for none */
export async function storedChannel(tx: Tx, tenantId: string, id: string): Promise<StoredChannel> {
  const found = await findChannel(tx, tenantId, id, '')
  if (!found) throw new Error(`there is no channel ${id}`)
  return found
}

async function findChannel(
  tx: Tx,
  tenantId: string,
  id: string,
  lock: 'for share' | '',
): Promise<StoredChannel | undefined> {
  const [found] = await tx.query(
    STORED_CHANNEL,
    `select id, kind, state, clearing_owner from payments_channel where tenant_id = $1 and id = $2 ${lock}`,
    [tenantId, id],
  )
  return found
}

/** Returns whether a channel takes cash; false for an unknown one. */
export async function takesCash(tx: Tx, tenantId: string, id: string): Promise<boolean> {
  const found = await tx.query("select 1 from payments_channel where tenant_id = $1 and id = $2 and kind = 'cash'", [
    tenantId,
    id,
  ])
  return found.length > 0
}

/** Returns the account of the tenant in which money of a channel arrives. */
export function arrivalOf({
  kind,
  clearing_owner,
}: Pick<StoredChannel, 'kind' | 'clearing_owner'>): Omit<AccountKey, 'tenantId'> {
  if (kind === 'bank') return { code: 'bank' }
  if (kind === 'cash') return { code: 'cash_on_hand' }
  return { code: 'channel_clearing', ownerType: 'channel', ownerId: clearing_owner }
}

/**
 * Returns the names of channels by the owner of their clearing account. Channels that pay into one account are told together.
 */
export async function namesOfClearing(
  tx: Tx,
  tenantId: string,
  owners: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (owners.length === 0) return new Map()
  const rows = await tx.query(
    { clearing_owner: col.text, names: col.text },
    `select clearing_owner, string_agg(name, ' · ' order by id) as names from payments_channel
     where tenant_id = $1 and clearing_owner = any($2::text[]) group by clearing_owner`,
    [tenantId, owners],
  )
  return new Map(rows.map(row => [row.clearing_owner, row.names]))
}

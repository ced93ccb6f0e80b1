import { col, emit, type Tx, unseal, uuidList } from '@wattyard/server-kit'
import { KEYS_ENTERED, KEYS_LOST, type KeysLost } from '../../contract/events.ts'
import { ownerOfKeys } from '../channel/stored-keys.ts'

const KEPT = {
  tenant_id: col.uuid,
  channel_id: col.uuid,
  name: col.text,
  sealed: col.bytes,
  is_marked: col.boolean,
}

function opens(
  sealKey: Uint8Array,
  { tenant_id, channel_id, sealed }: { tenant_id: string; channel_id: string; sealed: Uint8Array },
): boolean {
  try {
    unseal(sealKey, ownerOfKeys(tenant_id, channel_id), sealed)
    return true
  } catch {
    return false
  }
}

/**
 * Holds the keys of all channels against the installation's own: a channel whose keys do not open takes no payments until they are entered
 * again, and those who open channels are told. In a transaction of the platform.
 * @returns number of channels whose keys do not open
 */
export async function markLostKeys(tx: Tx, sealKey: Uint8Array, at: number): Promise<number> {
  const kept = await tx.query(
    KEPT,
    `select k.tenant_id, k.channel_id, c.name, k.sealed, l.channel_id is not null as is_marked from payments_channel_keys k
     join payments_channel c on c.tenant_id = k.tenant_id and c.id = k.channel_id
     left join payments_lost_keys l on l.tenant_id = k.tenant_id and l.channel_id = k.channel_id`,
  )
  const lost = kept.filter(row => !opens(sealKey, row))
  for (const { tenant_id: tenantId, channel_id: channelId, name } of lost.filter(row => !row.is_marked)) {
    await tx.execute('insert into payments_lost_keys (tenant_id, channel_id, found_at) values ($1, $2, $3)', [
      tenantId,
      channelId,
      new Date(at),
    ])
    await tx.execute(
      `update payments_channel set state = case state when 'open' then 'paused' else state end, version = version + 1, updated_at = now()
       where tenant_id = $1 and id = $2`,
      [tenantId, channelId],
    )
    const body: KeysLost = { channel: name }
    await emit(tx, [{ tenantId, topic: KEYS_LOST, key: channelId, body: { ...body } }])
  }
  // The keys that sealed them are there again.
  for (const { tenant_id, channel_id } of kept.filter(row => row.is_marked && !lost.includes(row)))
    await forgetLoss(tx, tenant_id, channel_id)
  return lost.length
}

/** The keys of a channel open again, or others were entered. */
export async function forgetLoss(tx: Tx, tenantId: string, channelId: string): Promise<void> {
  const was = await tx.execute('delete from payments_lost_keys where tenant_id = $1 and channel_id = $2', [
    tenantId,
    channelId,
  ])
  if (was > 0) await emit(tx, [{ tenantId, topic: KEYS_ENTERED, key: channelId, body: {} }])
}

/** Returns since when the keys of channels do not open, epoch ms; those whose keys open are not among them. */
export async function lostKeysOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query(
    { id: col.uuid, at: col.instant },
    'select channel_id as id, found_at as at from payments_lost_keys where tenant_id = $1 and channel_id = any($2::uuid[])',
    [tx.tenantId, uuidList(ids)],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

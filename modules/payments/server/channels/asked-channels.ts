import { col, textList, type Tx } from '@wattyard/server-kit'
import { ASKED_KINDS } from '../../contract/index.ts'

/** A channel that can be asked: its merchant's keys were entered, and it was opened once. */
export interface AskedChannel {
  readonly tenantId: string
  readonly channelId: string
  /** When its keys were entered, epoch ms. */
  readonly keysAt: number
}

/** Returns the channels of all tenants that can be asked. Needs the platform's transaction. */
export async function askedChannels(tx: Tx): Promise<AskedChannel[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid, id: col.uuid, keys_at: col.instant },
    `select tenant_id, id, keys_at from payments_channel where kind = any($1::text[]) and keys_at is not null and state <> 'off' order by tenant_id, id`,
    [textList(ASKED_KINDS)],
  )
  return rows.map(({ tenant_id, id, keys_at }) => ({ tenantId: tenant_id, channelId: id, keysAt: keys_at }))
}

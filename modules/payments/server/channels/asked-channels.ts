import { col, textList, type Tx } from '@wattyard/server-kit'
import { ASKED_KINDS } from '../../contract/index.ts'

/** A channel that can be asked: its merchant's keys were entered, and it was opened once. */
export interface AskedChannel {
  readonly tenantId: string
  readonly channelId: string
  /** All channels of its merchant, whatever their app: they have one bill. */
  readonly ofMerchant: readonly string[]
  /** When its keys were entered, epoch ms. */
  readonly keysAt: number
}

/** Returns the channels of all tenants that can be asked, one for each merchant. Needs the platform's transaction. */
export async function askedChannels(tx: Tx): Promise<AskedChannel[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid, id: col.uuid, keys_at: col.instant, of_merchant: col.uuids },
    `select distinct on (c.tenant_id, c.kind, c.merchant_no) c.tenant_id, c.id, c.keys_at,
       (select array_agg(m.id order by m.id) from payments_channel m where m.tenant_id = c.tenant_id and m.kind = c.kind and m.merchant_no = c.merchant_no) as of_merchant
     from payments_channel c where c.kind = any($1::text[]) and c.keys_at is not null and c.state <> 'off' and c.merchant_no is not null
     order by c.tenant_id, c.kind, c.merchant_no, c.id`,
    [textList(ASKED_KINDS)],
  )
  return rows.map(({ tenant_id, id, keys_at, of_merchant }) => ({
    tenantId: tenant_id,
    channelId: id,
    ofMerchant: of_merchant,
    keysAt: keys_at,
  }))
}

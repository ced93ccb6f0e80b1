import { type AccountKey } from '@wattyard/ledger/server'
import { col, type Tx } from '@wattyard/server-kit'
import { CHANNEL_KINDS, type ChannelKind } from '../../contract/index.ts'
import { arrivalOf } from '../channels/stored-channel.ts'

/** A merchant or an account at a channel: what one of its files tells of. */
export interface ChannelAccount {
  readonly kind: ChannelKind
  readonly merchantNo: string | null
  /** Channels whose money stands together: those of the same merchant, whatever their app. The one asked for is the first. */
  readonly channelIds: readonly string[]
  /** Where their money stands in the books. */
  readonly accounts: readonly Omit<AccountKey, 'tenantId'>[]
  /** Whether the books have other channels' money on the same accounts. */
  readonly isShared: boolean
}

/** Returns the account of a channel; null for none. */
export async function channelAccount(tx: Tx, tenantId: string, channelId: string): Promise<ChannelAccount | null> {
  const rows = await tx.query(
    { id: col.uuid, kind: col.oneOf(CHANNEL_KINDS), merchant_no: col.text.orNull, clearing_owner: col.text },
    `select c.id, c.kind, c.merchant_no, c.clearing_owner from payments_channel c
     join payments_channel a on a.tenant_id = c.tenant_id and a.id = $2 and a.kind = c.kind
     where c.tenant_id = $1 and (c.id = a.id or c.kind = 'bank' or c.merchant_no = a.merchant_no) order by (c.id = a.id) desc, c.id`,
    [tenantId, channelId],
  )
  const [first] = rows
  if (!first) return null
  const isBank = first.kind === 'bank'
  const own = isBank ? [first] : rows
  return {
    kind: first.kind,
    merchantNo: first.merchant_no,
    channelIds: own.map(one => one.id),
    accounts: isBank ? [arrivalOf(first)] : own.map(arrivalOf),
    isShared: isBank && rows.length > 1,
  }
}

import { type AccountKey } from '@wattyard/ledger/server'
import { col, type Tx } from '@wattyard/server-kit'
import { CHANNEL_KINDS, type ChannelKind, SETTLEMENTS, type SettlementMode } from '../../contract/index.ts'
import { arrivalOf } from '../channels/stored-channel.ts'

/** A merchant or an account at a channel: what one of its files tells of. */
export interface ChannelAccount {
  readonly kind: ChannelKind
  readonly merchantNo: string | null
  /** Number of a bank account; null where nobody said it. */
  readonly accountNo: string | null
  /** The bank account to which a merchant is paid out, and how; null where nobody said it. */
  readonly settlement: { readonly bankId: string; readonly mode: SettlementMode } | null
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
    {
      id: col.uuid,
      kind: col.oneOf(CHANNEL_KINDS),
      merchant_no: col.text.orNull,
      clearing_owner: col.text,
      account_no: col.text.orNull,
      settles_to_id: col.uuid.orNull,
      settles: col.oneOf(SETTLEMENTS).orNull,
    },
    `select c.id, c.kind, c.merchant_no, c.clearing_owner, c.account_no, c.settles_to_id, c.settles from payments_channel c
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
    accountNo: first.account_no,
    settlement: settlementOf(rows),
    channelIds: own.map(one => one.id),
    accounts: isBank ? [arrivalOf(first)] : own.map(arrivalOf),
    isShared: isBank && rows.length > 1,
  }
}

/** Apps of one merchant have one account; the first that says where it goes counts. */
function settlementOf(
  rows: readonly { settles_to_id: string | null; settles: SettlementMode | null }[],
): ChannelAccount['settlement'] {
  const told = rows.find(row => row.settles_to_id !== null && row.settles !== null)
  return told?.settles_to_id && told.settles ? { bankId: told.settles_to_id, mode: told.settles } : null
}

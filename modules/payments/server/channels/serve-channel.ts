import {
  col,
  invalid,
  Refusal,
  type Call,
  type SaveChange,
  serveResource,
  type ServedResource,
  valueAfter,
} from '@wattyard/server-kit'
import type { RowOf } from '@wattyard/resource'
import { channel, type ChannelState, isByHand } from '../../contract/index.ts'

async function setState({ tx }: Call, rows: readonly RowOf<typeof channel>[], state: ChannelState) {
  const changed = await tx.execute(
    'update payments_channel set state = $3, version = version + 1, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])',
    [tx.tenantId, rows.map(row => row.id), state],
  )
  return { changed }
}

/** Returns the columns that the server sets. A desk and a bank account have no merchant; a new channel has its own account. */
async function beforeSave({ tx }: Call, change: SaveChange<typeof channel>) {
  const kind = valueAfter(channel, change, 'kind')
  const merchantNo = valueAfter(channel, change, 'merchantNo')
  const appNo = valueAfter(channel, change, 'appNo')
  if (kind && isByHand(kind)) {
    if (merchantNo) throw invalid({ merchantNo: { key: 'payments.field.onlyOnline' } })
    if (appNo) throw invalid({ appNo: { key: 'payments.field.onlyOnline' } })
  }
  if (merchantNo) {
    const taken = await tx.query(
      `select 1 from payments_channel where tenant_id = $1 and kind = $2 and merchant_no = $3 and coalesce(app_no, '') = coalesce($4, '') and id <> $5`,
      [tx.tenantId, kind, merchantNo, appNo ?? null, change.id],
    )
    if (taken.length) throw invalid({ merchantNo: { key: 'kernel.field.taken' } })
  }
  return change.mode === 'create' ? { clearing_owner: change.id } : {}
}

/** Refuses to delete a channel with payments: they name it for ever. */
async function refuseWithPayments({ tx }: Call, row: RowOf<typeof channel>): Promise<void> {
  const paid = await tx.query('select 1 from payments_payment where tenant_id = $1 and channel_id = $2 limit 1', [
    tx.tenantId,
    row.id,
  ])
  if (paid.length) throw new Refusal('payments.channelHasPayments', { params: { name: row.name } })
}

/** Serves channels. Those of WeChat Pay and Alipay stay off as long as nothing speaks with them (decision 407). */
export function serveChannel(): ServedResource {
  return serveResource(channel, {
    inner: { clearing_owner: col.text },
    commands: {
      open: (call, rows) => setState(call, rows, 'open'),
      pause: (call, rows) => setState(call, rows, 'paused'),
    },
    allows(action, row) {
      if (action === 'open') return row.state !== 'open' && isByHand(row.kind)
      if (action === 'pause') return row.state === 'open'
      return true
    },
    whyNot: (action, row) => (action === 'open' && !isByHand(row.kind) ? 'payments.notConnected' : undefined),
    beforeSave,
    beforeDelete: refuseWithPayments,
  })
}

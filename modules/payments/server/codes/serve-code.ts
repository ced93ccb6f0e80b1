import { formatFen, subFen } from '@wattyard/money'
import {
  type Caller,
  col,
  Refusal,
  serveResource,
  type ServedResource,
  type Tx,
  uuidList,
  type WireRecord,
} from '@wattyard/server-kit'
import { codePayment, isPaymentEnded } from '../../contract/index.ts'
import type { ChannelWorld } from '../channel/channel-world.ts'
import { collect } from './collect.ts'
import { followCode } from './follow-code.ts'
import { CODE_COURSE, lockCode } from './stored-codes.ts'

async function cancel(tx: Tx, world: ChannelWorld, tenantId: string, id: string): Promise<Record<string, never>> {
  const row = await lockCode(tx, tenantId, id)
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const refusal = await followCode(tx, world, row, 'cancelled')
  if (refusal !== null) throw new Refusal(refusal)
  return {}
}

/** Adds what became of the money of payments that were credited: a debt takes its part before the wallet gets the rest. */
async function addUse(tx: Tx, { tenantId }: Caller, records: WireRecord[]): Promise<void> {
  const topUps = records.flatMap(({ topUp }) => (typeof topUp === 'string' ? [topUp] : []))
  const rows = await tx.query(
    { id: col.uuid, amount_fen: col.fen, paid_debt_fen: col.fen },
    'select id, amount_fen, paid_debt_fen from payments_payment where tenant_id = $1 and id = any($2::uuid[])',
    [tenantId, uuidList(topUps)],
  )
  const found = new Map(rows.map(row => [row.id, row]))
  for (const record of records) {
    const own = typeof record.topUp === 'string' ? found.get(record.topUp) : undefined
    record.paidDebt = own ? formatFen(own.paid_debt_fen) : null
    record.toWallet = own ? formatFen(subFen(own.amount_fen, own.paid_debt_fen)) : null
  }
}

/** Serves payments by code: asked for and cancelled by people, everything else told by their channel. */
export function serveCode(world: ChannelWorld): ServedResource {
  return serveResource(codePayment, {
    inner: { request_key: col.text, ...CODE_COURSE },
    commands: {
      collect: (call, _rows, input) => collect(world, call, input),
      cancel: ({ tx, caller }, [row]) => cancel(tx, world, caller.tenantId, row?.id ?? ''),
    },
    allows: (action, row) => action !== 'cancel' || !isPaymentEnded(row.state),
    whyNot: (action, row) =>
      action === 'cancel' ? (row.state === 'paid' ? 'payments.alreadyPaid' : 'payments.alreadyEnded') : undefined,
    decorate: addUse,
  })
}

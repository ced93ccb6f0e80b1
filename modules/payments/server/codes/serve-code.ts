import { col, Refusal, serveResource, type ServedResource, type Tx } from '@wattyard/server-kit'
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
  })
}

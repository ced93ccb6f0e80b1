import type { Fen } from '@wattyard/money'
import { businessDayOf } from '@wattyard/time'
import { col, type Tx } from '@wattyard/server-kit'
import { tenantById } from '@wattyard/identity/server'
import type { DemoMember, DemoTopUp } from '@wattyard/members/server'
import { CHANNEL_KINDS, CHANNEL_STATES, type ChannelKind } from '../../contract/index.ts'
import { insertDemoChannels } from '../channels/demo-channels.ts'
import { recordPayment } from './record-payment.ts'

/** Books what drivers of the demo have paid in, over several channels. Returns these by kind. */
export async function prepareDemoPayments(
  tx: Tx,
  { tenantId, members }: { tenantId: string; members: readonly DemoMember[] },
): Promise<ReadonlyMap<ChannelKind, { id: string }>> {
  const channels = await insertDemoChannels(tx, tenantId)
  // In the order of time, so that lots of one member are in the order in which they were paid.
  const topUps = members
    .flatMap(({ memberId, topUps: own }) => own.map((topUp, turn) => ({ ...topUp, memberId, turn })))
    .toSorted((a, b) => a.at - b.at)
  for (const { memberId, turn, ...topUp } of topUps)
    await payInDemo(tx, { ...topUp, tenantId, memberId, requestKey: `members.demo:${memberId}:${turn}` })
  return channels
}

/** Returns a number that no other payment of the demo has: that of the request, which ends with member and turn. */
const receiptOf = (requestKey: string, at: number): string =>
  `SJ-${new Date(at).toISOString().slice(2, 10)}-${requestKey
    .replaceAll(/[^0-9a-z]/g, '')
    .slice(-10)
    .toUpperCase()}`

/** A payment of the demo. */
export interface DemoPayment extends DemoTopUp {
  tenantId: string
  memberId: string
  requestKey: string
  principal: Fen
}

/** Books one payment of the demo on its channel of this kind. The same key again is the same payment. */
export async function payInDemo(tx: Tx, { channel: kind, at, ...asked }: DemoPayment): Promise<void> {
  const { tenantId } = asked
  const tenant = await tenantById(tx, tenantId)
  const [channel] = await tx.query(
    {
      id: col.uuid,
      kind: col.oneOf(CHANNEL_KINDS),
      state: col.oneOf(CHANNEL_STATES),
      clearing_owner: col.text,
    },
    'select id, kind, state, clearing_owner from payments_channel where tenant_id = $1 and kind = $2 order by id limit 1',
    [tenantId, kind],
  )
  if (!tenant || !channel) throw new Error(`the demo has no channel ${kind}`)
  await recordPayment(tx, {
    ...asked,
    channel,
    receipt: kind === 'cash' ? receiptOf(asked.requestKey, at) : null,
    paidAt: at,
    bookedOn: businessDayOf(at, tenant.zone),
    actor: 'demo',
  })
}

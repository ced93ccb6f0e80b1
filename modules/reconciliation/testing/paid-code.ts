import { fen } from '@wattyard/money'
import { localDayOf } from '@wattyard/time'
import { numberOf } from '@wattyard/payments/contract'
import { recordPayment } from '@wattyard/payments/server'
import type { TrueRow } from '@wattyard/payment-files/testing'
import { newId, type Tx } from '@wattyard/server-kit'
import { paidRow } from './bill-rows.ts'

const ZONE = 'Asia/Shanghai'

interface Paid {
  readonly tenantId: string
  readonly channelId: string
  readonly memberId: string
  readonly amount: bigint
  readonly at: number
  /** By a code of WeChat Pay unless it says bank: then with the bank's reference as somebody types it. */
  readonly kind?: 'wechat' | 'bank'
}

/** Books a payment that was paid; returns what the channel's bill says of it. */
export async function aPaidCode(
  tx: Tx,
  { tenantId, channelId, memberId, amount, at, kind = 'wechat' }: Paid,
): Promise<TrueRow & { readonly id: string }> {
  const id = newId()
  const orderNo = numberOf('payment', id)
  const channelNo = `4200${orderNo.slice(-12)}`
  await recordPayment(tx, {
    id,
    tenantId,
    memberId,
    principal: fen(amount),
    gift: fen(0n),
    channel: { id: channelId, kind, clearing_owner: channelId },
    receipt: kind === 'bank' ? channelNo : null,
    requestKey: `payments.codePayment:${id}`,
    paidAt: at,
    bookedOn: localDayOf(at, ZONE),
    actor: 'test',
  })
  const told = { id, ...paidRow({ at, amount, orderNo, channelNo }) }
  if (kind === 'bank') return told
  await tx.execute(
    `insert into payments_code_payment (tenant_id, id, number, state, member_id, channel_id, amount_fen, expires_at, paid_at, channel_no, top_up_id, actor,
       request_key, description, notify_url, search_text)
     values ($1, $2, $3, 'paid', $4, $5, $6, $7, $7, $8, $2, 'test', $3, '充值', 'https://pay.example.com/notify', lower($3))`,
    [tenantId, id, orderNo, memberId, channelId, amount, new Date(at), channelNo],
  )
  return told
}

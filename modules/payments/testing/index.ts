import { fen } from '@wattyard/money'
import { newId, type Tx } from '@wattyard/server-kit'
import { aMember, type MemberOptions, TEST_DAY, TEST_INSTANT, type TestMember } from '@wattyard/members/testing'
import { type ChannelKind, numberOf } from '../contract/index.ts'
import { recordPayment } from '../server/index.ts'

export { paymentsServer } from './payments-server.ts'
export { paymentsWorld, type PaymentsServerOptions } from './payments-world.ts'

/** Inserts an open channel, also of a kind that cannot be opened yet; returns its id. */
export async function aChannel(
  tx: Tx,
  tenantId: string,
  kind: ChannelKind = 'bank',
  name = '测试渠道',
): Promise<string> {
  const id = newId()
  await tx.execute(
    `insert into payments_channel (tenant_id, id, code, name, kind, state, clearing_owner, search_text)
     values ($1, $2, $3, $4, $5, 'open', $2::uuid::text, $6)`,
    [tenantId, id, `C${id.slice(-12)}`, name, kind, name],
  )
  return id
}

/** Inserts a member as `aMember` does; money it wishes for is paid in, with its payment and its lot. */
export async function aPayingMember(
  tx: Tx,
  tenantId: string,
  { principal = 0n, gift = 0n, ...wishes }: MemberOptions = {},
): Promise<TestMember> {
  const member = await aMember(tx, tenantId, wishes)
  if (principal + gift > 0n)
    await recordPayment(tx, {
      tenantId,
      memberId: member.memberId,
      principal: fen(principal),
      gift: fen(gift),
      channel: { id: await aChannel(tx, tenantId), kind: 'bank', clearing_owner: tenantId },
      receipt: null,
      requestKey: newId(),
      paidAt: TEST_INSTANT,
      bookedOn: TEST_DAY,
      actor: 'test',
    })
  return member
}

/** Inserts a payment by code that was paid, with its top-up; returns its id. */
export async function aCodePayment(tx: Tx, tenantId: string, amount = 100n): Promise<string> {
  const { memberId } = await aMember(tx, tenantId)
  const channelId = await aChannel(tx, tenantId, 'wechat', '微信支付')
  const id = newId()
  const number = numberOf('payment', id)
  await recordPayment(tx, {
    id,
    tenantId,
    memberId,
    principal: fen(amount),
    gift: fen(0n),
    channel: { id: channelId, kind: 'wechat', clearing_owner: channelId },
    receipt: null,
    requestKey: `payments.codePayment:${id}`,
    paidAt: TEST_INSTANT,
    bookedOn: TEST_DAY,
    actor: 'test',
  })
  await tx.execute(
    `insert into payments_code_payment (tenant_id, id, number, state, member_id, channel_id, amount_fen, expires_at, paid_at, channel_no, top_up_id, actor,
       request_key, description, notify_url, search_text)
     values ($1, $2, $3, 'paid', $4, $5, $6, $7, $7, $8, $2, 'test', $3, '充值', 'https://pay.example.com/notify', lower($3))`,
    [tenantId, id, number, memberId, channelId, amount, new Date(TEST_INSTANT), `4200${number.slice(-20)}`],
  )
  return id
}

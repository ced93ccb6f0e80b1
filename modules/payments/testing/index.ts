import { fen } from '@wattyard/money'
import { newId, type Tx } from '@wattyard/server-kit'
import { aMember, type MemberOptions, TEST_DAY, TEST_INSTANT, type TestMember } from '@wattyard/members/testing'
import type { ChannelKind } from '../contract/index.ts'
import { recordPayment } from '../server/index.ts'

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

import { topUpWallet } from '@wattyard/members/server'
import { anEntry, type TestMember } from '@wattyard/members/testing'
import { fen } from '@wattyard/money'
import { newId, type Tx } from '@wattyard/server-kit'

/** The newest migration of the release that had no payments. */
export const BEFORE_PAYMENTS = '0410'

const WECHAT = { code: 'channel_clearing', ownerType: 'channel', ownerId: 'wechat' } as const
export const BANK = { code: 'bank' } as const

/** Books a top-up as the release before payments did; returns its journal. */
export async function formerTopUp(
  tx: Tx,
  { tenantId, memberId }: TestMember,
  [principal, gift]: readonly [bigint, bigint],
  { arrival = WECHAT, key = newId() }: { arrival?: typeof WECHAT | typeof BANK; key?: string } = {},
): Promise<string> {
  const entry = anEntry(tenantId, { idemKey: key, source: { type: 'members.member', id: memberId }, actor: '李娜' })
  const { journalId } = await topUpWallet(tx, {
    ...entry,
    memberId,
    principal: fen(principal),
    gift: fen(gift),
    arrival,
  })
  return journalId
}

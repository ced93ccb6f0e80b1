import { type Fen, fen } from '@wattyard/money'
import { type BusinessDay, businessDay } from '@wattyard/time'
import { newId, searchText, type Tx } from '@wattyard/server-kit'
import type { Entry } from '@wattyard/ledger/contract'
import { mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { member } from '../contract/index.ts'
import { insertTags, type MemberKey, type OrderPayment, openWallets, topUpWallet } from '../server/index.ts'

export { quietMembersPorts } from './quiet-members-ports.ts'

export const TEST_DAY: BusinessDay = businessDay('2026-11-20')
export const TEST_INSTANT = Date.parse('2026-11-20T06:30:00Z')

export interface TestMember extends MemberKey {
  tag: string
}

export interface MemberOptions {
  memberId?: string
  principal?: bigint
  gift?: bigint
  status?: 'active' | 'blocked'
  tag?: string
  tagStatus?: 'active' | 'blocked' | 'lost'
  expiresAt?: number | null
}

/** Inserts a member with a wallet and one card. Money it wishes for has neither payment nor lot: see `aPayingMember` of payments. */
export async function aMember(tx: Tx, tenantId: string, wishes: MemberOptions = {}): Promise<TestMember> {
  const {
    memberId = newId(),
    principal = 0n,
    gift = 0n,
    status = 'active',
    tagStatus = 'active',
    expiresAt = null,
  } = wishes
  const tag = wishes.tag ?? newId().replaceAll('-', '').slice(-16).toUpperCase()
  const [code, name] = [`T${memberId.slice(-12)}`, '测试会员']
  await tx.execute(
    'insert into members_member (tenant_id, id, code, name, status, search_text) values ($1, $2, $3, $4, $5, $6)',
    // Found as members are that the product itself has saved.
    [tenantId, memberId, code, name, status, searchText(member, { code, name })],
  )
  await insertTags(tx, [{ tenantId, memberId, tag, kind: 'rfid', expiresAt }])
  if (tagStatus !== 'active')
    await tx.execute('update members_tag set status = $3 where tenant_id = $1 and tag = $2', [tenantId, tag, tagStatus])
  await openWallets(tx, [{ tenantId, memberId }])
  if (principal + gift > 0n)
    await topUpWallet(tx, {
      ...anEntry(tenantId, { source: { type: 'members.member', id: memberId } }),
      memberId,
      principal: fen(principal),
      gift: fen(gift),
      arrival: { code: 'channel_clearing', ownerType: 'channel', ownerId: 'wechat' },
    })
  return { tenantId, memberId, tag }
}

/** Takes principal out of a wallet as releases before refunds did: payable, without a refund and without its lots. */
export async function takeOut(
  tx: Tx,
  { memberId, amount, ...entry }: Entry & { memberId: string; amount: Fen },
): Promise<string> {
  const { tenantId } = entry
  const [payable] = await openAccounts(tx, [{ tenantId, code: 'refund_payable' }])
  const accounts = (await openWallets(tx, [{ tenantId, memberId }])).get(memberId)?.accounts
  if (!payable || !accounts) throw new Error(`member ${memberId} has no wallet`)
  const postings = [{ debit: accounts.principal, credit: payable, amount_fen: amount }]
  const [posted] = await postJournals(tx, [{ ...entry, kind: 'withdrawal', postings }])
  return mustPost(posted).journalId
}

export function anEntry(tenantId: string, over: Partial<Entry> = {}): Entry {
  return {
    tenantId,
    idemKey: newId(),
    source: { type: 'charging.order', id: newId() },
    effectiveAt: TEST_INSTANT,
    bookedOn: TEST_DAY,
    actor: 'test',
    ...over,
  }
}

const ZERO: Fen = fen(0n)

/** A payment of zero, to be overridden by the test. */
export function aPayment(member: MemberKey, over: Partial<OrderPayment> = {}): OrderPayment {
  return {
    ...anEntry(member.tenantId),
    memberId: member.memberId,
    holdId: null,
    electricity: ZERO,
    service: ZERO,
    discounted: ZERO,
    fromHold: { principal: ZERO, gift: ZERO },
    fromAvailable: { principal: ZERO, gift: ZERO },
    receivable: ZERO,
    ...over,
  }
}

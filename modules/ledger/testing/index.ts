import { fen } from '@wattyard/money'
import { type BusinessDay, businessDay } from '@wattyard/time'
import { type Database, newId, type Tx } from '@wattyard/server-kit'
import type { Account, Entry, JournalDraft, JournalResult } from '../contract/index.ts'
import { openAccounts, postJournals } from '../server/index.ts'

/** Default day and instant of test entries. */
export const TEST_DAY: BusinessDay = businessDay('2026-11-20')
export const TEST_INSTANT = Date.parse('2026-11-20T06:30:00Z')

export interface TestWallet {
  tenantId: string
  ownerId: string
  principal: Account
  gift: Account
  frozen: Account
  frozenGift: Account
  receivable: Account
  electricity: Account
  service: Account
  clearing: Account
  marketing: Account
}

/** An entry with default values for tests. */
export function anEntry(tenantId: string, overrides: Partial<Entry> = {}): Entry {
  return {
    tenantId,
    idemKey: newId(),
    source: { type: 'test.thing', id: newId() },
    effectiveAt: TEST_INSTANT,
    bookedOn: TEST_DAY,
    actor: 'test',
    ...overrides,
  }
}

export async function aWallet(tx: Tx, tenantId: string, ownerId: string = newId()): Promise<TestWallet> {
  const own = { tenantId, ownerType: 'member', ownerId } as const
  const [principal, gift, frozen, frozenGift, receivable, electricity, service, clearing, marketing] =
    await openAccounts(tx, [
      { ...own, code: 'wallet_principal' },
      { ...own, code: 'wallet_gift' },
      { ...own, code: 'wallet_frozen' },
      { ...own, code: 'wallet_frozen_gift' },
      { ...own, code: 'member_receivable' },
      { tenantId, code: 'electricity_revenue' },
      { tenantId, code: 'service_revenue' },
      { tenantId, code: 'channel_clearing' },
      { tenantId, code: 'marketing_cost' },
    ])
  if (
    !principal ||
    !gift ||
    !frozen ||
    !frozenGift ||
    !receivable ||
    !electricity ||
    !service ||
    !clearing ||
    !marketing
  )
    throw new Error('an account is missing')
  return {
    tenantId,
    ownerId,
    principal,
    gift,
    frozen,
    frozenGift,
    receivable,
    electricity,
    service,
    clearing,
    marketing,
  }
}

/** A journal draft that pays money into a wallet. */
export function aDeposit(
  wallet: TestWallet,
  principal: bigint,
  gift = 0n,
  overrides: Partial<Entry> = {},
): JournalDraft {
  return {
    ...anEntry(wallet.tenantId, overrides),
    kind: 'deposit',
    postings: [
      ...(principal > 0n ? [{ debit: wallet.clearing, credit: wallet.principal, amount_fen: fen(principal) }] : []),
      ...(gift > 0n ? [{ debit: wallet.marketing, credit: wallet.gift, amount_fen: fen(gift) }] : []),
    ],
  }
}

/** A journal draft that pays electricity from principal. */
export function aCharge(wallet: TestWallet, amount: bigint, overrides: Partial<Entry> = {}): JournalDraft {
  return {
    ...anEntry(wallet.tenantId, overrides),
    kind: 'settle',
    postings: [{ debit: wallet.principal, credit: wallet.electricity, amount_fen: fen(amount) }],
  }
}

export function post(db: Database, tenantId: string, drafts: readonly JournalDraft[]): Promise<JournalResult[]> {
  return db.tenant(tenantId, tx => postJournals(tx, drafts))
}

import { type Fen, minFen, ZERO_FEN } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { Refusal, type Tx } from '@wattyard/server-kit'
import type { Entry, Posting } from '@wattyard/ledger/contract'
import { type AccountKey, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { openWallets } from './wallets.ts'

export interface TopUp extends Entry {
  memberId: string
  /** Paid in. */
  principal: Fen
  /** Given on top. */
  gift: Fen
  /** Account of the tenant in which the paid money arrives. */
  arrival: Omit<AccountKey, 'tenantId'>
}

/**
 * Adds money to a wallet: paid money as principal, bonus money as gift (a marketing cost). The member's debt is paid from the
 * principal immediately. The payment and its lot are the caller's to write, in the same transaction.
 *
 * @throws Refusal `members.nothingToTopUp`, `ledger.keyReused`
 */
export async function topUpWallet(
  tx: Tx,
  { memberId, principal, gift, arrival: arrivalKey, ...entry }: TopUp,
): Promise<{ journalId: string; bookedOn: BusinessDay; paidDebt: Fen }> {
  const { tenantId } = entry
  if (principal < ZERO_FEN || gift < ZERO_FEN || principal + gift === ZERO_FEN)
    throw new Refusal('members.nothingToTopUp')
  const [arrival, marketing] = await openAccounts(tx, [
    { ...arrivalKey, tenantId },
    { tenantId, code: 'marketing_cost' },
  ])
  const open = (await openWallets(tx, [{ tenantId, memberId }], { lock: true })).get(memberId)
  if (!arrival || !marketing || !open) throw new Error(`member ${memberId} has no wallet`)
  const { accounts, wallet } = open
  const paidDebt = minFen(principal, wallet.owed)
  const postings = [
    { debit: arrival, credit: accounts.principal, amount_fen: principal },
    { debit: marketing, credit: accounts.gift, amount_fen: gift },
    { debit: accounts.principal, credit: accounts.receivable, amount_fen: paidDebt },
  ].filter((posting: Posting) => posting.amount_fen > ZERO_FEN)
  const [result] = await postJournals(tx, [{ ...entry, kind: 'deposit', postings }])
  const { journalId, bookedOn } = mustPost(result)
  return { journalId, bookedOn, paidDebt }
}

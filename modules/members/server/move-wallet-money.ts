import { type Fen, minFen, subFen, ZERO_FEN } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { Refusal, type Tx } from '@wattyard/server-kit'
import type { Entry, Posting } from '@wattyard/ledger/contract'
import { type AccountKey, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { accountOf } from './merged-accounts.ts'
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

/** Returns the refusal of a top-up without money, also at the fields of both amounts. */
export function nothingToTopUp(): Refusal {
  const saying = { key: 'members.error.nothingToTopUp' }
  return new Refusal('members.nothingToTopUp', { fields: { principal: saying, gift: saying } })
}

/** What crediting a wallet came to. */
export interface WalletCredited {
  journalId: string
  bookedOn: BusinessDay
  /** Debt that was paid from the money at once. */
  paidDebt: Fen
}

/**
 * Adds money to a wallet: paid money as principal, bonus money as gift (a marketing cost). The member's debt is paid from the
 * principal immediately. The payment and its lot are the caller's to write, in the same transaction.
 *
 * @throws Refusal `members.nothingToTopUp`, `ledger.keyReused`
 */
export function topUpWallet(tx: Tx, topUp: TopUp): Promise<WalletCredited> {
  return credit(tx, topUp, 'deposit')
}

/** Money that had left a wallet, and comes back because it could not be paid out. */
export interface WalletReturn extends Omit<TopUp, 'arrival'> {
  /** Account of the tenant in which the money waited. */
  from: Omit<AccountKey, 'tenantId'>
}

/**
 * Puts money back into a wallet as `topUpWallet` does, debt first, but as no deposit: nothing was paid in.
 *
 * @throws Refusal `members.nothingToTopUp`, `ledger.keyReused`
 */
export async function returnToWallet(tx: Tx, { from, ...back }: WalletReturn): Promise<WalletCredited> {
  // What comes back is of the account that has the money now.
  const memberId = await accountOf(tx, back.tenantId, back.memberId)
  return credit(tx, { ...back, memberId, arrival: from }, 'transfer')
}

/** Money that was paid out to a member twice. */
export interface WalletCharge extends Entry {
  memberId: string
  amount: Fen
  /** Account of the tenant out of which it was paid. */
  to: Omit<AccountKey, 'tenantId'>
}

/** What a charge came to: `taken` out of the wallet, and `owed` from now on. */
export interface WalletCharged {
  journalId: string
  bookedOn: BusinessDay
  taken: Fen
  owed: Fen
}

/**
 * Takes money that was paid out twice out of a wallet: principal that is available, the rest becomes a debt. Gift was never money that
 * could be paid out, so it pays for none.
 *
 * @throws Refusal `ledger.keyReused`
 */
export async function chargeWallet(
  tx: Tx,
  { memberId: ofMember, amount, to, ...entry }: WalletCharge,
): Promise<WalletCharged> {
  const { tenantId } = entry
  const memberId = await accountOf(tx, tenantId, ofMember)
  const [source] = await openAccounts(tx, [{ ...to, tenantId }])
  const open = (await openWallets(tx, [{ tenantId, memberId }], { lock: true })).get(memberId)
  if (!source || !open) throw new Error(`member ${memberId} has no wallet`)
  const { accounts, wallet } = open
  const taken = minFen(amount, wallet.principal)
  const owed = subFen(amount, taken)
  const postings = [
    { debit: accounts.principal, credit: source, amount_fen: taken },
    { debit: accounts.receivable, credit: source, amount_fen: owed },
  ].filter((posting: Posting) => posting.amount_fen > ZERO_FEN)
  const [result] = await postJournals(tx, [{ ...entry, kind: 'payout', postings }])
  const { journalId, bookedOn } = mustPost(result)
  return { journalId, bookedOn, taken, owed }
}

async function credit(
  tx: Tx,
  { memberId, principal, gift, arrival: arrivalKey, ...entry }: TopUp,
  kind: 'deposit' | 'transfer',
): Promise<WalletCredited> {
  const { tenantId } = entry
  if (principal < ZERO_FEN || gift < ZERO_FEN || principal + gift === ZERO_FEN) throw nothingToTopUp()
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
  const [result] = await postJournals(tx, [{ ...entry, kind, postings }])
  const { journalId, bookedOn } = mustPost(result)
  return { journalId, bookedOn, paidDebt }
}

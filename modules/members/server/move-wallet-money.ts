import { type Fen, minFen, ZERO_FEN } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { type Call, invalid, newId, Refusal, type Tx } from '@wattyard/server-kit'
import type { Entry, Posting } from '@wattyard/ledger/contract'
import { type AccountKey, journalKey, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { accountingDayOf } from './accounting-day.ts'
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

/**
 * Returns the journal data of a person's command. The kernel runs it once per key; the journal's key guarantees the
 * same in the ledger.
 */
export async function commandEntry(call: Call, memberId: string, what: string, reason: unknown): Promise<Entry> {
  const now = Date.now()
  const { tenantId, userId, displayName } = call.caller
  return {
    tenantId,
    idemKey: journalKey(what, userId, memberId, call.idempotencyKey ?? newId()),
    source: { type: 'members.member', id: memberId },
    effectiveAt: now,
    bookedOn: await accountingDayOf(call.tx, tenantId, now),
    actor: displayName,
    ...(typeof reason === 'string' && reason ? { memo: reason } : {}),
  }
}

/**
 * Takes principal out of a wallet to be paid back to the member. Gift money is never paid out, and debts have to be paid first.
 *
 * @throws Refusal `members.owesFirst`, `members.notThatMuch`
 */
export async function refundWallet(
  tx: Tx,
  { memberId, amount, ...entry }: Entry & { memberId: string; amount: Fen },
): Promise<{ journalId: string }> {
  const { tenantId } = entry
  if (amount <= ZERO_FEN) throw invalid({ amount: { key: 'kernel.field.tooSmall', params: { min: '0.01' } } })
  const [payable] = await openAccounts(tx, [{ tenantId, code: 'refund_payable' }])
  const open = (await openWallets(tx, [{ tenantId, memberId }], { lock: true })).get(memberId)
  if (!payable || !open) throw new Error(`member ${memberId} has no wallet`)
  if (open.wallet.owed > ZERO_FEN) throw new Refusal('members.owesFirst')
  if (amount > open.wallet.principal) throw new Refusal('members.notThatMuch')
  const postings = [{ debit: open.accounts.principal, credit: payable, amount_fen: amount }]
  const [result] = await postJournals(tx, [{ ...entry, kind: 'withdrawal', postings }])
  return { journalId: mustPost(result).journalId }
}

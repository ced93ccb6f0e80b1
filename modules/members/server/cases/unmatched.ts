import type { JournalView } from '@wattyard/ledger/contract'
import { balancesOf, openAccounts } from '@wattyard/ledger/server'
import { displayFen, type Fen, fen, ZERO_FEN } from '@wattyard/money'
import { type Language, Refusal, type Tx } from '@wattyard/server-kit'

/** Account of receipts without an owner. */
const UNMATCHED = 'unmatched'

/** Accounts from which an order without a known payer is refunded: what it takes back is a claim, and no receipt. */
const INCOME: ReadonlySet<string> = new Set(['electricity_revenue', 'service_revenue'])

/** Name of the lock of receipts without an owner among all advisory locks: two do not take one receipt. */
const UNMATCHED_LOCK = 771_424

/** Returns what lies among the receipts without an owner, fen; whoever takes of it locks it before lots and wallets. */
export async function lockUnmatched(tx: Tx, tenantId: string): Promise<Fen> {
  await tx.execute('select pg_advisory_xact_lock($1, hashtext($2))', [UNMATCHED_LOCK, tenantId])
  const [account] = await openAccounts(tx, [{ tenantId, code: UNMATCHED }])
  const balance = account && (await balancesOf(tx, [{ tenantId, id: account.id }])).get(account.id)
  return balance && balance.balance_fen > ZERO_FEN ? balance.balance_fen : ZERO_FEN
}

/**
 * Checks that what a journal put among the receipts without an owner still lies there, so that its reversal does not take what another
 * wallet was credited with.
 *
 * @throws Refusal `members.unmatchedGone` with what is left
 */
export async function mustStillLie(
  tx: Tx,
  tenantId: string,
  { postings }: Pick<JournalView, 'postings'>,
): Promise<void> {
  const taken = postings.reduce((sum, { debit, credit, amount_fen }) => {
    if (credit.code === UNMATCHED && !INCOME.has(debit.code)) return sum + amount_fen
    return debit.code === UNMATCHED ? sum - amount_fen : sum
  }, 0n)
  if (taken <= 0n) return
  const left = await lockUnmatched(tx, tenantId)
  if (taken > left)
    throw new Refusal('members.unmatchedGone', {
      params: {
        amount: (language: Language) => displayFen(fen(taken), language),
        left: (language: Language) => displayFen(left, language),
      },
    })
}

import { fen, ZERO_FEN } from '@wattyard/money'
import { balancesOf, openAccounts } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'

/**
 * Returns whether the cash desk has an amount by the books. Pay-outs in cash of a company wait here for each other until the
 * transaction ends, so that two of them do not count the same notes.
 */
export async function deskHas(tx: Tx, tenantId: string, amount: bigint): Promise<boolean> {
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('payments.cashDesk' || $1, 0))", [tenantId])
  const [desk] = await openAccounts(tx, [{ tenantId, code: 'cash_on_hand' }])
  const balance = desk && (await balancesOf(tx, [desk])).get(desk.id)
  return (balance?.balance_fen ?? ZERO_FEN) >= fen(amount)
}

import { type Fen, fen } from '@wattyard/money'
import type { Tx } from '@wattyard/server-kit'
import { journalsOfSources, movesOfAccounts } from '@wattyard/ledger/server'
import { netPaid, sourceText } from './refund-orders.ts'
import type { OpenWallet } from './wallets.ts'

/** Most movements of one receivable that are followed. */
const MAX_MOVES = 20_000
/** Orders whose journals are read at once; one has a handful of them, and a read is limited. */
const ORDERS_PER_READ = 50

/** Debts of a member that money of the wallet paid, in fen. */
export interface PaidDebts {
  /** Net of what reversals brought back. */
  paid: Fen
  /** What refunds of the orders that had owed it gave back. */
  refunded: Fen
}

/**
 * Returns how much of a member's debts was paid later, and how much of that went back with refunds of the orders: no more than the
 * difference can become a debt again. Null when there are too many movements to follow.
 *
 * @param wallet locked, so that nobody refunds meanwhile
 */
export async function paidDebts(tx: Tx, { accounts: { receivable } }: OpenWallet): Promise<PaidDebts | null> {
  const { tenantId } = receivable
  const moves = await movesOfAccounts(tx, tenantId, [receivable.id], MAX_MOVES)
  if (moves.length > MAX_MOVES) return null
  let paid = 0n
  const owing = new Map<string, { tenantId: string; type: string; id: string }>()
  for (const { debit, credit, source, amount } of moves) {
    if (credit.code === 'member_receivable' && debit.code === 'wallet_principal') paid += amount
    else if (debit.code === 'member_receivable' && credit.code === 'wallet_principal') paid -= amount
    else owing.set(sourceText({ tenantId, source }), { tenantId, ...source })
  }
  let refunded = 0n
  const sources = [...owing.values()]
  for (let at = 0; at < sources.length; at += ORDERS_PER_READ) {
    const net = netPaid(await journalsOfSources(tx, sources.slice(at, at + ORDERS_PER_READ)))
    // An order gets back more principal than it paid only where its debt was paid later.
    for (const [key, amount] of net) if (key.endsWith('|principal') && amount < 0n) refunded -= amount
  }
  return { paid: fen(paid), refunded: fen(refunded) }
}

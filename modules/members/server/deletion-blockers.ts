import { ownedSums } from '@wattyard/ledger/server'
import { addFen, formatFen, ZERO_FEN } from '@wattyard/money'
import type { DeletionBlocker, Tx } from '@wattyard/server-kit'
import { WALLET_CODES } from './wallets.ts'

/**
 * Returns the obstacles to a tenant's deletion. Principal in wallets is owed to people and stops it, because afterwards nobody
 * knows to whom. Bonus money cannot be paid out, and members' debts are the tenant's own loss, so they do not stop it.
 */
export async function membersDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const sums = await ownedSums(tx, { tenantId, ownerType: 'member' })
  const of = (what: string, stops: boolean, ...parts: (keyof typeof WALLET_CODES)[]): DeletionBlocker => {
    const found = parts.flatMap(part => sums.get(WALLET_CODES[part]) ?? [])
    return {
      what: `members.obstacle.${what}`,
      // A wallet with both parts is counted for each; the larger number is shown.
      count: Math.max(0, ...found.map(({ owners }) => owners)),
      amount: formatFen(found.reduce((sum, { balance_fen }) => addFen(sum, balance_fen), ZERO_FEN)),
      stops,
    }
  }
  return [
    of('walletMoney', true, 'principal', 'frozen'),
    of('giftMoney', false, 'gift', 'frozenGift'),
    of('owedByMembers', false, 'receivable'),
  ]
}

import { ownedSums } from '@wattyard/ledger/server'
import { addFen, formatFen, ZERO_FEN } from '@wattyard/money'
import type { DeletionBlocker, Tx } from '@wattyard/server-kit'
import { WALLET_CODES } from './wallets.ts'

/**
 * Money in wallets is owed to people, and after a deletion nobody knows any more to whom: it stops one. Gift money can be
 * paid to nobody, and what members owe is the tenant's own loss.
 */
export async function membersDeletionBlockers(tx: Tx, tenantId: string): Promise<readonly DeletionBlocker[]> {
  const sums = await ownedSums(tx, { tenantId, ownerType: 'member' })
  const of = (what: string, stops: boolean, ...parts: (keyof typeof WALLET_CODES)[]): DeletionBlocker => {
    const found = parts.flatMap(part => sums.get(WALLET_CODES[part]) ?? [])
    return {
      what: `members.obstacle.${what}`,
      // A wallet with both parts may be counted for each: the most of them is what people look for.
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

import { fen } from '@wattyard/money'
import { ownersBelow } from '@wattyard/ledger/server'
import type { Tx } from '@wattyard/server-kit'
import { WALLET_CODES } from './wallets.ts'

/** Balance below which a member may soon be unable to start, ¥20: about what a short fast charge costs. */
export const LOW_BALANCE_FEN = fen(2_000n)

/** Returns the number of members who had money and have less than `LOW_BALANCE_FEN` of own and bonus money left. */
export function countMembersLow(tx: Tx, tenantId: string): Promise<number> {
  const codes = [WALLET_CODES.principal, WALLET_CODES.gift]
  return ownersBelow(tx, { tenantId, ownerType: 'member', codes, below_fen: LOW_BALANCE_FEN })
}

import { fen, formatFen, subFen } from '@wattyard/money'
import { ownersBelow } from '@wattyard/ledger/server'
import { col, type Tx } from '@wattyard/server-kit'
import { WALLET_CODES } from './wallets.ts'

/** Balance below which a member may soon be unable to start, ¥20: about what a short fast charge costs. */
export const LOW_BALANCE_FEN = fen(2_000n)

/**
 * Returns the number of members with less than `LOW_BALANCE_FEN` of own and bonus money left: those that the list shows below that amount.
 * Accounts that have ended hold nothing and are nobody's who could run dry.
 */
export async function countMembersLow(tx: Tx, tenantId: string): Promise<number> {
  const codes = [WALLET_CODES.principal, WALLET_CODES.gift]
  const below = await ownersBelow(tx, { tenantId, ownerType: 'member', codes, below_fen: LOW_BALANCE_FEN })
  const [ended] = await tx.query(
    { count: col.bigint },
    "select count(*) as count from members_member where tenant_id = $1 and status in ('merged', 'anonymised')",
    [tenantId],
  )
  return below - Number(ended?.count ?? 0n)
}

/** What the list of members is asked for to show those whom `countMembersLow` counts. */
export const MEMBERS_LOW_QUERY = {
  'f.available.to': formatFen(subFen(LOW_BALANCE_FEN, fen(1n))),
  'f.status': 'active,blocked',
} as const

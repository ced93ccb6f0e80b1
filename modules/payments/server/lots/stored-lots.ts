import { fen, ZERO_FEN } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'
import { type MemberKey, walletsOf } from '@wattyard/members/server'
import type { WalletParts } from '@wattyard/members/contract'
import { sumFen } from '@wattyard/money'
import { type Lot, type LotRests, lotRests } from '../../contract/index.ts'

/** A lot as stored, with its place among the records. */
export interface StoredLot extends Lot {
  memberId: string
  paymentId: string | null
  journalId: string | null
  isReversed: boolean
}

const LOT = {
  id: col.uuid,
  member_id: col.uuid,
  payment_id: col.uuid.orNull,
  journal_id: col.uuid.orNull,
  principal_fen: col.bigint,
  gift_fen: col.bigint,
  refunded_fen: col.bigint,
  forfeited_fen: col.bigint,
  principal_taken_fen: col.bigint,
  spent_principal_fen: col.bigint,
  spent_gift_fen: col.bigint,
  is_reversed: col.boolean,
}

/** Returns all lots of members, reversed ones included, in the order in which they were credited: that of their journals. */
export async function lotsOf(tx: Tx, tenantId: string, memberIds: readonly string[]): Promise<StoredLot[]> {
  const rows = await tx.query(
    LOT,
    `select id, member_id, payment_id, journal_id, principal_fen, gift_fen, refunded_fen, forfeited_fen, principal_taken_fen,
       spent_principal_fen, spent_gift_fen, reversed_on is not null as is_reversed
     from payments_lot where tenant_id = $1 and member_id = any($2::uuid[]) order by member_id, journal_id nulls first`,
    [tenantId, memberIds],
  )
  return rows.map(row => ({
    id: row.id,
    memberId: row.member_id,
    paymentId: row.payment_id,
    journalId: row.journal_id,
    isReversed: row.is_reversed,
    credited: { principal: fen(row.principal_fen), gift: fen(row.gift_fen) },
    refunded: fen(row.refunded_fen),
    forfeited: fen(row.forfeited_fen),
    principalTaken: fen(row.principal_taken_fen),
    spent: { principal: fen(row.spent_principal_fen), gift: fen(row.spent_gift_fen) },
    reserved: { principal: ZERO_FEN, gift: ZERO_FEN },
  }))
}

/** Lots of one wallet that still count, and what is left of them. */
export interface WalletLots extends LotRests {
  lots: readonly StoredLot[]
}

/** Returns the lots of wallets and their rests by member. Two statements. */
export async function walletLots(tx: Tx, members: readonly MemberKey[]): Promise<Map<string, WalletLots>> {
  const [first] = members
  if (!first) return new Map()
  const ids = [...new Set(members.map(({ memberId }) => memberId))]
  const wallets = await walletsOf(tx, members)
  const lots = Map.groupBy(await lotsOf(tx, first.tenantId, ids), lot => lot.memberId)
  return new Map(
    ids.map(id => {
      const wallet = wallets.get(id)
      const left: WalletParts = {
        principal: sumFen([wallet?.principal ?? ZERO_FEN, wallet?.frozenPrincipal ?? ZERO_FEN]),
        gift: sumFen([wallet?.gift ?? ZERO_FEN, wallet?.frozenGift ?? ZERO_FEN]),
      }
      const own = (lots.get(id) ?? []).filter(lot => !lot.isReversed)
      return [id, { lots: own, ...lotRests(own, left) }]
    }),
  )
}

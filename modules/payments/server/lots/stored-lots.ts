import { fen, ZERO_FEN } from '@wattyard/money'
import { type Tx, col } from '@wattyard/server-kit'
import { accountsOfMembers, type MemberKey, walletsOf } from '@wattyard/members/server'
import type { WalletParts } from '@wattyard/members/contract'
import { sumFen } from '@wattyard/money'
import { type Lot, type LotRests, lotRests } from '../../contract/index.ts'

/** A lot as stored, with its place among the records. */
export interface StoredLot extends Lot {
  memberId: string
  paymentId: string | null
  journalId: string | null
  isReversed: boolean
  /** Whether it can be refunded; a correction that nobody had paid in cannot. */
  isRefundable: boolean
  /** Whether it is the money of a refund that could not be paid out. */
  isGivenBack: boolean
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
  reserved_principal_fen: col.bigint,
  reserved_gift_fen: col.bigint,
  origin: col.oneOf(['topUp', 'gift', 'opening', 'givenBack', 'adjusted']),
  refundable: col.boolean,
  is_reversed: col.boolean,
}

/**
 * Returns all lots of the accounts of members, reversed ones included, in the order in which they were credited: that of their journals. Lots
 * of an account that was merged are those of the account that has its money; `memberId` is that account.
 */
export async function lotsOf(tx: Tx, tenantId: string, memberIds: readonly string[]): Promise<StoredLot[]> {
  const accounts = await accountsOfMembers(tx, tenantId, memberIds)
  const accountOf = new Map(
    [...accounts.values()].flatMap(one => one.memberIds.map(id => [id, one.accountId] as const)),
  )
  const rows = await tx.query(
    LOT,
    `select l.id, l.member_id, l.payment_id, l.journal_id, l.principal_fen, l.gift_fen, l.refunded_fen, l.forfeited_fen, l.principal_taken_fen,
       l.spent_principal_fen, l.spent_gift_fen, l.origin, l.refundable, l.reversed_on is not null as is_reversed,
       coalesce(t.from_principal_fen + t.forfeited_principal_fen, 0)::bigint as reserved_principal_fen,
       coalesce(t.from_gift_fen + t.forfeited_gift_fen, 0)::bigint as reserved_gift_fen
     from payments_lot l
     left join payments_refund_take t on t.tenant_id = l.tenant_id and t.lot_id = l.id and t.refund_id = any(array(
       select r.id from payments_refund r where r.tenant_id = $1 and r.member_id = any($2::uuid[]) and r.state = 'requested'))
     where l.tenant_id = $1 and l.member_id = any($2::uuid[]) order by l.journal_id nulls first, l.id`,
    [tenantId, [...accountOf.keys()]],
  )
  return rows.map(row => ({
    id: row.id,
    memberId: accountOf.get(row.member_id) ?? row.member_id,
    paymentId: row.payment_id,
    journalId: row.journal_id,
    isReversed: row.is_reversed,
    credited: { principal: fen(row.principal_fen), gift: fen(row.gift_fen) },
    refunded: fen(row.refunded_fen),
    forfeited: fen(row.forfeited_fen),
    principalTaken: fen(row.principal_taken_fen),
    spent: { principal: fen(row.spent_principal_fen), gift: fen(row.spent_gift_fen) },
    reserved: { principal: fen(row.reserved_principal_fen), gift: fen(row.reserved_gift_fen) },
    isRefundable: row.refundable,
    isGivenBack: row.origin === 'givenBack',
  }))
}

/** Lots of one wallet that still count, and what is left of them. */
export interface WalletLots extends LotRests {
  lots: readonly StoredLot[]
}

/** Returns the lots of the accounts of members and their rests, by the member that was asked for. Four statements. */
export async function walletLots(tx: Tx, members: readonly MemberKey[]): Promise<Map<string, WalletLots>> {
  const [first] = members
  if (!first) return new Map()
  const ids = [...new Set(members.map(({ memberId }) => memberId))]
  const { tenantId } = first
  const accounts = await accountsOfMembers(tx, tenantId, ids)
  const accountOf = (id: string): string => accounts.get(id)?.accountId ?? id
  const wallets = await walletsOf(
    tx,
    [...new Set(ids.map(accountOf))].map(memberId => ({ tenantId, memberId })),
  )
  const lots = Map.groupBy(await lotsOf(tx, tenantId, ids), lot => lot.memberId)
  return new Map(
    ids.map(id => {
      const wallet = wallets.get(accountOf(id))
      const left: WalletParts = {
        principal: sumFen([wallet?.principal ?? ZERO_FEN, wallet?.frozenPrincipal ?? ZERO_FEN]),
        gift: sumFen([wallet?.gift ?? ZERO_FEN, wallet?.frozenGift ?? ZERO_FEN]),
      }
      const own = (lots.get(accountOf(id)) ?? []).filter(lot => !lot.isReversed)
      return [id, { lots: own, ...lotRests(own, left) }]
    }),
  )
}

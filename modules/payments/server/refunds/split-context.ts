import { type Fen, fen, subFen, sumFen, ZERO_FEN } from '@wattyard/money'
import type { Wallet } from '@wattyard/members/contract'
import { accountsOfMembers, walletsOf } from '@wattyard/members/server'
import { col, type Tx } from '@wattyard/server-kit'
import {
  amountOf,
  CHANNEL_KINDS,
  CHANNEL_STATES,
  type ChannelKind,
  isByHand,
  mostOfLot,
  REFUND_BASES,
  type RefundBasis,
  type SplitContext,
  type SplitLot,
  splitLotsOf,
  type SplitPayment,
  type SplitRow,
  type Take,
  takeFromLot,
} from '../../contract/index.ts'
import { lotsOf } from '../lots/stored-lots.ts'

/** What the channels write about refunds (see `split-refund.ts`); of Alipay by contract, for which we assume the same. */
const REFUND_DAYS = 365
const REFUND_PARTS = 50

/** The top-up that a lot came from. */
export interface SourceTopUp extends SplitPayment {
  number: string
  kind: ChannelKind
}

/** What a refund of a member is split over, at one moment. */
export interface RefundSources {
  lots: readonly SplitLot[]
  topUps: ReadonlyMap<string, SourceTopUp>
}

const TOP_UP = {
  id: col.uuid,
  number: col.text,
  channel_id: col.uuid,
  kind: col.oneOf(CHANNEL_KINDS),
  state: col.oneOf(CHANNEL_STATES),
  amount_fen: col.fen,
  paid_at: col.instant,
  going_fen: col.fen,
  parts: col.integer,
  last_at: col.instant.orNull,
}

/** Returns the top-ups of a member by id, with what their channels still take back. */
export async function topUpsOf(tx: Tx, tenantId: string, memberId: string): Promise<Map<string, SourceTopUp>> {
  const account = (await accountsOfMembers(tx, tenantId, [memberId])).get(memberId)
  const rows = await tx.query(
    TOP_UP,
    `select p.id, p.number, p.channel_id, c.kind, c.state, p.amount_fen, p.paid_at, g.going_fen, g.parts, g.last_at
     from payments_payment p
     join payments_channel c on c.tenant_id = p.tenant_id and c.id = p.channel_id
     cross join lateral (
       select coalesce(sum(r.amount_fen) filter (where r.state not in ('failed', 'replaced', 'dropped', 'givenBack')), 0)::bigint as going_fen,
         count(*) filter (where r.way not in ('bank', 'cash'))::int as parts,
         max(r.created_at) filter (where r.way not in ('bank', 'cash')) as last_at
       from payments_refund_part r where r.tenant_id = p.tenant_id and r.top_up_id = p.id
     ) g
     where p.tenant_id = $1 and p.member_id = any($2::uuid[]) and p.state = 'paid'`,
    [tenantId, account?.memberIds ?? [memberId]],
  )
  return new Map(
    rows.map(row => [
      row.id,
      {
        id: row.id,
        number: row.number,
        channelId: row.channel_id,
        kind: row.kind,
        left: subFen(row.amount_fen, row.going_fen),
        paidAt: row.paid_at,
        parts: row.parts,
        lastPartAt: row.last_at,
        // One that nothing speaks with yet is the way all the same: its part waits until a person decides otherwise.
        isOpen: !isByHand(row.kind) && row.state !== 'paused',
        refundDays: REFUND_DAYS,
        refundParts: REFUND_PARTS,
      },
    ]),
  )
}

/**
 * Returns what a refund of a member would be split over. The wallet must have no undecided refund.
 * @throws RangeError when it has one
 */
export async function refundSources(
  tx: Tx,
  tenantId: string,
  memberId: string,
  wallet: Wallet,
): Promise<RefundSources> {
  const lots = (await lotsOf(tx, tenantId, [memberId])).filter(lot => !lot.isReversed)
  const refundable = new Set(lots.filter(lot => lot.isRefundable).map(lot => lot.id))
  return {
    lots: splitLotsOf(lots, wallet).filter(lot => refundable.has(lot.id)),
    topUps: await topUpsOf(tx, tenantId, memberId),
  }
}

/** Returns the wallet of a member as it is, not locked. */
export async function walletNow(tx: Tx, tenantId: string, memberId: string): Promise<Wallet> {
  const wallet = (await walletsOf(tx, [{ tenantId, memberId }])).get(memberId)
  if (!wallet) throw new Error(`member ${memberId} has no wallet`)
  return wallet
}

export const contextOf = ({ lots, topUps }: RefundSources, basis: RefundBasis, now: number): SplitContext => ({
  lots,
  payments: [...topUps.values()],
  basis,
  now,
})

/** What one lot gives, with what the lot is at this moment. */
export interface LotTake {
  lot: SplitLot
  row: SplitRow
  take: Take
}

/** Returns what the rows of a split take out of their lots. */
export function takesOf(rows: readonly SplitRow[], lots: readonly SplitLot[], basis: RefundBasis): LotTake[] {
  return rows.map(row => {
    const lot = lots.find(one => one.id === row.lotId)
    if (!lot) throw new Error(`there is no lot ${row.lotId}`)
    return { lot, row, take: takeFromLot(lot.value, basis, amountOf(row)) }
  })
}

export const forfeitOf = ({ forfeitedGift, forfeitedPrincipal }: Take): Fen =>
  sumFen([forfeitedGift, forfeitedPrincipal])

/** Returns under each basis the most that can be refunded, and what falls with it. */
export function mostUnderEach(lots: readonly SplitLot[]): { basis: RefundBasis; most: Fen; forfeited: Fen }[] {
  return REFUND_BASES.map(basis => {
    const takes = lots.map(lot => takeFromLot(lot.value, basis, mostOfLot(lot, basis)))
    return { basis, most: sumFen(takes.map(take => take.paidOut)), forfeited: sumFen(takes.map(forfeitOf)) }
  })
}

/** Returns what of a lot was used, in fen. */
export function usedOf({ value: { paid, gift, rest } }: Pick<SplitLot, 'value'>): Fen {
  const used = paid + gift - rest.principal - rest.gift
  return used < 0n ? ZERO_FEN : fen(used)
}

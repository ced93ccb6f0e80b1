import { type Fen, ZERO_FEN } from '@wattyard/money'
import { accountingDayOf, returnToWallet } from '@wattyard/members/server'
import { type Call, col, newId, type Tx, uuidList } from '@wattyard/server-kit'
import { forfeitBack } from '../../contract/index.ts'
import { lockMoneyOf, PART_SOURCE, TAKE, takeOf, takeOfLot } from './stored-refunds.ts'

/** A part whose money goes back into the wallet; its refund is locked. */
export interface PartToReturn {
  id: string
  refund_id: string
  lot_id: string
  member_id: string
  top_up_id: string | null
  amount_fen: Fen
}

/** Returns what was given back of one lot's share of a refund so far, in fen. */
async function givenBackOf(tx: Tx, tenantId: string, { refund_id, lot_id }: PartToReturn): Promise<Fen> {
  const [row] = await tx.query(
    { back_fen: col.fen },
    `select coalesce(sum(amount_fen), 0)::bigint as back_fen from payments_refund_part
     where tenant_id = $1 and refund_id = $2 and lot_id = $3 and state = 'givenBack'`,
    [tenantId, refund_id, lot_id],
  )
  return row?.back_fen ?? ZERO_FEN
}

/** Returns the gift that comes back with each failed part of these, if it is given back now, in fen. */
export async function giftsBack(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Fen>> {
  const rows = await tx.query(
    { id: col.uuid, amount_fen: col.fen, back_fen: col.fen, ...TAKE },
    `select p.id, p.amount_fen, (select coalesce(sum(b.amount_fen), 0)::bigint from payments_refund_part b
         where b.tenant_id = p.tenant_id and b.refund_id = p.refund_id and b.lot_id = p.lot_id and b.state = 'givenBack') as back_fen,
       t.lot_id, t.by_channel_fen, t.by_hand_fen, t.from_principal_fen, t.from_gift_fen, t.forfeited_principal_fen, t.forfeited_gift_fen
     from payments_refund_part p
     join payments_refund_take t on t.tenant_id = p.tenant_id and t.refund_id = p.refund_id and t.lot_id = p.lot_id
     where p.tenant_id = $1 and p.id = any($2::uuid[]) and p.state = 'failed'`,
    [tx.tenantId, uuidList(ids)],
  )
  return new Map(
    rows.map(row => [row.id, forfeitBack(takeOf(row), { back: row.back_fen, amount: row.amount_fen })] as const),
  )
}

/**
 * Puts the money of a part that could not be paid out back into the wallet, as a lot of its own: the amount as principal, out of which
 * a debt is paid first, and the share of what was forfeited for it as gift. What was principal and fell comes back as gift too: the basis
 * had counted it as that, and as principal it could be refunded after all.
 */
export async function returnPart(
  { tx, caller }: Call,
  part: PartToReturn,
): Promise<{ journalId: string; bookedOn: string; paidDebt: Fen }> {
  const { tenantId, displayName } = caller
  const { id, refund_id, lot_id, member_id, top_up_id, amount_fen } = part
  await lockMoneyOf(tx, tenantId, member_id)
  const take = takeOf(await takeOfLot(tx, tenantId, refund_id, lot_id))
  const gift = forfeitBack(take, { back: await givenBackOf(tx, tenantId, part), amount: amount_fen })
  const now = Date.now()
  const booked = await returnToWallet(tx, {
    tenantId,
    memberId: member_id,
    principal: amount_fen,
    gift,
    from: { code: 'refund_payable' },
    idemKey: `payments.refundPart:${id}:givenBack`,
    source: { type: PART_SOURCE, id },
    effectiveAt: now,
    bookedOn: await accountingDayOf(tx, tenantId, now),
    actor: displayName,
  })
  await tx.execute(
    `insert into payments_lot (tenant_id, id, member_id, origin, payment_id, journal_id, principal_fen, gift_fen)
     values ($1, $2, $3, 'givenBack', $4, $5, $6, $7)`,
    [tenantId, newId(), member_id, top_up_id, booked.journalId, amount_fen, gift],
  )
  return booked
}

import { freeReceipts } from './receipts.ts'
import { fen, formatFen, subFen, ZERO_FEN } from '@wattyard/money'
import { field, optional } from '@wattyard/resource'
import { type AboutRecord, col, Refusal, type Tx } from '@wattyard/server-kit'
import type { JournalToReverse, ReversalFollower } from '@wattyard/ledger/server'
import { sumParts } from '@wattyard/members/contract'
import { openWallets, paidDebts } from '@wattyard/members/server'
import { CHANNEL_KINDS, isByHand, paymentTransition } from '../../contract/index.ts'
import { walletLots } from '../lots/stored-lots.ts'
import { PART_SOURCE, REFUND_SOURCE, undecidedRefund } from '../refunds/stored-refunds.ts'

const CREDITED = {
  lot_id: col.uuid,
  member_id: col.uuid,
  payment_id: col.uuid.orNull,
  paid_debt_fen: col.bigint,
  kind: col.oneOf(CHANNEL_KINDS).orNull,
  /** Whether an undecided refund takes of it. */
  is_reserved: col.boolean,
}

/** Returns what a journal credited, its payment and its lot locked in this order; null when it credited no wallet. */
async function creditedBy(tx: Tx, journalId: string) {
  const { tenantId } = tx
  await tx.execute('select 1 from payments_payment where tenant_id = $1 and journal_id = $2 for update', [
    tenantId,
    journalId,
  ])
  await tx.execute('select 1 from payments_lot where tenant_id = $1 and journal_id = $2 for update', [
    tenantId,
    journalId,
  ])
  const [found] = await tx.query(
    CREDITED,
    `select l.id as lot_id, l.member_id, l.payment_id, coalesce(p.paid_debt_fen, 0) as paid_debt_fen, c.kind,
       exists (select 1 from payments_refund_take t join payments_refund r on r.tenant_id = t.tenant_id and r.id = t.refund_id
         where t.tenant_id = l.tenant_id and t.lot_id = l.id and r.state = 'requested') as is_reserved
     from payments_lot l
     left join payments_payment p on p.tenant_id = l.tenant_id and p.id = l.payment_id
     left join payments_channel c on c.tenant_id = p.tenant_id and c.id = p.channel_id
     where l.tenant_id = $1 and l.journal_id = $2 and l.reversed_on is null`,
    [tenantId, journalId],
  )
  return found ?? null
}

/**
 * Returns whether nothing of a lot was used or refunded, apart from the debt that it paid at once, which its reversal brings back: as
 * far as orders still owe it. What was refunded of them went to the wallet and may have been paid out. The wallet stays as it is until
 * the transaction ends.
 */
async function isWhole(tx: Tx, tenantId: string, memberId: string, lotId: string, paidDebt: bigint): Promise<boolean> {
  const open = (await openWallets(tx, [{ tenantId, memberId }], { lock: true })).get(memberId)
  const wallet = (await walletLots(tx, [{ tenantId, memberId }])).get(memberId)
  const at = wallet?.lots.findIndex(lot => lot.id === lotId) ?? -1
  const lot = wallet?.lots[at]
  const rest = wallet?.rests[at]
  if (!lot || !rest || lot.refunded > ZERO_FEN || lot.forfeited > ZERO_FEN || sumParts(lot.reserved) > ZERO_FEN)
    return false
  const debts = paidDebt > 0n && open ? await paidDebts(tx, open) : null
  if (paidDebt > 0n && (!debts || debts.paid - paidDebt < debts.refunded)) return false
  return rest.principal >= subFen(lot.credited.principal, fen(paidDebt)) && rest.gift === lot.credited.gift
}

/** Refuses where the transition of the payment does. Bonus money alone has no payment and only has to be whole. */
async function mustBeReversible(tx: Tx, { id, source }: JournalToReverse): Promise<void> {
  const { tenantId } = tx
  if (source.type === REFUND_SOURCE || source.type === PART_SOURCE) throw new Refusal('payments.refundStands')
  const found = await creditedBy(tx, id)
  if (!found || tenantId === null) return
  const waiting = found.is_reserved ? await undecidedRefund(tx, tenantId, found.member_id) : null
  if (waiting !== null) throw new Refusal('payments.refundWaits', { params: { number: waiting } })
  const whole = await isWhole(tx, tenantId, found.member_id, found.lot_id, found.paid_debt_fen)
  const next = paymentTransition('paid', 'journal-reversed', {
    isWanted: true,
    isByHand: found.kind === null || isByHand(found.kind),
    isWhole: whole,
    unknownAnswers: 0,
    sinceCreateMs: 0,
  })
  if (!next.ok) throw new Refusal(next.code)
}

/** Whose money a top-up is and by which channel it came, for the second person of its reversal. */
const aboutTopUp: AboutRecord = {
  fields: {
    member: field.ref('members.member'),
    channel: optional(field.ref('payments.channel')),
    amount: field.money(),
    gift: field.money(),
  },
  async read(tx, asked) {
    const ids = asked.map(({ id }) => id)
    const rows = await tx.query(
      {
        journal_id: col.uuid,
        member: col.uuid,
        channel: col.uuid.orNull,
        principal_fen: col.bigint,
        gift_fen: col.bigint,
      },
      `select l.journal_id, l.member_id as member, p.channel_id as channel, l.principal_fen, l.gift_fen
       from payments_lot l left join payments_payment p on p.tenant_id = l.tenant_id and p.id = l.payment_id
       where l.tenant_id = $1 and l.journal_id = any($2::uuid[])`,
      [tx.tenantId, ids],
    )
    const found = new Map(
      rows.map(({ journal_id, member, channel, principal_fen, gift_fen }) => [
        journal_id,
        { member, channel, amount: formatFen(fen(principal_fen)), gift: formatFen(fen(gift_fen)) },
      ]),
    )
    return ids.map(id => found.get(id))
  },
}

/**
 * Follows the ledger's reversals to payments and lots.
 *
 * `mayReverse` refuses with `payments.refundFirst` when something of the top-up was used or refunded, with `payments.refundWaits` when
 * an undecided refund takes of it, and with
 * `payments.refundInstead` when the money came through a channel that gives it back itself. Journals of refunds are never reversed
 * (`payments.refundStands`): what was granted is ended by its parts, and what was paid out is gone.
 */
export const followPaymentReversals: ReversalFollower = {
  mayReverse: mustBeReversible,
  about: aboutTopUp,
  async reversed(tx, { id }, bookedOn) {
    const { tenantId } = tx
    const taken = await tx.query(
      { id: col.uuid },
      `update payments_payment set state = 'reversed', reversed_on = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and journal_id = $2 and state = 'paid' returning id`,
      [tenantId, id, bookedOn],
    )
    if (tenantId !== null)
      await freeReceipts(
        tx,
        tenantId,
        taken.map(payment => payment.id),
      )
    await tx.execute(
      `update payments_lot set reversed_on = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and journal_id = $2 and reversed_on is null`,
      [tenantId, id, bookedOn],
    )
  },
}

import { fen, subFen, ZERO_FEN } from '@wattyard/money'
import { col, Refusal, type Tx } from '@wattyard/server-kit'
import type { JournalToReverse, ReversalFollower } from '@wattyard/ledger/server'
import { openWallets } from '@wattyard/members/server'
import { CHANNEL_KINDS, isByHand, paymentTransition } from '../../contract/index.ts'
import { walletLots } from '../lots/stored-lots.ts'

const CREDITED = {
  lot_id: col.uuid,
  member_id: col.uuid,
  payment_id: col.uuid.orNull,
  paid_debt_fen: col.bigint,
  kind: col.oneOf(CHANNEL_KINDS).orNull,
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
    `select l.id as lot_id, l.member_id, l.payment_id, coalesce(p.paid_debt_fen, 0) as paid_debt_fen, c.kind
     from payments_lot l
     left join payments_payment p on p.tenant_id = l.tenant_id and p.id = l.payment_id
     left join payments_channel c on c.tenant_id = p.tenant_id and c.id = p.channel_id
     where l.tenant_id = $1 and l.journal_id = $2 and l.reversed_on is null`,
    [tenantId, journalId],
  )
  return found ?? null
}

/**
 * Returns whether nothing of a lot was used or refunded, apart from the debt that it paid at once, which its reversal brings back.
 * The wallet stays as it is until the transaction ends.
 */
async function isWhole(tx: Tx, tenantId: string, memberId: string, lotId: string, paidDebt: bigint): Promise<boolean> {
  await openWallets(tx, [{ tenantId, memberId }], { lock: true })
  const wallet = (await walletLots(tx, [{ tenantId, memberId }])).get(memberId)
  const at = wallet?.lots.findIndex(lot => lot.id === lotId) ?? -1
  const lot = wallet?.lots[at]
  const rest = wallet?.rests[at]
  if (!lot || !rest || lot.refunded > ZERO_FEN || lot.forfeited > ZERO_FEN) return false
  return rest.principal >= subFen(lot.credited.principal, fen(paidDebt)) && rest.gift === lot.credited.gift
}

/** Refuses where the transition of the payment does. Bonus money alone has no payment and only has to be whole. */
async function mustBeReversible(tx: Tx, { id }: JournalToReverse): Promise<void> {
  const { tenantId } = tx
  const found = await creditedBy(tx, id)
  if (!found || tenantId === null) return
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

/**
 * Follows the ledger's reversals to payments and lots.
 *
 * `mayReverse` refuses with `payments.refundFirst` when something of the top-up was used or refunded, and with
 * `payments.refundInstead` when the money came through a channel that gives it back itself.
 */
export const followPaymentReversals: ReversalFollower = {
  mayReverse: mustBeReversible,
  async reversed(tx, { id }, bookedOn) {
    const { tenantId } = tx
    await tx.execute(
      `update payments_payment set state = 'reversed', reversed_on = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and journal_id = $2 and state = 'paid'`,
      [tenantId, id, bookedOn],
    )
    await tx.execute(
      `update payments_lot set reversed_on = $3, version = version + 1, updated_at = now()
       where tenant_id = $1 and journal_id = $2 and reversed_on is null`,
      [tenantId, id, bookedOn],
    )
  },
}

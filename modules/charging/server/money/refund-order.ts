import { allocateFen, displayFen, type Fen, fen, minFen, sumFen, ZERO_FEN } from '@wattyard/money'
import type { JournalDraft } from '@wattyard/ledger/contract'
import { journalKey, mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { accountingDayOf, refundOrders, walletsOf } from '@wattyard/members/server'
import { type Language, newId, Refusal, type Tx, col, type RowIn } from '@wattyard/server-kit'
import type { BusinessDay } from '@wattyard/time'
import { planRefund, type RefundPlan } from '../../contract/index.ts'
import { changeOrder } from '../order/change-order.ts'
import type { OrderRow } from '../order/order-row.ts'

/** Sums of earlier refunds of an order. */
const GIVEN = {
  principal_fen: col.bigint,
  gift_fen: col.bigint,
  waived_fen: col.bigint,
  electricity_fen: col.bigint,
  service_fen: col.bigint,
}

type Given = RowIn<typeof GIVEN>

export interface RefundAsk {
  amount: Fen
  reason: string
  by: string
  /** Part of the ledger's key, together with the order: a refund under a key that was used is refused. Names the person where one gives it. */
  key: string
  at: number
}

export interface Refunded {
  refundId: string
  given: Fen
  waived: Fen
  principal: Fen
  gift: Fen
  isFull: boolean
  bookedOn: BusinessDay
}

async function givenBefore(tx: Tx, row: OrderRow): Promise<Given> {
  const [sums] = await tx.query(
    GIVEN,
    `select coalesce(sum(principal_fen), 0)::bigint as principal_fen, coalesce(sum(gift_fen), 0)::bigint as gift_fen,
       coalesce(sum(waived_fen), 0)::bigint as waived_fen, coalesce(sum(electricity_fen), 0)::bigint as electricity_fen,
       coalesce(sum(service_fen), 0)::bigint as service_fen
     from charging_refund where tenant_id = $1 and order_id = $2 and state = 'done'`,
    [row.tenant_id, row.id],
  )
  if (!sums) throw new Error('sums always have a row')
  return sums
}

/**
 * Returns what a member still owes for the order. Debts are paid from top-ups, whichever order they came from. A newer debt does
 * not belong to this order: principal refunded beyond what the order had paid was paid later.
 */
async function owedOf(tx: Tx, row: OrderRow, given: Given): Promise<Fen> {
  const beyond = given.principal_fen - row.paid_principal_fen
  const unpaid = fen(row.receivable_fen - given.waived_fen - (beyond > 0n ? beyond : 0n))
  if (row.member_id === null) return unpaid
  const wallets = await walletsOf(tx, [{ tenantId: row.tenant_id, memberId: row.member_id }])
  return minFen(unpaid, wallets.get(row.member_id)?.owed ?? ZERO_FEN)
}

function planOf(row: OrderRow, given: Given, owed: Fen, amount: Fen): RefundPlan {
  // The part of the receivable that is no longer owed was paid later from a top-up, as principal.
  const paidSince = row.receivable_fen - given.waived_fen - owed
  return planRefund({
    paid: { principal: fen(row.paid_principal_fen + paidSince), gift: fen(row.paid_gift_fen), channel: ZERO_FEN },
    refunded: { principal: fen(given.principal_fen), gift: fen(given.gift_fen), channel: ZERO_FEN },
    receivable: owed,
    amount,
    coupons: [],
  })
}

/** Returns the amount of a settled order that can still be refunded or waived. */
export const refundableOf = (row: Pick<OrderRow, 'total_fen' | 'refunded_fen'>): Fen =>
  fen(row.total_fen - row.refunded_fen)

/** Returns the refusal stating how much can be refunded, also at the field. */
export function refundTooMuch(most: Fen): Refusal {
  const params = { max: (language: Language) => displayFen(most, language) }
  const fields = { amount: { key: 'charging.field.refundTooMuch', params } }
  return new Refusal('charging.refundExceedsPaid', { params, fields })
}

/** Returns the refusal of an amount that is no money, also at the field. */
export const refundNotPositive = (): Refusal =>
  new Refusal('charging.refundNotPositive', { fields: { amount: { key: 'charging.error.refundNotPositive' } } })

/**
 * Refunds money of a settled order to its sources (trust I-34): the open receivable is waived first, the rest follows the mix
 * that paid. Electricity and service are reduced in proportion to the rest of each, so that many partial refunds give the same
 * result as one full refund. The row must be locked by the transaction.
 *
 * @throws Refusal `charging.refundNotPositive`, `charging.refundExceedsPaid`, or the ledger's own
 */
export async function refundOrder(tx: Tx, row: OrderRow, ask: RefundAsk, wishId?: string): Promise<Refunded> {
  const given = await givenBefore(tx, row)
  const plan = planOf(row, given, await owedOf(tx, row, given), ask.amount)
  if (!plan.ok) throw plan.code === 'charging.refundExceedsPaid' ? refundTooMuch(plan.refundable) : refundNotPositive()
  const left = [row.electricity_fen - given.electricity_fen, row.service_fen - given.service_fen]
  const [electricity = ZERO_FEN, service = ZERO_FEN] = allocateFen(ask.amount, left)
  const bookedOn = await accountingDayOf(tx, row.tenant_id, ask.at)
  const entry = {
    tenantId: row.tenant_id,
    idemKey: journalKey('charging.refund', row.id, ask.key),
    source: { type: 'charging.order', id: row.id },
    effectiveAt: ask.at,
    bookedOn,
    actor: ask.by,
    memo: ask.reason.slice(0, 200),
  }
  const [result] =
    row.member_id === null
      ? await postJournals(tx, [await unmatchedDraft(tx, entry, electricity, service)])
      : await refundOrders(tx, [
          { ...entry, memberId: row.member_id, back: plan.back, waived: plan.waived, electricity, service },
        ])
  const posted = mustPost(result)
  // The rows below need a new journal; an existing one already has its refund.
  if (posted.outcome === 'repeated') throw new Refusal('ledger.keyReused', { status: 422 })
  const refunded: Refunded = {
    refundId: wishId ?? newId(ask.at),
    given: ask.amount,
    waived: plan.waived,
    principal: plan.back.principal,
    gift: plan.back.gift,
    isFull: plan.isFull,
    bookedOn: posted.bookedOn,
  }
  await tx.execute(
    `insert into charging_refund (tenant_id, id, order_id, state, asked_fen, reason, asked_by, given_fen, waived_fen, principal_fen, gift_fen, electricity_fen, service_fen, journal_id, booked_on, done_at)
     values ($1, $2, $3, 'done', $4, $5, $6, $4, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (tenant_id, id) do update set state = 'done', given_fen = excluded.given_fen, waived_fen = excluded.waived_fen,
       principal_fen = excluded.principal_fen, gift_fen = excluded.gift_fen, electricity_fen = excluded.electricity_fen,
       service_fen = excluded.service_fen, journal_id = excluded.journal_id, booked_on = excluded.booked_on,
       done_at = excluded.done_at, version = charging_refund.version + 1, updated_at = now()`,
    [
      row.tenant_id,
      refunded.refundId,
      row.id,
      ask.amount,
      ask.reason,
      ask.by,
      plan.waived,
      plan.back.principal,
      plan.back.gift,
      electricity,
      service,
      posted.journalId,
      posted.bookedOn,
      new Date(ask.at),
    ],
  )
  await changeOrder(tx, row, { refunded_fen: sumFen([fen(row.refunded_fen), ask.amount]), wish: null })
  return refunded
}

/** Returns the refund of an order without a member. Such an order is booked as unmatched, and the refund reduces that. */
async function unmatchedDraft(
  tx: Tx,
  entry: Omit<JournalDraft, 'kind' | 'postings'>,
  electricity: Fen,
  service: Fen,
): Promise<JournalDraft> {
  const { tenantId } = entry
  const [ofElectricity, ofService, unmatched] = await openAccounts(tx, [
    { tenantId, code: 'electricity_revenue' },
    { tenantId, code: 'service_revenue' },
    { tenantId, code: 'unmatched' },
  ])
  if (!ofElectricity || !ofService || !unmatched) throw new Error(`tenant ${tenantId} has no accounts`)
  const postings = [
    { debit: ofElectricity, credit: unmatched, amount_fen: electricity },
    { debit: ofService, credit: unmatched, amount_fen: service },
  ].filter(posting => posting.amount_fen > ZERO_FEN)
  return { ...entry, kind: 'refund', postings }
}

import { type Fen, ZERO_FEN } from '@wattyard/money'
import type { BusinessDay } from '@wattyard/time'
import { col, invalid, newId, Refusal, searchText, type Tx } from '@wattyard/server-kit'
import { receiptNumber } from '@wattyard/members/contract'
import { accountOf, type RecordedTopUp, topUpWallet } from '@wattyard/members/server'
import { numberOf, payment, paymentTransition } from '../../contract/index.ts'
import { takeReceipt } from './receipts.ts'
import { arrivalOf, type StoredChannel } from '../channels/stored-channel.ts'

/** A top-up to be credited; amounts in fen, not both zero. */
export interface NewPayment {
  /** Id of the payment, where it was written down before it was paid; a new one when absent. */
  id?: string
  tenantId: string
  memberId: string
  principal: Fen
  gift: Fen
  channel: Pick<StoredChannel, 'id' | 'kind' | 'clearing_owner'>
  /** As typed; null for none. */
  receipt: string | null
  /** Made by whoever asks and the same in every repetition; unique per tenant for ever. */
  requestKey: string
  /** When the money came, epoch ms. */
  paidAt: number
  bookedOn: BusinessDay
  actor: string
  memo?: string
}

/**
 * Credits a wallet: journal, payment and lot in the transaction of the caller. Bonus money alone is a lot without a payment. The
 * same request again gives the earlier result.
 *
 * @throws Refusal `members.nothingToTopUp`, `ledger.keyReused`, or on `receipt` when another payment has that number
 */
export async function recordPayment(tx: Tx, given: NewPayment): Promise<RecordedTopUp> {
  const earlier = await earlierPayment(tx, given)
  if (earlier) return earlier
  // A code that was paid late may be of an account that was merged since.
  const asked = { ...given, memberId: await accountOf(tx, given.tenantId, given.memberId) }
  const { tenantId, memberId, principal, gift, channel, memo } = asked
  const isPaid = principal > ZERO_FEN
  const id = asked.id ?? newId()
  const entry = {
    tenantId,
    idemKey: isPaid ? `payments.paid:${id}` : asked.requestKey,
    source: isPaid ? { type: payment.name, id } : { type: 'members.member', id: memberId },
    effectiveAt: asked.paidAt,
    bookedOn: asked.bookedOn,
    actor: asked.actor,
    ...(memo ? { memo } : {}),
  }
  if (isPaid)
    await takeReceipt(
      tx,
      { tenantId, channelId: channel.id, receipt: asked.receipt },
      { type: payment.name, id, number: numberOf('payment', id) },
    )
  const credited = await topUpWallet(tx, { ...entry, memberId, principal, gift, arrival: arrivalOf(channel) })
  if (isPaid) await insertPayment(tx, id, asked, credited)
  await tx.execute(
    `insert into payments_lot (tenant_id, id, member_id, origin, payment_id, journal_id, principal_fen, gift_fen)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, journal_id) do nothing`,
    [tenantId, newId(), memberId, isPaid ? 'topUp' : 'gift', isPaid ? id : null, credited.journalId, principal, gift],
  )
  return { journalId: credited.journalId, paidDebt: credited.paidDebt }
}

/** Returns what the same request came to before; null for a new one. */
async function earlierPayment(tx: Tx, asked: NewPayment): Promise<RecordedTopUp | null> {
  const [found] = await tx.query(
    {
      journal_id: col.uuid,
      member_id: col.uuid,
      channel_id: col.uuid,
      amount_fen: col.bigint,
      gift_fen: col.bigint,
      paid_debt_fen: col.fen,
    },
    `select journal_id, member_id, channel_id, amount_fen, gift_fen, paid_debt_fen from payments_payment
     where tenant_id = $1 and request_key = $2`,
    [asked.tenantId, asked.requestKey],
  )
  if (!found) return null
  const isSame =
    found.member_id === asked.memberId &&
    found.channel_id === asked.channel.id &&
    found.amount_fen === asked.principal &&
    found.gift_fen === asked.gift
  if (!isSame) throw new Refusal('ledger.keyReused', { status: 422 })
  return { journalId: found.journal_id, paidDebt: found.paid_debt_fen }
}

async function insertPayment(
  tx: Tx,
  id: string,
  asked: NewPayment,
  { journalId, bookedOn, paidDebt }: RecordedTopUp & { bookedOn: BusinessDay },
): Promise<void> {
  // A payment that was written down before has its own course; here it arrives.
  const paid = paymentTransition('created', asked.id === undefined ? 'recorded' : 'paid', {
    isWanted: true,
    isByHand: asked.id === undefined,
    isWhole: true,
    unknownAnswers: 0,
    sinceCreateMs: 0,
  })
  if (!paid.ok) throw new Refusal(paid.code)
  const number = numberOf('payment', id)
  const key = asked.receipt === null ? '' : receiptNumber(asked.receipt)
  const receipt = key === '' ? null : asked.receipt
  const written = await tx.execute(
    `insert into payments_payment (tenant_id, id, number, channel_id, member_id, state, amount_fen, gift_fen, paid_debt_fen, receipt,
       receipt_key, request_key, paid_at, booked_on, actor, journal_id, search_text)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     on conflict (tenant_id, receipt_key) where receipt_key is not null and state <> 'reversed' do nothing`,
    [
      asked.tenantId,
      id,
      number,
      asked.channel.id,
      asked.memberId,
      paid.state,
      asked.principal,
      asked.gift,
      paidDebt,
      receipt,
      key || null,
      asked.requestKey,
      new Date(asked.paidAt),
      bookedOn,
      asked.actor,
      journalId,
      searchText(payment, { number, receipt }),
    ],
  )
  if (written === 0) throw invalid({ receipt: { key: 'kernel.field.taken' } })
}

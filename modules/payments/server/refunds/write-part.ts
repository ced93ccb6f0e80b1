import { mustPost, openAccounts, postJournals } from '@wattyard/ledger/server'
import { accountingDayOf } from '@wattyard/members/server'
import { emit, searchText, type Tx } from '@wattyard/server-kit'
import type { Fen } from '@wattyard/money'
import { PAYOUT_MENDED, REFUND_SETTLED } from '../../contract/events.ts'
import { isRefundEnded, type PartState, refundPart } from '../../contract/index.ts'
import { followParts, PART_SOURCE } from './stored-refunds.ts'

/** Who changes a part: a person, or the channel that carries it out. */
export interface PartWriter {
  tenantId: string
  actor: string
}

/** A part as far as writing it needs. */
export interface PartToWrite {
  id: string
  number: string
  refund_id: string
  state: PartState
  amount_fen: Fen
}

/** Columns that a change of state writes, besides the state. */
export interface PartChange {
  channelId?: string
  receipt?: string
  receiptKey?: string
  isPaid?: boolean
  /** When the channel says that it was paid, epoch ms; now where a person says it. */
  paidAt?: number
  bookedOn?: string
  reason?: string
  journalId?: string
}

/** Writes the state of a part whose refund is locked, and of that refund with it, and tells of what nobody has to do any more. */
export async function writePart(
  tx: Tx,
  { tenantId, actor }: PartWriter,
  row: PartToWrite,
  state: PartState,
  change: PartChange,
): Promise<void> {
  await tx.execute(
    `update payments_refund_part set state = $3, channel_id = coalesce($4, channel_id), receipt = $5, receipt_key = $6,
       paid_at = case when $7 then coalesce($13, now()) end, booked_on = $8, actor = $9, reason = case when $3 not in ('done', 'accepted') then coalesce($10, reason) end, journal_id = $11, search_text = $12,
       version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [
      tenantId,
      row.id,
      state,
      change.channelId ?? null,
      change.receipt ?? null,
      change.receiptKey ?? null,
      change.isPaid ?? false,
      change.bookedOn ?? null,
      actor,
      change.reason ?? null,
      change.journalId ?? null,
      searchText(refundPart, { number: row.number, receipt: change.receipt ?? null }),
      change.paidAt === undefined ? null : new Date(change.paidAt),
    ],
  )
  if (row.state === 'failed' || row.state === 'abnormal' || state === 'done')
    await emit(tx, [{ tenantId, topic: PAYOUT_MENDED, key: row.id, body: {} }])
  if (isRefundEnded(await followParts(tx, tenantId, row.refund_id)))
    await emit(tx, [{ tenantId, topic: REFUND_SETTLED, key: row.refund_id, body: {} }])
}

/** Posts a pay-out, once per part. */
export async function bookPayOut(
  tx: Tx,
  { tenantId, actor }: PartWriter,
  row: Pick<PartToWrite, 'id' | 'amount_fen'>,
  to: Parameters<typeof openAccounts>[1][number],
): Promise<{ journalId: string; bookedOn: string }> {
  const [payable, target] = await openAccounts(tx, [{ tenantId, code: 'refund_payable' }, to])
  if (!payable || !target) throw new Error(`part ${row.id}: accounts are missing`)
  const now = Date.now()
  const [posted] = await postJournals(tx, [
    {
      tenantId,
      idemKey: `payments.refundPart:${row.id}:paid`,
      source: { type: PART_SOURCE, id: row.id },
      effectiveAt: now,
      bookedOn: await accountingDayOf(tx, tenantId, now),
      actor,
      kind: 'payout',
      postings: [{ debit: payable, credit: target, amount_fen: row.amount_fen }],
    },
  ])
  const { journalId, bookedOn } = mustPost(posted)
  return { journalId, bookedOn }
}

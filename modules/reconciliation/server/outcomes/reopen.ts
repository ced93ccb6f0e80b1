import type { RowOf } from '@wattyard/resource'
import { journalsOf, type JournalToReverse, type ReversalFollower } from '@wattyard/ledger/server'
import { addDays, type BusinessDay, businessDay } from '@wattyard/time'
import type { PaymentFollower } from '@wattyard/payables/server'
import { type Call, col, newId, Refusal, type Tx } from '@wattyard/server-kit'
import { payment } from '@wattyard/payments/contract'
import { outcome, SUM_DAYS } from '../../contract/index.ts'
import { leadOf, markDays } from '../compare/due-days.ts'
import { lockChannelsOf } from './stored-outcomes.ts'

type Row = RowOf<typeof outcome>

/** Handles `reopen`: what a person matched or explained is a difference again, as the next comparison finds it. */
export async function reopen({ tx, caller }: Call, rows: readonly Row[]): Promise<Record<string, never>> {
  const [row] = rows
  if (!row) throw new Refusal('kernel.notFound', { status: 404 })
  const { tenantId, userId, displayName: actor } = caller
  const days = row.ending === 'matched' ? await takeApart(tx, tenantId, row.id) : [businessDay(row.day)]
  if (row.ending !== 'matched') await openAgain(tx, tenantId, row.id)
  for (const day of days)
    await markDays(tx, tenantId, { channelId: row.channel_id, from: day, to: day, actor, actorId: userId })
  return {}
}

/** Takes away what a person had put together; returns the days whose outcomes it was made of, which tell them anew. */
async function takeApart(tx: Tx, tenantId: string, id: string): Promise<BusinessDay[]> {
  const gone = await tx.query(
    { days: col.texts },
    'delete from reconciliation_outcome where tenant_id = $1 and id = $2 returning days::text[] as days',
    [tenantId, id],
  )
  return [...new Set(gone.flatMap(one => one.days))].map(day => businessDay(day))
}

async function openAgain(tx: Tx, tenantId: string, id: string): Promise<void> {
  await tx.execute(
    `update reconciliation_outcome set standing = 'difference', ending = null, account = null, reason = null, journal_id = null, ended_by = null, ended_at = null,
       version = version + 1, updated_at = now()
     where tenant_id = $1 and id = $2`,
    [tenantId, id],
  )
}

/**
 * Marks the day on which a payment was matched, of a member or of a company, and that of its reversal: what agreed then does not agree
 * any more.
 */
async function compareAgain(tx: Tx, tenantId: string, paymentId: string, bookedOn: BusinessDay): Promise<void> {
  await tx.execute(
    `update reconciliation_day d set is_due = true from reconciliation_item i join reconciliation_outcome o on o.tenant_id = i.tenant_id and o.id = i.outcome_id
     where i.tenant_id = $1 and i.side = 'order' and i.item_id = $2 and d.tenant_id = i.tenant_id and d.channel_id = o.channel_id and d.day in (o.day, $3::date)`,
    [tenantId, paymentId, bookedOn],
  )
}

/**
 * Follows payments of companies: one that is booked after its days were compared, as when somebody reads the statement first, is looked
 * for in what was told of them.
 */
export const followCompanyPayments: PaymentFollower = {
  async booked(tx, tenantId, { channelId, paidOn: day, actor, actorId }) {
    const lead = await leadOf(tx, tenantId, channelId)
    const compared = await tx.query(
      'select 1 from reconciliation_day where tenant_id = $1 and channel_id = $2 and day between $3 and $4 and compared_at is not null limit 1',
      [tenantId, lead, addDays(day, -SUM_DAYS), addDays(day, SUM_DAYS)],
    )
    if (compared.length > 0) await markDays(tx, tenantId, { channelId, from: day, to: day, actor, actorId })
  },
  takenBack: compareAgain,
}

/**
 * Follows reversals of payments, whose days are compared again, and of remedies: the difference is open again. The journal of a remedy and
 * its reversal come to nothing, however many days lie between them, so no comparison looks at them again.
 */
export const followReversals: ReversalFollower = {
  /** Reversing is how a remedy is taken back; remedies lock outcomes before accounts, and so does this. */
  async mayReverse(tx, { source }) {
    if (source.type === outcome.name && tx.tenantId !== null) await lockChannelsOf(tx, tx.tenantId, [source.id])
  },
  async reversed(tx: Tx, { id: journalId, source }: JournalToReverse, bookedOn: BusinessDay): Promise<void> {
    const { tenantId } = tx
    if (tenantId === null) return
    if (source.type === payment.name) return compareAgain(tx, tenantId, source.id, bookedOn)
    if (source.type !== outcome.name) return
    const [row] = await tx.query(
      { channel_id: col.uuid, run_id: col.uuid, key: col.text, day: col.day },
      'select channel_id, run_id, key, day from reconciliation_outcome where tenant_id = $1 and id = $2',
      [tenantId, source.id],
    )
    if (!row) throw new Error(`there is no outcome ${source.id}`)
    await openAgain(tx, tenantId, source.id)
    await tx.execute(
      'update reconciliation_day set is_due = true where tenant_id = $1 and channel_id = $2 and day = $3',
      [tenantId, row.channel_id, row.day],
    )
    const journals = await journalsOf(tx, { tenantId, ...source })
    const reversal = journals.find(one => one.reversesId === journalId)
    if (!reversal) throw new Error(`journal ${journalId} was reversed by none`)
    const id = newId()
    await tx.execute(
      `insert into reconciliation_outcome (tenant_id, channel_id, run_id, id, day, kind, standing, result, key, booked_fen, delta_fen, is_across, ending, reason,
         ended_by, ended_at)
       values ($1, $2, $3, $4, $5, 'nothingMoved', 'matched', 'even', $6, 0, 0, true, 'explained', $7, $8, now())`,
      [tenantId, row.channel_id, row.run_id, id, bookedOn, row.key, reversal.memo ?? '', reversal.actor],
    )
    await tx.execute(
      `update reconciliation_item set outcome_id = $4 where tenant_id = $1 and outcome_id = $2 and side = 'ledger' and item_id like $3 || '/%'`,
      [tenantId, source.id, journalId, id],
    )
    // Line for line the mirror of what it reverses, in reverse order; only one of them is on the account of the channel.
    await tx.execute(
      `insert into reconciliation_item (tenant_id, channel_id, outcome_id, side, item_id) values ($1, $2, $3, 'ledger', $4)`,
      [tenantId, row.channel_id, id, `${reversal.id}/1`],
    )
  },
}

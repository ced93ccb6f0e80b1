import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import { CHANNEL_KINDS, PART_STATES } from '../../../contract/index.ts'
import { askingColumns, type Due } from '../../channel/ask-due.ts'
import { lockRefund } from '../stored-refunds.ts'

export const SENDING_TASKS = ['send', 'ask'] as const
export type SendingTask = (typeof SENDING_TASKS)[number]
/** The ladders of `pauseBefore` on which a part stands. */
export const SENDING_LADDERS = ['again', 'refundPart', 'abnormalPart', 'endedPart'] as const
export type SendingLadder = (typeof SENDING_LADDERS)[number]

const ROW = {
  tenant_id: col.uuid,
  id: col.uuid,
  number: col.text,
  refund_id: col.uuid,
  lot_id: col.uuid,
  member_id: col.uuid,
  journal_id: col.uuid.orNull,
  state: col.oneOf(PART_STATES),
  amount_fen: col.fen,
  channel_id: col.uuid,
  channel_name: col.text,
  kind: col.oneOf(CHANNEL_KINDS),
  clearing_owner: col.text,
  /** The payment that it goes back to, as the channel knows it. */
  payment_id: col.uuid,
  payment_number: col.text,
  paid_fen: col.fen,
  payment_channel_no: col.text,
  ...askingColumns(SENDING_TASKS, SENDING_LADDERS),
  /** A request with this number was never answered. */
  is_unproved: col.boolean,
  /** The channel's word for refusing the last request, while an earlier one was never answered. */
  refusal: col.text.orNull,
}

/** A part that its channel carries out, with the payment that it goes back to. */
export type Sending = RowIn<typeof ROW>

/**
 * Returns a part that its channel carries out, with the part, its refund and its payment locked; null for one that is not sent. By the
 * payment, two of its parts wait for each other.
 */
export async function lockSending(tx: Tx, tenantId: string, partId: string): Promise<Sending | null> {
  // Parts before their refund, as commands of people lock them; all of them, because a late success may end the part that took this one's place.
  const [part] = await tx.query(
    { refund_id: col.uuid },
    `select refund_id from payments_refund_part where tenant_id = $1
       and refund_id = (select refund_id from payments_refund_part where tenant_id = $1 and id = $2) order by id for update`,
    [tenantId, partId],
  )
  if (!part) return null
  await lockRefund(tx, tenantId, part.refund_id)
  const [row] = await tx.query(
    ROW,
    `select p.tenant_id, p.id, p.number, p.refund_id, p.lot_id, p.member_id, p.journal_id, p.state, p.amount_fen, c.id as channel_id, c.name as channel_name, c.kind, c.clearing_owner,
       o.id as payment_id, o.number as payment_number, o.amount_fen as paid_fen, coalesce(o.channel_no, '') as payment_channel_no,
       s.task, s.ladder, s.asked, s.due_at, s.claim, s.sent_at, s.unknown_answers, s.is_unproved, s.refusal
     from payments_refund_sending s
     join payments_refund_part p on p.tenant_id = s.tenant_id and p.id = s.part_id
     join payments_code_payment o on o.tenant_id = p.tenant_id and o.id = p.top_up_id
     join payments_channel c on c.tenant_id = o.tenant_id and c.id = o.channel_id
     where s.tenant_id = $1 and s.part_id = $2 for update of s, o`,
    [tenantId, partId],
  )
  return row ?? null
}

/**
 * Whether a part (`p`) goes back to a payment by code, which its channel carries out by itself. Those of payments that people had typed in are
 * no matter of the channel, which has no such order.
 */
export const BY_CHANNEL = `p.way = 'wechat' and exists (select from payments_code_payment o
  join payments_channel_keys k on k.tenant_id = o.tenant_id and k.channel_id = o.channel_id
  where o.tenant_id = p.tenant_id and o.id = p.top_up_id and o.channel_id = p.channel_id and o.state = 'paid')`

/**
 * Begins with the parts that their channel carries out: nobody has to pay them out.
 * @param partId one part alone, of which the channel has told; all of all tenants when absent
 */
export async function beginSendings(tx: Tx, at: number, partId: string | null = null): Promise<void> {
  await tx.execute(
    `insert into payments_refund_sending (tenant_id, part_id, task, ladder, due_at)
     select p.tenant_id, p.id, 'send', 'again', $1 from payments_refund_part p
     where p.state = 'waiting' and ${BY_CHANNEL} and ($2::uuid is null or p.id = $2)
       and not exists (select from payments_refund_sending s where s.tenant_id = p.tenant_id and s.part_id = p.id)
     on conflict do nothing`,
    [new Date(at), partId],
  )
}

/**
 * Returns what is due at an instant (epoch ms), of all tenants, oldest first; at most `ofOne` of a channel, and none of those that are busy.
 * In a transaction of the platform.
 */
export async function dueSendings(tx: Tx, at: number, ofOne: number, busy: readonly string[]): Promise<Due[]> {
  const rows = await tx.query(
    { tenant_id: col.uuid, id: col.uuid, channel_id: col.uuid },
    `select tenant_id, id, channel_id from (
       select s.tenant_id, p.id, p.channel_id, s.due_at, row_number() over (partition by p.channel_id order by s.due_at) as place
       from payments_refund_sending s join payments_refund_part p on p.tenant_id = s.tenant_id and p.id = s.part_id
       where s.due_at <= $1 and p.channel_id <> all($3::uuid[])
     ) ranked where place <= $2 order by due_at`,
    [new Date(at), ofOne, uuidList(busy)],
  )
  return rows.map(row => ({ tenantId: row.tenant_id, id: row.id, channelId: row.channel_id }))
}

/** Returns when another part of the same payment was last sent, epoch ms; null for never. */
export async function lastSentOf(tx: Tx, { tenant_id, id, payment_id }: Sending): Promise<number | null> {
  const [row] = await tx.query(
    { at: col.instant.orNull },
    `select max(s.sent_at) as at from payments_refund_part p
     join payments_refund_sending s on s.tenant_id = p.tenant_id and s.part_id = p.id
     where p.tenant_id = $1 and p.top_up_id = $2 and p.id <> $3`,
    [tenant_id, payment_id, id],
  )
  return row?.at ?? null
}

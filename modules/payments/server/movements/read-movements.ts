import type { BusinessDay } from '@wattyard/time'
import { CODE_STATES, PART_STATES, type PartState, type PaymentState, RECORDED_STATES } from '../../contract/index.ts'
import { col, type RowIn, type Tx, uuidList } from '@wattyard/server-kit'
import type { Fen } from '@wattyard/money'

interface MovementFacts {
  readonly id: string
  readonly channelId: string
  readonly memberId: string
  /** As a positive amount. */
  readonly amount: Fen
  /** When it was paid, or paid out; of one that was not, when it was asked for or sent. Epoch ms. */
  readonly at: number
  /** The channel's number, or the receipt of a transfer; null for none. */
  readonly channelNo: string | null
  /** Day of its journal; null for none. */
  readonly bookedOn: BusinessDay | null
  /** Day of the journal that reversed it; null for none. */
  readonly reversedOn: BusinessDay | null
}

/** Money that came or may come by a channel, or that went or may go back by it. */
export type Movement = MovementFacts &
  ({ readonly kind: 'payment'; readonly state: PaymentState } | { readonly kind: 'refund'; readonly state: PartState })

/** Movements of channels within a time, or single ones by their ids. Instants in epoch ms, `to` excluded. */
export type MovementsAsked =
  | { readonly channelIds: readonly string[]; readonly from: number; readonly to: number }
  | { readonly channelIds: readonly string[]; readonly ids: readonly string[] }

/** Movements that are read at a time. */
const PAGE = 5_000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const FACTS = {
  id: col.uuid,
  channel_id: col.uuid,
  member_id: col.uuid,
  amount_fen: col.fen,
  at: col.instant,
  channel_no: col.text.orNull,
  booked_on: col.day.orNull,
  reversed_on: col.day.orNull,
}
const PAYMENT = { ...FACTS, state: col.oneOf(RECORDED_STATES) }
const CODE = { ...FACTS, state: col.oneOf(CODE_STATES) }
const PART = { ...FACTS, state: col.oneOf(PART_STATES) }

/** What of a table is asked for: by time, or by id. Instants and ids stand at $3 and $4, the last id read at $5. */
function asked(of: MovementsAsked, time: string): { where: string; values: readonly unknown[] } {
  return 'ids' in of
    ? { where: 't.id = any($3::uuid[]) and $4::text is null', values: [uuidList(of.ids), null] }
    : { where: `${time} >= $3 and ${time} < $4`, values: [new Date(of.from), new Date(of.to)] }
}

/**
 * Yields the movements of channels, page by page: top-ups that were paid, payments by code that were not, and parts of refunds that
 * are or were with a channel. All by the channels' own keys; nothing is left out for its state.
 */
export async function* readMovements(tx: Tx, tenantId: string, of: MovementsAsked): AsyncGenerator<Movement[]> {
  // One after the other: an index gives the rows of one channel in order, those of a list would be sorted again for each page.
  for (const channelId of of.channelIds) yield* ofChannel(tx, tenantId, channelId, of)
}

async function* ofChannel(tx: Tx, tenantId: string, channelId: string, of: MovementsAsked): AsyncGenerator<Movement[]> {
  const paid = asked(of, 't.paid_at')
  yield* inPages(async after =>
    (
      await tx.query(
        PAYMENT,
        `select t.id, t.channel_id, t.member_id, t.amount_fen, t.paid_at as at, coalesce(c.channel_no, t.receipt) as channel_no, t.booked_on, t.reversed_on, t.state
         from payments_payment t left join payments_code_payment c on c.tenant_id = t.tenant_id and c.id = t.id
         where t.tenant_id = $1 and t.channel_id = $2 and ${paid.where} and t.id > $5 order by t.id limit ${PAGE}`,
        [tenantId, channelId, ...paid.values, after],
      )
    ).map(row => ({ ...factsOf(row), kind: 'payment', state: row.state })),
  )
  const code = asked(of, 't.created_at')
  yield* inPages(async after =>
    (
      await tx.query(
        CODE,
        `select t.id, t.channel_id, t.member_id, t.amount_fen, t.created_at as at, t.channel_no, null::date as booked_on, null::date as reversed_on, t.state
         from payments_code_payment t
         where t.tenant_id = $1 and t.channel_id = $2 and t.state <> 'paid' and ${code.where} and t.id > $5 order by t.id limit ${PAGE}`,
        [tenantId, channelId, ...code.values, after],
      )
    ).map(row => ({ ...factsOf(row), kind: 'payment', state: row.state })),
  )
  const part = asked(of, 'coalesce(t.paid_at, s.sent_at, t.created_at)')
  yield* inPages(async after =>
    (
      await tx.query(
        PART,
        `select t.id, t.channel_id, t.member_id, t.amount_fen, coalesce(t.paid_at, s.sent_at, t.created_at) as at, t.receipt as channel_no, t.booked_on, null::date as reversed_on, t.state
         from payments_refund_part t left join payments_refund_sending s on s.tenant_id = t.tenant_id and s.part_id = t.id
         where t.tenant_id = $1 and t.channel_id = $2 and ${part.where} and t.id > $5 order by t.id limit ${PAGE}`,
        [tenantId, channelId, ...part.values, after],
      )
    ).map(row => ({ ...factsOf(row), kind: 'refund', state: row.state })),
  )
}

async function* inPages(read: (after: string) => Promise<Movement[]>): AsyncGenerator<Movement[]> {
  let after: string | undefined = FIRST_ID
  while (after !== undefined) {
    const page = await read(after)
    if (page.length > 0) yield page
    after = page.length < PAGE ? undefined : page.at(-1)?.id
  }
}

function factsOf(row: RowIn<typeof FACTS>): MovementFacts {
  return {
    id: row.id,
    channelId: row.channel_id,
    memberId: row.member_id,
    amount: row.amount_fen,
    at: row.at,
    channelNo: row.channel_no,
    bookedOn: row.booked_on,
    reversedOn: row.reversed_on,
  }
}

import { type Fen, ZERO_FEN } from '@wattyard/money'
import { type Caller, col, type Tx } from '@wattyard/server-kit'
import { BY_CHANNEL } from './sent/stored-sending.ts'

/**
 * Returns the refunds that other people asked for and nobody has decided: their number, the instant of the oldest and what they
 * come to. What the caller asked for waits for somebody else.
 */
export async function waitingRefunds(
  tx: Tx,
  { tenantId, userId }: Caller,
): Promise<{ count: number; oldest: number | null; amount: Fen }> {
  const [found] = await tx.query(
    { count: col.integer, oldest: col.instant.orNull, amount: col.fen },
    `select count(*)::int as count, min(created_at) as oldest, coalesce(sum(amount_fen), 0)::bigint as amount
     from payments_refund where tenant_id = $1 and state = 'requested' and asker_id <> $2`,
    [tenantId, userId],
  )
  return { count: found?.count ?? 0, oldest: found?.oldest ?? null, amount: found?.amount ?? ZERO_FEN }
}

/** Returns what a person has to pay out of a granted refund; what a channel carries out waits for nobody. */
export async function waitsForPayer(tx: Tx, tenantId: string, refundId: string): Promise<Fen> {
  const [found] = await tx.query(
    { sum: col.fen },
    `select coalesce(sum(p.amount_fen), 0)::bigint as sum from payments_refund_part p
     where p.tenant_id = $1 and p.refund_id = $2 and p.state = 'waiting' and not (${BY_CHANNEL})`,
    [tenantId, refundId],
  )
  return found?.sum ?? ZERO_FEN
}

/** Parts that wait for a person: their number, since when the oldest does, and what they come to. */
export interface OpenPayouts {
  count: number
  oldest: number | null
  amount: Fen
}

const OPEN_STATES = ['waiting', 'failed', 'abnormal'] as const
type OpenState = (typeof OPEN_STATES)[number]

/**
 * Returns the parts of granted refunds that somebody has to pay, those that could not be paid, those that are stuck at their channel, and
 * those of which it refuses to tell. What a channel carries out waits for nobody.
 */
export async function openPayouts(
  tx: Tx,
  tenantId: string,
): Promise<Readonly<Record<OpenState | 'unheard', OpenPayouts>>> {
  const rows = await tx.query(
    { state: col.oneOf(OPEN_STATES), count: col.integer, oldest: col.instant.orNull, amount: col.fen },
    // A part that failed was written at that moment, and not since: the next change ends the failure.
    `select state, count(*)::int as count, min(case state when 'waiting' then created_at else updated_at end) as oldest, sum(amount_fen)::bigint as amount
     from payments_refund_part p where tenant_id = $1 and state in ('waiting', 'failed', 'abnormal')
       and not (state = 'waiting' and exists (select from payments_refund_sending s where s.tenant_id = p.tenant_id and s.part_id = p.id))
     group by state`,
    [tenantId],
  )
  const of = (state: OpenState): OpenPayouts =>
    rows.find(row => row.state === state) ?? { count: 0, oldest: null, amount: ZERO_FEN }
  const [unheard] = await tx.query(
    { count: col.integer, oldest: col.instant.orNull, amount: col.fen },
    `select count(*)::int as count, min(u.since) as oldest, coalesce(sum(p.amount_fen), 0)::bigint as amount
     from payments_unheard_part u join payments_refund_part p on p.tenant_id = u.tenant_id and p.id = u.part_id where u.tenant_id = $1`,
    [tenantId],
  )
  return {
    waiting: of('waiting'),
    failed: of('failed'),
    abnormal: of('abnormal'),
    unheard: unheard ?? { count: 0, oldest: null, amount: ZERO_FEN },
  }
}

import { type Fen, fen } from '@wattyard/money'
import { type Hold, holdsOf } from '@wattyard/ledger/server'
import { type Tx, col, type RowIn } from '@wattyard/server-kit'
import { type OrderEvidence, orderEvidence } from './read-order-evidence.ts'

/** A stored finding about an order. */
export const ORDER_CASE = {
  id: col.uuid,
  rule: col.text,
  code: col.text,
  severity: col.text,
  blocks: col.boolean,
  evidence: col.json<Readonly<Record<string, string>>>(),
  state: col.oneOf(['open', 'handled', 'dismissed']),
  createdAt: col.instant,
  closedAt: col.instant.orNull,
  closedBy: col.text.orNull,
  note: col.text.orNull,
}

/** Columns of `ORDER_CASE`. */
export const CASE_COLUMNS = `id, rule, code, severity, blocks, evidence, state, created_at as "createdAt", closed_at as "closedAt",
  closed_by as "closedBy", note`

export type OrderCase = RowIn<typeof ORDER_CASE>

/** A refund of an order, done or requested. */
export interface OrderRefund {
  id: string
  state: 'wished' | 'done' | 'void' | 'reversed'
  asked: Fen
  given: Fen
  waived: Fen
  principal: Fen
  gift: Fen
  reason: string
  by: string
  journalId: string | null
  doneAt: number | null
}

/** An order with all related records: lines, facts, holds, cases, refunds. */
export interface OrderFile extends OrderEvidence {
  holds: readonly Hold[]
  cases: readonly OrderCase[]
  refunds: readonly OrderRefund[]
}

/** Returns the cases of an order, newest first. */
export function casesOf(tx: Tx, tenantId: string, orderId: string): Promise<OrderCase[]> {
  return tx.query(
    ORDER_CASE,
    `select ${CASE_COLUMNS} from charging_finding where tenant_id = $1 and order_id = $2 order by id desc`,
    [tenantId, orderId],
  )
}

/** Returns the refunds of an order, oldest first. */
export async function refundsOf(tx: Tx, tenantId: string, orderId: string): Promise<OrderRefund[]> {
  const rows = await tx.query(
    {
      id: col.uuid,
      state: col.oneOf(['wished', 'done', 'void', 'reversed']),
      asked: col.bigint,
      given: col.bigint,
      waived: col.bigint,
      principal: col.bigint,
      gift: col.bigint,
      reason: col.text,
      by: col.text,
      journalId: col.uuid.orNull,
      doneAt: col.instant.orNull,
    },
    `select id, state, asked_fen as asked, given_fen as given, waived_fen as waived, principal_fen as principal, gift_fen as gift,
       reason, asked_by as by, journal_id as "journalId", done_at as "doneAt"
     from charging_refund where tenant_id = $1 and order_id = $2 order by id`,
    [tenantId, orderId],
  )
  return rows.map(row => ({
    ...row,
    asked: fen(row.asked),
    given: fen(row.given),
    waived: fen(row.waived),
    principal: fen(row.principal),
    gift: fen(row.gift),
  }))
}

/** Returns everything about one order; null when it does not exist. The caller checks the scope. */
export async function orderFile(tx: Tx, tenantId: string, id: string, now: number): Promise<OrderFile | null> {
  const evidence = await orderEvidence(tx, tenantId, id, now)
  if (!evidence) return null
  return {
    ...evidence,
    holds: await holdsOf(tx, [{ tenantId, type: 'charging.order', id }]),
    cases: await casesOf(tx, tenantId, id),
    refunds: await refundsOf(tx, tenantId, id),
  }
}

import { col, columnsNamed, newId, searchText, type Call, type Tx } from '@wattyard/server-kit'
import { serveResource, type ServedResource } from '@wattyard/server-kit'
import type { CommandInput } from '@wattyard/resource'
import { INITIAL_BASIS, type RefundBasis, type RefundCause, refundRule } from '../../contract/index.ts'

/** Returns the basis that is in force for a cause, and its rule; null for that of the product. */
export async function ruleInForce(
  tx: Tx,
  tenantId: string,
  cause: RefundCause,
): Promise<{ id: string | null; basis: RefundBasis }> {
  const [rule] = await tx.query(
    { id: col.uuid, ...columnsNamed(refundRule, 'consumer', 'operator', 'closure') },
    `select id, consumer, operator, closure from payments_refund_rule where tenant_id = $1 order by created_at desc, id desc limit 1`,
    [tenantId],
  )
  return rule ? { id: rule.id, basis: rule[cause] } : { id: null, basis: INITIAL_BASIS }
}

async function issue(
  { tx, caller }: Call,
  _rows: readonly unknown[],
  { consumer, operator, closure, note }: CommandInput<typeof refundRule, 'issue'>,
): Promise<{ id: string; code: string }> {
  const { tenantId, displayName } = caller
  // Two people who issue at once get two numbers, and the later one is in force.
  await tx.execute("select pg_advisory_xact_lock(hashtextextended('payments.refundRule' || $1, 0))", [tenantId])
  const [last] = await tx.query(
    { count: col.integer },
    'select count(*)::int as count from payments_refund_rule where tenant_id = $1',
    [tenantId],
  )
  const id = newId()
  const code = `V${(last?.count ?? 0) + 1}`
  await tx.execute(
    `insert into payments_refund_rule (tenant_id, id, code, consumer, operator, closure, note, issued_by, search_text, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, clock_timestamp())`,
    [tenantId, id, code, consumer, operator, closure, note ?? null, displayName, searchText(refundRule, { code })],
  )
  return { id, code }
}

/** Serves the rules of refunds: each is issued once, and the newest is in force. */
export const serveRefundRule = (): ServedResource => serveResource(refundRule, { commands: { issue } })

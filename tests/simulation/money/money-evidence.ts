import { verifyLedger } from '@wattyard/ledger/server'
import { col } from '@wattyard/server-kit'
import { CHECKS, type MoneyWorld } from './money-world.ts'

/** What is in the database at the end of a run, by plain SQL, and what the channel has in its book. */
export type MoneyEvidence = Awaited<ReturnType<typeof gatherMoney>>

export async function gatherMoney(world: MoneyWorld) {
  const { tenantId, base } = world
  const { book } = world.around.wechat.standIn
  const rows = await base.tenant(tenantId, async tx => ({
    payments: await tx.query(
      { number: col.text, amount_fen: col.bigint, receipt: col.text.orNull, state: col.text, channel_id: col.uuid },
      'select number, amount_fen, receipt, state, channel_id from payments_payment where tenant_id = $1',
      [tenantId],
    ),
    codes: await tx.query(
      { id: col.uuid, number: col.text, state: col.text, claim: col.uuid.orNull, due_at: col.instant.orNull },
      'select id, number, state, claim, due_at from payments_code_payment where tenant_id = $1',
      [tenantId],
    ),
    parts: await tx.query(
      { number: col.text, state: col.text, amount_fen: col.bigint, channel_id: col.uuid.orNull },
      'select number, state, amount_fen, channel_id from payments_refund_part where tenant_id = $1',
      [tenantId],
    ),
    refunds: await tx.query(
      { id: col.uuid, state: col.text, amount_fen: col.bigint },
      'select id, state, amount_fen from payments_refund where tenant_id = $1',
      [tenantId],
    ),
    documents: await tx.query(
      { id: col.uuid, phase: col.text },
      'select id, phase from payables_document where tenant_id = $1',
      [tenantId],
    ),
    balances: await tx.query(
      { code: col.text, owner: col.text.orNull, fen: col.bigint },
      `select a.code, a.owner_id::text as owner, coalesce(sum(case when p.debit_account_id = a.id then p.amount_fen else -p.amount_fen end), 0)::bigint as fen
       from ledger_account a left join ledger_posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
       where a.tenant_id = $1 group by a.tenant_id, a.id`,
      [tenantId],
    ),
    outcomes: await tx.query(
      { day: col.day, kind: col.text, standing: col.text, key: col.text, channel_id: col.uuid },
      'select day, kind, standing, key, channel_id from reconciliation_outcome where tenant_id = $1',
      [tenantId],
    ),
    files: await tx.query(
      { name: col.text, state: col.text, channel_id: col.uuid },
      'select name, state, channel_id from reconciliation_file where tenant_id = $1',
      [tenantId],
    ),
    days: await tx.query(
      { day: col.day, is_due: col.boolean },
      'select day, is_due from reconciliation_day where tenant_id = $1',
      [tenantId],
    ),
    ledger: await verifyLedger(tx, { tenantId, now: 0, checks: CHECKS }),
  }))
  return {
    ...rows,
    channel: {
      paid: [...book.orders()].flatMap(one =>
        one.payment === null ? [] : [{ number: one.out_trade_no, amount: BigInt(one.total_fen) }],
      ),
      refunded: [...book.refunds()].map(one => ({
        number: one.out_refund_no,
        amount: BigInt(one.amount_fen),
        state: one.ends.at(-1)?.state ?? one.state,
      })),
    },
  }
}

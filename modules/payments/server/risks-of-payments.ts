import { fen } from '@wattyard/money'
import { DAY_MS, HOUR_MS } from '@wattyard/time'
import { col } from '@wattyard/server-kit'
import type { FlagKind } from '@wattyard/members/contract'
import type { FoundRisk, MembersPorts } from '@wattyard/members/server'

const RISK = { member_id: col.uuid, count: col.integer, amount_fen: col.bigint, since: col.instant }

const ago = (now: number, days: number): Date => new Date(now - days * DAY_MS)

/** Finds members by the stated rules about codes that nobody paid, refunds soon after a top-up, and top-ups near a limit. */
export const risksOfPayments: MembersPorts['risksOfPayments'] = async (tx, tenantId, rules, now) => {
  const { failedCodes, quickRefund, nearLimit } = rules
  const found = async (kind: FlagKind, days: number, statement: string, values: readonly unknown[]) =>
    (await tx.query(RISK, statement, [tenantId, ago(now, days), ...values])).map(
      (row): FoundRisk => ({
        memberId: row.member_id,
        kind,
        count: row.count,
        amount_fen: fen(row.amount_fen),
        since: row.since,
        days,
      }),
    )
  return [
    ...(await found('failedCodes', failedCodes.days, FAILED_CODES, [failedCodes.count])),
    ...(await found('quickRefund', quickRefund.days, QUICK_REFUNDS, [quickRefund.hours * HOUR_MS, quickRefund.count])),
    ...(await found('nearLimit', nearLimit.days, NEAR_LIMIT, [
      Math.ceil((nearLimit.limit_fen * nearLimit.share) / 100),
      nearLimit.limit_fen,
      nearLimit.count,
    ])),
  ]
}

const FAILED_CODES = `
  select member_id, count(*)::int as count, sum(amount_fen)::bigint as amount_fen, min(created_at) as since
  from payments_code_payment where tenant_id = $1 and created_at >= $2 and state in ('refused', 'closed')
  group by member_id having count(*) >= $3`

const QUICK_REFUNDS = `
  select r.member_id, count(*)::int as count, sum(r.amount_fen)::bigint as amount_fen, min(r.created_at) as since
  from payments_refund r where r.tenant_id = $1 and r.created_at >= $2 and r.state not in ('rejected', 'withdrawn')
    and exists (select from payments_payment p where p.tenant_id = r.tenant_id and p.member_id = r.member_id and p.state = 'paid'
      and p.paid_at between r.created_at - make_interval(secs => $3::double precision / 1000) and r.created_at)
  group by r.member_id having count(*) >= $4`

/** Of each member the day with most of them. */
const NEAR_LIMIT = `
  select distinct on (member_id) member_id, count(*)::int as count, sum(amount_fen)::bigint as amount_fen, min(paid_at) as since
  from payments_payment where tenant_id = $1 and paid_at >= $2 and state = 'paid' and amount_fen between $3 and $4
  group by member_id, booked_on having count(*) >= $5 order by member_id, count(*) desc, min(paid_at) desc`

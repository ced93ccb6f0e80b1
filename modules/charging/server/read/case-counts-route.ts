import { fen, formatFen } from '@wattyard/money'
import { settingOf } from '@wattyard/platform/server'
import { type Caller, type Route, scoped, type Tx, col, serveCall } from '@wattyard/server-kit'
import { countCases } from '../../contract/calls/live.ts'
import { abnormal, type HeldMoney, order, YOUNG_HELD_MS, SEVERITIES } from '../../contract/index.ts'
import type { ChargingPorts } from '../ports.ts'
import { HELD_SINCE } from '../money/release-old-holds.ts'
import { SUPERVISION } from '../supervise/supervisor-limits.ts'

/** Serves `GET /api/charging/abnormal/counts`: open orders in the caller's scope, each under the rule of its worst finding. */
export function caseCountsRoute({ clock }: Pick<ChargingPorts, 'clock'>): Route {
  return serveCall(countCases, {
    work: 'read',
    async handle({ tx, caller }) {
      const where = scoped(caller, abnormal)
      where.add("state = 'open'")
      const rows = await tx.query(
        {
          kind: col.text,
          rule: col.text,
          code: col.text,
          severity: col.oneOf(SEVERITIES),
          count: col.integer,
          blocking: col.integer,
          amount: col.text,
        },
        `select kind, rule, code, severity, count(*)::integer as count, (count(*) filter (where blocks))::integer as blocking,
           coalesce(sum(estimate_fen), 0)::text as amount
         from charging_abnormal where ${where.text} group by kind, rule, code, severity
         order by array_position(array['critical', 'warning', 'notice'], severity), count(*) desc, rule`,
        where.values,
      )
      const decided = rows.filter(({ severity }) => severity !== 'notice')
      return {
        list: rows.map(({ kind, rule, code, severity, count }) => ({ kind, rule, code, severity, count })),
        total: decided.reduce((sum, row) => sum + row.count, 0),
        notices: rows.reduce((sum, row) => sum + row.count, 0) - decided.reduce((sum, row) => sum + row.count, 0),
        blocking: rows.reduce((sum, row) => sum + row.blocking, 0),
        amount: formatFen(fen(decided.reduce((sum, row) => sum + BigInt(row.amount), 0n))),
        held: await heldMoney(tx, caller, clock.now()),
        asOf: clock.now(),
      }
    },
  })
}

const DAY_S = 86_400

/** Returns the money held for orders in the caller's scope that need a person, by age. */
async function heldMoney(tx: Tx, caller: Caller, now: number): Promise<HeldMoney> {
  const where = scoped(caller, order)
  where.add("state = 'abnormal' and hold_id is not null")
  const young = where.value(new Date(now - YOUNG_HELD_MS))
  const [row] = await tx.query(
    { orders: col.integer, amount: col.text, old: col.text, since: col.instant.orNull },
    `select count(*)::integer as orders, coalesce(sum(held), 0)::text as amount,
       coalesce(sum(held) filter (where since < ${young}), 0)::text as old, min(since) as since
     from (select o.hold_principal_fen + o.hold_gift_fen as held, ${HELD_SINCE} as since from charging_order o where ${where.text}) h`,
    where.values,
  )
  const { held_s } = await settingOf(tx, SUPERVISION, caller.tenantId)
  return {
    orders: row?.orders ?? 0,
    amount: formatFen(fen(BigInt(row?.amount ?? '0'))),
    olderThanDay: formatFen(fen(BigInt(row?.old ?? '0'))),
    since: row?.since ?? null,
    goesBackAfter_d: Math.ceil(held_s / DAY_S),
  }
}

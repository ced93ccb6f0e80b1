import { type Route, route, scoped } from '@wattyard/server-kit'
import { z } from 'zod'
import { abnormal, type CaseCounts } from '../contract/index.ts'
import type { ChargingPorts } from './ports.ts'

/** `GET /api/charging/abnormal/counts`: open cases in the caller's scope, by rule. */
export function caseCountsRoute({ clock }: Pick<ChargingPorts, 'clock'>): Route {
  return route({
    method: ['GET', 'POST'],
    path: '/api/charging/abnormal/counts',
    access: 'charging.abnormal:read',
    input: z.strictObject({}),
    work: 'read',
    summary: 'open cases by rule',
    async handle({ tx, caller }): Promise<CaseCounts> {
      const where = scoped(caller, abnormal)
      where.add("state = 'open'")
      const rows = await tx.query<CaseCounts['list'][number] & { blocking: number }>(
        `select kind, rule, code, severity, count(*)::integer as count, (count(*) filter (where blocks))::integer as blocking
         from charging_abnormal where ${where.text} group by kind, rule, code, severity order by count(*) desc, rule`,
        where.values,
      )
      return {
        list: rows.map(({ kind, rule, code, severity, count }) => ({ kind, rule, code, severity, count })),
        total: rows.reduce((sum, row) => sum + row.count, 0),
        blocking: rows.reduce((sum, row) => sum + row.blocking, 0),
        asOf: clock.now(),
      }
    },
  })
}

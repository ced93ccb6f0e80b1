import { actorOf, audit, type Route, route, writeSheet } from '@wattyard/server-kit'
import { formatInstant, isZone } from '@wattyard/time'
import { z } from 'zod'
import type { AuditRow } from '../contract/audit.ts'
import { AUDIT_COLUMNS, AUDIT_ORDER, auditCondition, auditFilters, cursorOf } from './audit-query.ts'
import { mustSeeWholeTenant } from './whole-tenant.ts'

/** Rows of one file; beyond it the caller narrows the filter. */
const MAX_ROWS = 1_048_575
const CHUNK = 2_000
const COLUMNS = ['at', 'actorName', 'ip', 'resource', 'recordId', 'action', 'before', 'after', 'requestId'] as const

const asText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** The log as a file; taking it away is itself in the log. */
export const auditExportRoute: Route = route({
  method: 'GET',
  path: '/api/platform/audit/export',
  access: 'platform.audit:export',
  input: auditFilters.omit({ after: true }).extend({
    format: z.enum(['csv', 'xlsx']).default('csv'),
    zone: z.string().max(60).refine(isZone, { error: 'notAZone' }).default('Asia/Shanghai'),
  }),
  work: 'raw',
  summary: 'the log as a spreadsheet',
  async handle(call) {
    const { caller, db, reply } = call
    if (!caller) throw new Error('an export needs a caller')
    mustSeeWholeTenant(caller)
    const { format, zone, ...wanted } = call.input
    const total = await db.tenant(caller.tenantId, async tx => {
      const where = auditCondition(caller.tenantId, wanted)
      const [row] = await tx.query<{ total: number }>(
        `select least(count(*), ${MAX_ROWS})::int as total from kernel_audit where ${where.text}`,
        where.values,
      )
      const entry = { resource: 'platform.audit', recordId: '', action: 'export', after: { ...wanted, format } }
      await audit(tx, actorOf({ ...call, caller }), [entry])
      return row?.total ?? 0
    })
    async function* rows() {
      let after: string | undefined
      for (let done = 0; done < MAX_ROWS; done += CHUNK) {
        const page = await db.tenant(
          caller?.tenantId ?? '',
          tx => {
            const where = auditCondition(caller?.tenantId ?? '', { ...wanted, ...(after ? { after } : {}) })
            return tx.query<AuditRow>(
              `select ${AUDIT_COLUMNS} from kernel_audit where ${where.text} order by ${AUDIT_ORDER} limit ${CHUNK}`,
              where.values,
            )
          },
          { readOnly: true },
        )
        yield* page
        const last = page.at(-1)
        if (!last || page.length < CHUNK) return
        after = cursorOf(last)
      }
    }
    async function* lines() {
      yield COLUMNS.map(key => call.say(call.language, `platform.audit.${key}`))
      for await (const row of rows())
        yield COLUMNS.map(key => (key === 'at' ? formatInstant(row.at, zone) : asText(row[key])))
    }
    reply.hijack()
    reply.raw.writeHead(200, {
      'content-type':
        format === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="log-${new Date().toISOString().slice(0, 10)}.${format}"`,
      'x-total-rows': String(total),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    await writeSheet(reply.raw, format, lines())
    return undefined
  },
})

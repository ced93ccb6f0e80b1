import { type Route, route, wholeInput } from '@wattyard/server-kit'
import { z } from 'zod'
import type { AuditKinds, AuditPage, AuditRow } from '../contract/audit.ts'
import { auditExportRoute } from './audit-export.ts'
import { AUDIT_COLUMNS, AUDIT_ORDER, auditCondition, auditFilters, cursorOf } from './audit-query.ts'
import { mustSeeWholeTenant } from './whole-tenant.ts'

const MAX_PAGE = 200

/** The tenant's audit, newest first, page by page by key, so that the millionth row costs what the first costs. */
const list = route({
  method: ['GET', 'POST'],
  path: '/api/platform/audit/list',
  access: 'platform.audit:read',
  input: auditFilters.extend({ pageSize: wholeInput(1, MAX_PAGE).default(50) }),
  work: 'read',
  summary: 'who did what, newest first',
  async handle({ tx, caller, input: { pageSize, ...wanted } }): Promise<AuditPage> {
    mustSeeWholeTenant(caller)
    const where = auditCondition(caller.tenantId, wanted)
    const rows = await tx.query<AuditRow>(
      `select ${AUDIT_COLUMNS} from kernel_audit where ${where.text} order by ${AUDIT_ORDER} limit ${pageSize + 1}`,
      where.values,
    )
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    return { list: page, next: rows.length > page.length && last ? cursorOf(last) : null }
  },
})

/** Found by leaping through the index from one kind to the next: as many reads as there are kinds. */
const kinds = route({
  method: ['GET', 'POST'],
  path: '/api/platform/audit/kinds',
  access: 'platform.audit:read',
  input: z.strictObject({}),
  work: 'read',
  summary: 'kinds of records that the log speaks of, and what was done to them',
  async handle({ tx, caller }): Promise<AuditKinds> {
    mustSeeWholeTenant(caller)
    const distinct = async (column: 'resource' | 'action') => {
      const rows = await tx.query<{ word: string }>(
        `with recursive k as (
           (select ${column} as word from kernel_audit where tenant_id = $1 order by ${column} limit 1)
           union all
           select (select a.${column} from kernel_audit a where a.tenant_id = $1 and a.${column} > k.word order by a.${column} limit 1)
           from k where k.word is not null
         ) select word from k where word is not null`,
        [caller.tenantId],
      )
      return rows.map(row => row.word)
    }
    return { resources: await distinct('resource'), actions: await distinct('action') }
  },
})

export const auditRoutes: readonly Route[] = [list, kinds, auditExportRoute]

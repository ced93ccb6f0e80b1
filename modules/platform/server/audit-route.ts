import { Condition, invalid, type Route, route, wholeInput } from '@wattyard/server-kit'
import { z } from 'zod'
import type { AuditPage, AuditRow } from '../contract/audit.ts'
import { mustSeeWholeTenant } from './whole-tenant.ts'

const MAX_PAGE = 200
const instant = wholeInput(0, 8_640_000_000_000)

const input = z.strictObject({
  resource: z.string().max(100).optional(),
  recordId: z.string().max(100).optional(),
  actorId: z
    .string()
    .regex(/^[0-9a-f-]{36}$/, { error: 'notAnId' })
    .optional(),
  action: z.string().max(60).optional(),
  /** Epoch ms, included. */
  from: instant.optional(),
  /** Epoch ms, excluded. */
  to: instant.optional(),
  /** `next` of the page before. */
  after: z.string().max(60).optional(),
  pageSize: wholeInput(1, MAX_PAGE).default(50),
})

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function addCursor(where: Condition, cursor: string): void {
  const [, at, id] = CURSOR.exec(cursor) ?? []
  if (!at || !id) throw invalid({ after: { key: 'kernel.field.badFormat' } })
  where.add(`(at, id) < (${where.value(new Date(Number(at)))}, ${where.value(id)})`)
}

/** The tenant's audit, newest first, page by page by key, so that the millionth row costs what the first costs. */
export const auditRoute: Route = route({
  method: ['GET', 'POST'],
  path: '/api/platform/audit/list',
  access: 'platform.audit:read',
  input,
  work: 'read',
  summary: 'who did what, newest first',
  async handle({ tx, caller, input: wanted }): Promise<AuditPage> {
    mustSeeWholeTenant(caller)
    const where = new Condition()
    where.add(`tenant_id = ${where.value(caller.tenantId)}`)
    if (wanted.resource) where.add(`resource = ${where.value(wanted.resource)}`)
    if (wanted.recordId) where.add(`record_id = ${where.value(wanted.recordId)}`)
    if (wanted.actorId) where.add(`actor_id = ${where.value(wanted.actorId)}`)
    if (wanted.action) where.add(`action = ${where.value(wanted.action)}`)
    if (wanted.from !== undefined) where.add(`at >= ${where.value(new Date(wanted.from))}`)
    if (wanted.to !== undefined) where.add(`at < ${where.value(new Date(wanted.to))}`)
    if (wanted.after) addCursor(where, wanted.after)
    const rows = await tx.query<AuditRow>(
      `select id, at, actor_id as "actorId", actor_name as "actorName", ip, request_id as "requestId", resource, record_id as "recordId", action, before, after
       from kernel_audit where ${where.text} order by at desc, id desc limit ${wanted.pageSize + 1}`,
      where.values,
    )
    const list = rows.slice(0, wanted.pageSize)
    const last = list.at(-1)
    return { list, next: rows.length > list.length && last ? `${last.at}.${last.id}` : null }
  },
})

import { idInput, wholeInput } from '@wattyard/calls'
import { Condition, invalid, likeText } from '@wattyard/server-kit'
import { z } from 'zod'
import { type AuditRow, SIGN_IN_RESOURCE } from '../contract/audit.ts'

const instant = wholeInput(0, 8_640_000_000_000)

/** How the log may be narrowed. */
export const auditFilters = z.strictObject({
  /** What people did, or how they signed in and out. */
  part: z.enum(['operation', 'sign-in']).optional(),
  resource: z.string().max(100).optional(),
  recordId: z.string().max(100).optional(),
  /** Who did it; `none` for what jobs, devices and people who were not signed in did. */
  actorId: z.union([z.literal('none'), idInput]).optional(),
  action: z.string().max(60).optional(),
  ip: z.string().max(64).optional(),
  /** In names, addresses, ids and values, whatever the case. */
  q: z.string().trim().min(2).max(60).optional(),
  /** Epoch ms, included. */
  from: instant.optional(),
  /** Epoch ms, excluded. */
  to: instant.optional(),
  /** `next` of the page before. */
  after: z.string().max(60).optional(),
})
export type AuditFilters = z.infer<typeof auditFilters>

/** What is selected of an entry, by the names it leaves with. */
export const AUDIT_COLUMNS =
  'id, at, actor_id as "actorId", actor_name as "actorName", ip, request_id as "requestId", resource, record_id as "recordId", action, before, after'
/** Newest first, each entry in one place. */
export const AUDIT_ORDER = 'at desc, id desc'

const CURSOR = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function cursorOf({ at, id }: Pick<AuditRow, 'at' | 'id'>): string {
  return `${at}.${id}`
}

function addCursor(where: Condition, cursor: string): void {
  const [, at, id] = CURSOR.exec(cursor) ?? []
  if (!at || !id) throw invalid({ after: { key: 'kernel.field.badFormat' } })
  where.add(`(at, id) < (${where.value(new Date(Number(at)))}, ${where.value(id)})`)
}

/** The tenant's entries that fit, beginning with the tenant. @throws Refusal for a cursor that is none */
export function auditCondition(tenantId: string, wanted: AuditFilters): Condition {
  const where = new Condition()
  where.add(`tenant_id = ${where.value(tenantId)}`)
  // The word itself and no parameter: an index holds just these rows.
  if (wanted.part === 'sign-in') where.add(`resource = '${SIGN_IN_RESOURCE}'`)
  if (wanted.part === 'operation') where.add(`resource <> '${SIGN_IN_RESOURCE}'`)
  if (wanted.resource) where.add(`resource = ${where.value(wanted.resource)}`)
  if (wanted.recordId) where.add(`record_id = ${where.value(wanted.recordId)}`)
  if (wanted.actorId === 'none') where.add('actor_id is null')
  else if (wanted.actorId) where.add(`actor_id = ${where.value(wanted.actorId)}`)
  if (wanted.action) where.add(`action = ${where.value(wanted.action)}`)
  if (wanted.ip) where.add(`ip = ${where.value(wanted.ip)}`)
  if (wanted.from !== undefined) where.add(`at >= ${where.value(new Date(wanted.from))}`)
  if (wanted.to !== undefined) where.add(`at < ${where.value(new Date(wanted.to))}`)
  if (wanted.after) addCursor(where, wanted.after)
  return where
}

/** Columns a text is looked for in. Names of fields are found too: they stand beside the values. */
const TEXTS = ['"actorName"', '"recordId"', 'ip', '"requestId"', 'before::text', 'after::text']

/** That a row with `AUDIT_COLUMNS` holds a text somewhere, whatever the case. */
export function hasText(where: Condition, q: string): string {
  return `lower(concat_ws(' ', ${TEXTS.join(', ')})) like ${where.value(likeText(q.toLowerCase()))}`
}

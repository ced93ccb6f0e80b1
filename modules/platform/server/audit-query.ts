import { Condition, invalid, likeText } from '@wattyard/server-kit'
import { type AuditRow, type AuditFilters } from '../contract/calls/audit.ts'
import { SIGN_IN_RESOURCE } from '../contract/audit.ts'

/** Selected columns of an entry, with their names in the answer. */
export const AUDIT_COLUMNS =
  'id, at, actor_id as "actorId", actor_name as "actorName", ip, request_id as "requestId", resource, record_id as "recordId", action, before, after'
/** Newest first; the id makes the order total. */
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

/** Returns the tenant's entries that fit, beginning with the tenant. @throws Refusal for a cursor that is none */
export function auditCondition(tenantId: string, wanted: AuditFilters): Condition {
  const where = new Condition()
  where.add(`tenant_id = ${where.value(tenantId)}`)
  // A literal instead of a parameter, so that the partial index of these rows applies.
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

/** Columns of the text search. */
const TEXTS = ['"actorName"', '"recordId"', 'ip', '"requestId"']
/** Columns with what was written, as JSON: names of fields are found too. */
const WRITTEN = ['before::text', 'after::text']

/** Returns the SQL condition that a row with `AUDIT_COLUMNS` contains a text, ignoring case. */
export const hasText = (where: Condition, q: string): string =>
  `lower(concat_ws(' ', ${[...TEXTS, ...WRITTEN].join(', ')})) like ${where.value(likeText(q.toLowerCase()))}`

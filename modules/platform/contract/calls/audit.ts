import {
  type CallAnswer,
  defineCall,
  idInput,
  instant,
  labelsShape,
  wholeInput,
  momentInput,
  logPage,
  MAX_LOG_PAGE,
} from '@wattyard/calls'
import type { Field } from '@wattyard/resource'
import { z } from 'zod'

/** Filters of the log. */
export const auditFilters = z.strictObject({
  /** Actions of people, or sign-ins and sign-outs. */
  part: z.enum(['operation', 'sign-in']).optional(),
  resource: z.string().max(100).optional(),
  recordId: z.string().max(100).optional(),
  /** Id of the person; `none` for jobs, devices and people who were not signed in. */
  actorId: z.union([z.literal('none'), idInput]).optional(),
  action: z.string().max(60).optional(),
  ip: z.string().max(64).optional(),
  /** Text in names, addresses, ids and values; case does not matter. */
  q: z.string().trim().min(2).max(60).optional(),
  /** Epoch ms, included. */
  from: momentInput.optional(),
  /** Epoch ms, excluded. */
  to: momentInput.optional(),
  /** Cursor: `next` of the previous page. */
  after: z.string().max(60).optional(),
})
export type AuditFilters = z.output<typeof auditFilters>

const values = z.record(z.string(), z.unknown()).nullable()
const entry = z.object({
  id: z.string(),
  at: instant,
  actorId: z.string().nullable(),
  actorName: z.string(),
  ip: z.string().nullable(),
  requestId: z.string().nullable(),
  resource: z.string(),
  recordId: z.string(),
  action: z.string(),
  before: values,
  after: values,
  /** Name of a record without an id, as the entry says it, such as the day of a closing. */
  named: z.string().optional(),
})
/** One audit entry: person, action and record. */
export type AuditRow = z.output<typeof entry>

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/platform/audit/list',
  access: 'platform.audit:read',
  wholeTenant: true,
  summary: 'who did what, newest first',
  input: auditFilters.extend({ pageSize: wholeInput(1, MAX_LOG_PAGE).default(50) }),
  output: logPage(entry).extend({
    /** Definitions of the fields in the entries: `resource`, or `resource/command` for input of a command → field. */
    fields: z.record(z.string(), z.record(z.string(), z.custom<Field>())),
    /** Labels of the referenced records. */
    labels: labelsShape,
  }),
})
export type AuditPage = CallAnswer<typeof listAudit>

export const auditKinds = defineCall({
  method: 'GET',
  path: '/api/platform/audit/kinds',
  access: 'platform.audit:read',
  wholeTenant: true,
  summary: 'kinds of records that the log speaks of, what was done to them, and by whom',
  input: z.strictObject({}),
  output: z.object({
    resources: z.array(z.string()),
    actions: z.array(z.string()),
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
})
/** Values that occur in the log, as options of its filters. */
export type AuditKinds = CallAnswer<typeof auditKinds>
/** A person in the log. */
export type AuditPerson = AuditKinds['people'][number]

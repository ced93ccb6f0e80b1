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
  from: momentInput.optional(),
  /** Epoch ms, excluded. */
  to: momentInput.optional(),
  /** `next` of the page before. */
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
})
/** Who did what to which record. */
export type AuditRow = z.output<typeof entry>

export const listAudit = defineCall({
  method: 'GET',
  path: '/api/platform/audit/list',
  access: 'platform.audit:read',
  wholeTenant: true,
  summary: 'who did what, newest first',
  input: auditFilters.extend({ pageSize: wholeInput(1, MAX_LOG_PAGE).default(50) }),
  output: logPage(entry).extend({
    /** Kinds of the fields that entries speak of: `resource`, or `resource/command` for what a command was given → field. As definitions state them. */
    fields: z.record(z.string(), z.record(z.string(), z.custom<Field>())),
    /** Names of what they point at. */
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
/** Words that occur in the log: what its filters offer. */
export type AuditKinds = CallAnswer<typeof auditKinds>
/** Somebody the log names. */
export type AuditPerson = AuditKinds['people'][number]

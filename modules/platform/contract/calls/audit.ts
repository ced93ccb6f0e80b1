import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'

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

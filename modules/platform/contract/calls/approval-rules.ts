import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'

/** The commands that may wait for a second person, with the product's own limits; the tenant's are in `platform.fourEyesLimits`. */
export const listApprovalRules = defineCall({
  method: 'GET',
  path: '/api/platform/approval/rules',
  access: 'platform.setting:read',
  summary: 'commands that may wait for a second person',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        /** Definition and command, such as `charging.order` and `refund`. */
        resource: z.string(),
        command: z.string(),
        /** Fen from which on it waits unless the tenant says otherwise; null never. Without money 0 is on. */
        own: z.int().min(0).nullable(),
        /** Whether it has an amount; else the tenant switches it on or off. */
        movesMoney: z.boolean(),
      }),
    ),
  }),
})
export type ApprovalRule = CallAnswer<typeof listApprovalRules>['list'][number]

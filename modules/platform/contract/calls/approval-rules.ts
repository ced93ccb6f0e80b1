import { type CallAnswer, defineCall } from '@wattyard/calls'
import { z } from 'zod'

/**
 * Lists the commands that can wait for a second person, with the product's limits. The tenant's limits are in
 * `platform.fourEyesLimits`.
 */
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
        /**
         * Amount in fen from which the command waits by default; null means never. For commands without a limit, 0 means that it
         * always waits.
         */
        own: z.int().min(0).nullable(),
        /** Whether the command waits from an amount on. Without one, the tenant switches waiting on or off. */
        hasLimit: z.boolean(),
      }),
    ),
  }),
})
export type ApprovalRule = CallAnswer<typeof listApprovalRules>['list'][number]

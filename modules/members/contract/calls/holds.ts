import { decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'

export const readHolds = defineCall({
  method: 'GET',
  path: '/api/member/member/holds',
  access: 'members.wallet:read',
  summary: 'what holds money of a wallet now: sessions, refunds, freezes',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        /** Record that the money is held for; its type names a resource. */
        source: z.object({ type: z.string(), id: z.string() }),
        label: z.string().nullable(),
        principal: decimalText,
        gift: decimalText,
        since: instant,
      }),
    ),
  }),
})

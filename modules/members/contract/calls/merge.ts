import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

/** What of an account can be under way, so that it can neither be merged nor forgotten. */
export const OPEN_THINGS = ['refund', 'code', 'session', 'order'] as const

const wallet = z.object({ principal: decimalText, gift: decimalText, frozen: decimalText, owed: decimalText })

export const previewMerge = defineCall({
  method: 'GET',
  path: '/api/member/member/mergePreview',
  access: 'members.member:merge',
  summary: 'what a merge of two accounts would move, and what stands against it',
  wholeTenant: true,
  input: z.strictObject({ id: idInput, into: idInput }),
  output: z.object({
    /** Both wallets as they are, in yuan. */
    from: wallet,
    into: wallet,
    cards: z.int(),
    freezes: z.int(),
    open: z.array(z.enum(OPEN_THINGS)),
    /** The other account has ended, or is the same. */
    ended: z.boolean(),
  }),
})

import { decimalText, defineCall, idInput } from '@wattyard/calls'
import { z } from 'zod'

export const previewRefundWallet = defineCall({
  method: 'GET',
  path: '/api/member/member/refundCost',
  access: 'members.member:refundWallet',
  summary: 'what a refund of an amount would take from a wallet now, or why it could not be asked for',
  wholeTenant: true,
  input: z.strictObject({
    id: idInput,
    amount: z.string().regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, { error: 'notADecimal' }),
  }),
  output: z.object({
    /** Taken from the member's own money and from the gift, and what of it is not paid back; in yuan. */
    principal: decimalText,
    gift: decimalText,
    forfeited: decimalText,
  }),
})

import { decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { CHANNEL_KINDS } from '../channel.ts'
import { REFUND_BASES } from '../refund-basis.ts'
import { REFUND_CAUSES } from '../refunds/refund-rule.ts'

/** One lot of a wallet and what a refund takes out of it; amounts in yuan. */
const lotRow = z.object({
  id: z.string(),
  /** Number of its top-up; null for money without one. */
  number: z.string().nullable(),
  topUp: z.string().nullable(),
  channel: z.string().nullable(),
  kind: z.enum(CHANNEL_KINDS).nullable(),
  paidAt: instant.nullable(),
  /** Paid in and given, less what earlier refunds took. */
  paid: decimalText,
  gift: decimalText,
  used: decimalText,
  rest: decimalText,
  giftRest: decimalText,
  /** Goes back by the channel itself, and by a person. */
  byChannel: decimalText,
  byHand: decimalText,
  forfeited: decimalText,
})

/** An amount as the command takes it: yuan with at most two decimals, and no more than any wallet holds. */
export const REFUND_AMOUNT = /^(0|[1-9]\d{0,8})(\.\d{1,2})?$/

export const previewRefund = defineCall({
  method: 'GET',
  path: '/api/wallet/refundBill/preview',
  access: 'payments.refund:ask',
  summary: 'what can be refunded to a member under each basis, and how an amount would be split over the top-ups',
  wholeTenant: true,
  input: z.strictObject({
    member: idInput,
    cause: z.enum(REFUND_CAUSES),
    /** The whole that can be refunded when absent. */
    amount: z.string().regex(REFUND_AMOUNT, { error: 'notADecimal' }).optional(),
  }),
  output: z.object({
    wallet: z.object({ principal: decimalText, gift: decimalText, frozen: decimalText, owed: decimalText }),
    /** Number of an undecided refund of this member, for which the others wait. */
    open: z.string().nullable(),
    /** Basis that is in force for the cause. */
    basis: z.enum(REFUND_BASES),
    /** Under each basis: the most that can be refunded, and what falls with it. */
    bases: z.array(z.object({ basis: z.enum(REFUND_BASES), most: decimalText, forfeited: decimalText })),
    /** Split of the amount under the basis in force; empty when it is more than can be refunded. */
    rows: z.array(lotRow),
  }),
})

export const readRefundSplit = defineCall({
  method: 'GET',
  path: '/api/wallet/refundBill/split',
  access: 'payments.refund:read',
  summary: 'which top-ups a refund takes from, with what was left of them when it was asked for',
  wholeTenant: true,
  input: z.strictObject({ id: idInput }),
  output: z.object({
    rows: z.array(lotRow),
    /** Whether some of it went or goes another way than the split says. */
    rerouted: z.boolean(),
  }),
})

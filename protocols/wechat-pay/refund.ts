import { fenNumber, rfc3339, text, textInBytes } from '@wattyard/pay-frame'
import { z } from 'zod'
import { mchid, notifyUrl, outRefundNo, outTradeNo, refundId, transactionId } from './identifiers.ts'

// Members as in wechatpay-apiv3/wechatpay-go services/refunddomestic/models.go; notification as documented in
// pay.weixin.qq.com/doc/v3/merchant/4012268885.

export const REFUND_STATES = ['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL'] as const
/** `ABNORMAL`: the payer's account did not take the money; somebody has to act. `CLOSED`: nothing was refunded. */
export type RefundState = (typeof REFUND_STATES)[number]

const account = text(64)
const AVAILABLE = z.literal('AVAILABLE')

export const refund = z
  .object({
    /** One of the two numbers names the payment; both may be given. */
    transaction_id: transactionId.optional(),
    out_trade_no: outTradeNo.optional(),
    out_refund_no: outRefundNo,
    /** Shown to the payer. */
    reason: textInBytes(80).optional(),
    notify_url: notifyUrl.optional(),
    /** Without it the money is taken from what is not settled yet. */
    funds_account: AVAILABLE.optional(),
    amount: z
      .object({ refund: fenNumber(1n), total: fenNumber(1n), currency: z.literal('CNY') })
      .refine(({ refund: part, total }) => part <= total),
  })
  .refine(value => value.transaction_id !== undefined || value.out_trade_no !== undefined)

export const queryRefund = z.object({ out_refund_no: outRefundNo })

/** Answer to a refund and to the query of one. Accepted is not refunded: see `status`. */
export const refundAnswer = z.object({
  refund_id: refundId,
  out_refund_no: outRefundNo,
  transaction_id: transactionId,
  out_trade_no: outTradeNo,
  channel: z.enum(['ORIGINAL', 'BALANCE', 'OTHER_BALANCE', 'OTHER_BANKCARD']),
  user_received_account: account,
  success_time: rfc3339().optional(),
  create_time: rfc3339(),
  status: z.enum(REFUND_STATES),
  amount: z.object({
    total: fenNumber(1n),
    refund: fenNumber(1n),
    payer_total: fenNumber(0n),
    payer_refund: fenNumber(0n),
    settlement_refund: fenNumber(0n),
    settlement_total: fenNumber(0n),
    discount_refund: fenNumber(0n),
    currency: z.literal('CNY'),
  }),
})
export type RefundAnswer = z.output<typeof refundAnswer>

/** Content of the three notifications of refunds. */
export const refundNotice = z.object({
  mchid,
  out_trade_no: outTradeNo,
  transaction_id: transactionId,
  out_refund_no: outRefundNo,
  refund_id: refundId,
  refund_status: z.enum(['SUCCESS', 'CLOSED', 'ABNORMAL']),
  success_time: rfc3339().optional(),
  user_received_account: account,
  amount: z.object({
    total: fenNumber(1n),
    refund: fenNumber(1n),
    payer_total: fenNumber(0n),
    payer_refund: fenNumber(0n),
  }),
})
export type RefundNotice = z.output<typeof refundNotice>

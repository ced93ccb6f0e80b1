import { address, chinaTime, matching, text, yuanText } from '@wattyard/pay-frame'
import { z } from 'zod'

// Members and limits as documented on opendocs.alipay.com for the methods named in calls.ts; types of alipay/alipay-sdk-java-all.

/** `TRADE_FINISHED`: paid, and too old to be refunded. `TRADE_CLOSED`: not paid in time, or refunded entirely. */
export const TRADE_STATES = ['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED'] as const
export type TradeState = (typeof TRADE_STATES)[number]

/** The merchant's number of a payment. */
const outTradeNo = matching(/[0-9A-Za-z_]{1,64}/)
/** As it comes back: in practice Alipay accepts hyphens too. */
export const returnedTradeNo = matching(/[0-9A-Za-z_-]{1,64}/)
/** Alipay's number of a payment. */
export const tradeNo = matching(/[0-9A-Za-z]{16,64}/)
/** The merchant's number of a refund: asking again with the same number and amount refunds once. */
export const outRequestNo = matching(/[0-9A-Za-z_-]{1,64}/)
/** Of the payer; masked names contain asterisks. */
export const logonId = text(100)
export const userId = matching(/[0-9A-Za-z_-]{1,128}/)
const billDate = matching(/[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?/)
const paidAmount = yuanText(0n)
/** Signs that the documents exclude from the title of an order. */
const subject = text(256, 1).refine(value => !/[/=&]/.test(value))

/** One of the two numbers names the payment; when both are given Alipay takes `trade_no`. */
const named = { trade_no: tradeNo.optional(), out_trade_no: outTradeNo.optional() }
const isNamed = (value: { trade_no?: string | undefined; out_trade_no?: string | undefined }) =>
  value.trade_no !== undefined || value.out_trade_no !== undefined

const order = {
  out_trade_no: outTradeNo,
  total_amount: yuanText(1n),
  subject,
  body: text(128).optional(),
  /** Last instant at which the order can be paid. */
  time_expire: chinaTime().optional(),
}

export const precreate = z.object(order)
/** The address goes into a QR code. */
export const precreateAnswer = z.object({ out_trade_no: returnedTradeNo, qr_code: address(['https:', 'http:'], 1_024) })

/** For a payer who is known: an order that its client pays by number. */
export const create = z
  .object({
    ...order,
    product_code: z.literal('JSAPI_PAY').optional(),
    op_app_id: matching(/[0-9]{1,32}/).optional(),
    buyer_id: userId.optional(),
    buyer_open_id: userId.optional(),
  })
  .refine(value => value.buyer_id !== undefined || value.buyer_open_id !== undefined)
export const createAnswer = z.object({ out_trade_no: returnedTradeNo, trade_no: tradeNo })

export const query = z.object(named).refine(isNamed)
export const queryAnswer = z.object({
  trade_no: tradeNo,
  out_trade_no: returnedTradeNo,
  buyer_logon_id: logonId.optional(),
  buyer_user_id: userId.optional(),
  buyer_open_id: userId.optional(),
  trade_status: z.enum(TRADE_STATES),
  total_amount: yuanText(1n),
  buyer_pay_amount: paidAmount.optional(),
  receipt_amount: paidAmount.optional(),
  send_pay_date: chinaTime().optional(),
})
export type QueryAnswer = z.output<typeof queryAnswer>

export const close = z.object({ ...named, operator_id: matching(/[0-9A-Za-z_-]{1,28}/).optional() }).refine(isNamed)
export const closeAnswer = z.object({ trade_no: tradeNo.optional(), out_trade_no: returnedTradeNo.optional() })

/** Closes an order that is not paid and refunds one that is. */
export const cancel = z.object(named).refine(isNamed)
export const cancelAnswer = z.object({
  trade_no: tradeNo.optional(),
  out_trade_no: returnedTradeNo.optional(),
  /** `Y`: cancel again. */
  retry_flag: z.enum(['Y', 'N']),
  action: z.enum(['close', 'refund']).optional(),
})

export const refund = z
  .object({
    ...named,
    refund_amount: yuanText(1n),
    refund_reason: text(256).optional(),
    out_request_no: outRequestNo,
  })
  .refine(isNamed)
export const refundAnswer = z.object({
  trade_no: tradeNo,
  out_trade_no: returnedTradeNo,
  buyer_logon_id: logonId.optional(),
  /** Sum of all refunds of the payment, not the amount of this one. */
  refund_fee: paidAmount,
  /** `Y`: this call moved money. `N` also when an earlier one with the same number did: query the refund. */
  fund_change: z.enum(['Y', 'N']).optional(),
})

export const queryRefund = z
  .object({
    ...named,
    out_request_no: outRequestNo,
    /** Members that are not answered without being asked for. */
    query_options: z
      .array(z.enum(['gmt_refund_pay', 'refund_detail_item_list', 'deposit_back_info']))
      .max(3)
      .optional(),
  })
  .refine(isNamed)
/** A refund that did not happen has no `refund_status`, although the query succeeds. */
export const queryRefundAnswer = z.object({
  trade_no: tradeNo.optional(),
  out_trade_no: returnedTradeNo.optional(),
  out_request_no: outRequestNo.optional(),
  total_amount: paidAmount.optional(),
  refund_amount: paidAmount.optional(),
  refund_status: z.literal('REFUND_SUCCESS').optional(),
  gmt_refund_pay: chinaTime().optional(),
})

/** Asks for the file of a day (`2026-11-25`) or of a month (`2026-11`) that is over. */
export const bill = z.object({ bill_type: z.enum(['trade', 'signcustomer']), bill_date: billDate })
/** The address of a ZIP is valid for thirty seconds; neither it nor the file is signed. */
export const billAnswer = z.object({ bill_download_url: address(['https:', 'http:'], 4_096) })

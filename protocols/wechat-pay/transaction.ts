import { address, fenNumber, rfc3339, text } from '@wattyard/pay-frame'
import { z } from 'zod'
import { appid, attach, description, mchid, notifyUrl, openid, outTradeNo, transactionId } from './identifiers.ts'

// Members and their presence as documented for direct merchants: pay.weixin.qq.com/doc/v3/merchant/4012791877 (create),
// 4013070354 and 4013070356 (query), 4013070360 (close).

export const TRADE_STATES = ['SUCCESS', 'REFUND', 'NOTPAY', 'CLOSED', 'REVOKED', 'USERPAYING', 'PAYERROR'] as const
/** `REVOKED` and `USERPAYING` occur with payments by a shown code alone. */
export type TradeState = (typeof TRADE_STATES)[number]
export const TRADE_TYPES = ['JSAPI', 'NATIVE', 'APP', 'MICROPAY', 'MWEB', 'FACEPAY'] as const

const CNY = z.literal('CNY')

const order = {
  appid,
  mchid,
  description,
  out_trade_no: outTradeNo,
  /** Last instant at which the payer can pay; the order is not closed by it. */
  time_expire: rfc3339().optional(),
  attach: attach.optional(),
  notify_url: notifyUrl,
  amount: z.object({ total: fenNumber(1n), currency: CNY.optional() }),
}
export const createNative = z.object(order)
export const createJsapi = z.object({ ...order, payer: z.object({ openid }) })

/** The address goes into a QR code; it is valid for two hours. */
export const nativeAnswer = z.object({ code_url: address(['weixin:'], 512) })
export const jsapiAnswer = z.object({ prepay_id: text(64, 1) })

export const queryByOutTradeNo = z.object({ out_trade_no: outTradeNo, mchid })
export const queryByTransactionId = z.object({ transaction_id: transactionId, mchid })
export const close = z.object({ out_trade_no: outTradeNo, mchid })

const transactionMembers = {
  appid: appid.optional(),
  mchid,
  out_trade_no: outTradeNo,
  transaction_id: transactionId.optional(),
  trade_type: z.enum(TRADE_TYPES).optional(),
  trade_state: z.enum(TRADE_STATES),
  trade_state_desc: text(256),
  bank_type: text(32).optional(),
  attach: text(128).optional(),
  success_time: rfc3339().optional(),
  payer: z.object({ openid: openid.optional() }).optional(),
  amount: z
    .object({
      total: fenNumber(1n).optional(),
      /** What the payer paid, less than `total` by coupons. */
      payer_total: fenNumber(0n).optional(),
      currency: CNY.optional(),
      payer_currency: CNY.optional(),
    })
    .optional(),
}
/** Answer to a query. An order that nobody paid has neither number nor amount. */
export const transaction = z.object(transactionMembers)
export type Transaction = z.output<typeof transaction>

/** Content of TRANSACTION.SUCCESS: what a query may leave out is present. */
export const paidTransaction = z.object({
  ...transactionMembers,
  appid,
  transaction_id: transactionId,
  trade_type: z.enum(TRADE_TYPES),
  trade_state: z.literal('SUCCESS'),
  success_time: rfc3339(),
  amount: z.object({
    total: fenNumber(1n),
    payer_total: fenNumber(0n),
    currency: CNY,
    payer_currency: CNY.optional(),
  }),
})
export type PaidTransaction = z.output<typeof paidTransaction>

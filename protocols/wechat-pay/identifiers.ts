import { address, matching, textInBytes } from '@wattyard/pay-frame'

// Lengths and characters as documented for direct merchants: pay.weixin.qq.com/doc/v3/merchant/4012791877, and for refunds
// wechatpay-apiv3/wechatpay-go services/refunddomestic/models.go.

/** The merchant's number of a payment; unique for a merchant, also after the order was closed. */
export const outTradeNo = matching(/[0-9A-Za-z_|*-]{6,32}/)
/** The merchant's number of a refund. Asking again with the same number refunds once. */
export const outRefundNo = matching(/[0-9A-Za-z_|*@-]{1,64}/)
/** WeChat Pay's number of a payment. */
export const transactionId = matching(/[0-9A-Za-z]{1,32}/)
/** WeChat Pay's number of a refund. */
export const refundId = matching(/[0-9A-Za-z]{1,32}/)
export const mchid = matching(/[0-9]{1,32}/)
export const appid = matching(/[0-9A-Za-z_]{1,32}/)
export const openid = matching(/[0-9A-Za-z_-]{1,128}/)
/** The documents say characters; bytes are the smaller limit, and what the older interface counted. */
export const description = textInBytes(127)
/** Text that comes back with the payment. */
export const attach = textInBytes(128)
/** Address for notifications; a query would be dropped. */
export const notifyUrl = address(['https:'], 255).refine(value => !value.includes('?'))

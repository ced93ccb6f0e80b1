export { ALIPAY_HEAD, ALIPAY_MERCHANT, alipayTradeLines } from './alipay.ts'
export { gbk, inPieces, utf8 } from './bytes.ts'
export { type TrueRow, trueRows, ZONE } from './true-rows.ts'
export { WECHAT_HEAD, WECHAT_MERCHANT, type WechatOptions, wechatFundsLines, wechatTradeLines } from './wechat.ts'

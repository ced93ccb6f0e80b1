export { camt053Lines } from './camt053.ts'
export {
  ACQUIRER,
  AGGREGATOR,
  acquirerLines,
  aggregatorLines,
  SPANISH_BANK,
  spanishBankLines,
} from './described.ts'
export { BANK_ZONE, mt940Lines, type TrueEntry, type TrueStatement } from './mt940.ts'
export { ALIPAY_HEAD, ALIPAY_MERCHANT, alipayTradeLines } from './alipay.ts'
export { gbk, inPieces, utf8 } from './bytes.ts'
export { type TrueRow, trueRows, ZONE } from './true-rows.ts'
export { WECHAT_HEAD, WECHAT_MERCHANT, type WechatOptions, wechatFundsLines, wechatTradeLines } from './wechat.ts'
export { zipOf } from './zip.ts'

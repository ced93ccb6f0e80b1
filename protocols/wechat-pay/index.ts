export { type BillAnswer, billHash, isAnnouncedBill } from './bill.ts'
export {
  type FundFlowRow,
  type TradeBillKind,
  type TradeBillRow,
  writeFundFlowBill,
  writeTradeBill,
} from './bill-file.ts'
export {
  type Answer,
  type AnyCall,
  type Call,
  type CallName,
  CALLS,
  readAnswer,
  readCall,
  writeAnswer,
  writeCall,
} from './calls.ts'
export { type CertificatesAnswer, openCertificates, sealCertificate } from './certificates.ts'
export { type Advice, type Failure, type FailureDetail, KNOWN_CODES, readFailure, writeFailure } from './failure.ts'
export { type JsapiPayment, signJsapiPayment } from './jsapi-payment.ts'
export {
  ACCEPTED_STATUS,
  type Notification,
  openNotification,
  writeNotification,
  writeRefusal,
} from './notification.ts'
export { type Headers, PROBE_PREFIX, signBody, type SignatureHeaders, verifyBody } from './platform-signature.ts'
export { REFUND_STATES, type RefundAnswer, type RefundNotice, type RefundState } from './refund.ts'
export {
  type Authorization,
  type HttpCall,
  type HttpRequest,
  MAX_SKEW_MS,
  type Merchant,
  parseAuthorization,
  SCHEME,
  signRequest,
  verifyRequest,
} from './request-signature.ts'
export { open, seal, type Sealed } from './resource.ts'
export { type PaidTransaction, TRADE_STATES, type TradeState, type Transaction } from './transaction.ts'

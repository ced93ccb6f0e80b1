import { PayError, signSha256 } from '@wattyard/pay-frame'
import { type Merchant, NONCE, secondsOf } from './request-signature.ts'

/** What a page or a mini program passes to `requestPayment`; names are those of the client. */
export interface JsapiPayment {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: 'RSA'
  paySign: string
}

/**
 * Signs the payment of a prepared order for the payer's client: four lines, each with its line feed (wechatpay-apiv3/wechatpay-go
 * services/payments/jsapi).
 * @param at epoch ms
 * @throws PayError `pay.bad-key`, `pay.bad-shape`
 */
export function signJsapiPayment(
  { appid, prepayId }: { appid: string; prepayId: string },
  merchant: Merchant,
  { at, nonce }: { at: number; nonce: string },
): JsapiPayment {
  const timeStamp = secondsOf(at)
  const packed = `prepay_id=${prepayId}`
  if (!NONCE.test(nonce) || /[^\x21-\x7e]/.test(appid + packed)) throw new PayError('pay.bad-shape')
  const paySign = signSha256(`${appid}\n${timeStamp}\n${nonce}\n${packed}\n`, merchant.key)
  return { appId: appid, timeStamp, nonceStr: nonce, package: packed, signType: 'RSA', paySign }
}

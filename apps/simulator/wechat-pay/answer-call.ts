import { randomBytes } from 'node:crypto'
import { PayError } from '@wattyard/pay-frame'
import { type AnyCall, type HttpRequest, readCall, sealCertificate, writeAnswer } from '@wattyard/wechat-pay'
import type { Bills } from './bills.ts'
import { type Desk, nowOf } from './desk.ts'
import type { Merchant } from './merchants.ts'
import { closeOrder, createOrder, describeOrder, findOrder, findPaid } from './orders.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { acceptRefund, describeRefund, endRefund, findRefund, REFUND_TAKES_MS } from './refunds.ts'
import { refusal } from './refusals.ts'

interface Rooms {
  desk: Desk
  bills: Bills
  keys: PlatformKeys
}

/**
 * Reads a request as a call of this merchant.
 * @throws ChannelRefusal `PARAM_ERROR`, `RESOURCE_NOT_EXISTS` for no call, `NO_AUTH` for a call in another merchant's name
 */
export function readCallOf(request: HttpRequest, merchant: Merchant): AnyCall {
  const asked = readSafely(request)
  // The signature names the merchant; so do most calls.
  if ('mchid' in asked.call && asked.call.mchid !== merchant.mchid)
    throw refusal('NO_AUTH', '请求参数中的商户号与签名的商户号不一致')
  return asked
}

function readSafely(request: HttpRequest): AnyCall {
  try {
    return readCall(request)
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    if (error.code === 'pay.unknown-call') throw refusal('RESOURCE_NOT_EXISTS', '接口不存在')
    const isQuery = request.method === 'GET'
    throw refusal('PARAM_ERROR', undefined, {
      location: isQuery ? 'query' : 'body',
      field: `/${error.at}`,
      issue: error.code,
    })
  }
}

/** Returns what a call is about, for the faults that are drawn by it. */
export function subjectOf({ name, call }: AnyCall): string {
  if ('out_refund_no' in call) return call.out_refund_no
  if ('out_trade_no' in call) return call.out_trade_no ?? name
  return 'transaction_id' in call ? call.transaction_id : name
}

/** Carries a call out. Returns its status and body. @throws ChannelRefusal */
export function answerCall(rooms: Rooms, merchant: Merchant, asked: AnyCall): { status: number; body: string } {
  const body = bodyFor(rooms, merchant, asked)
  return { status: body === '' ? 204 : 200, body }
}

function bodyFor({ desk, bills, keys }: Rooms, merchant: Merchant, { name, call }: AnyCall): string {
  const { mchid } = merchant
  switch (name) {
    case 'createNative':
      return writeAnswer(name, { code_url: createOrder(desk, 'NATIVE', call) })
    case 'createJsapi':
      return writeAnswer(name, { prepay_id: createOrder(desk, 'JSAPI', call) })
    case 'queryByOutTradeNo':
      return writeAnswer(name, describeOrder(desk, findOrder(desk, mchid, call.out_trade_no)))
    case 'queryByTransactionId':
      return writeAnswer(name, describeOrder(desk, findPaid(desk, mchid, call.transaction_id)))
    case 'close':
      closeOrder(desk, mchid, call.out_trade_no)
      return writeAnswer(name, null)
    case 'refund': {
      const refund = acceptRefund(desk, mchid, call)
      if (refund.state === 'PROCESSING') endLater(desk, mchid, refund.out_refund_no)
      return writeAnswer(name, describeRefund(desk, refund))
    }
    case 'queryRefund':
      return writeAnswer(name, describeRefund(desk, findRefund(desk, mchid, call.out_refund_no)))
    case 'tradeBill':
      return writeAnswer(name, bills.announceTrade(merchant, call))
    case 'fundFlowBill':
      return writeAnswer(name, bills.announceFundFlow(merchant, call))
    case 'certificates':
      return writeAnswer(name, certificatesFor(keys, merchant, nowOf(desk)))
  }
}

/** Lets a refund succeed in a while, unless it was ended before. */
export function endLater(desk: Desk, mchid: string, outRefundNo: string): void {
  desk.clock.after(REFUND_TAKES_MS, async () => {
    const refund = desk.book.refund(mchid, outRefundNo)
    if (refund?.state === 'PROCESSING') endRefund(desk, refund, 'SUCCESS')
    return Promise.resolve()
  })
}

function certificatesFor(keys: PlatformKeys, { mode, apiV3Key }: Merchant, at: number) {
  // As the channel answers merchants that have the public key alone.
  if (mode === 'publicKey')
    throw refusal('RESOURCE_NOT_EXISTS', '无可用的平台证书，请在商户平台-API安全申请使用微信支付公钥')
  return { data: keys.listedAt(at).map(pem => sealCertificate(pem, apiV3Key, randomBytes(6).toString('hex'))) }
}

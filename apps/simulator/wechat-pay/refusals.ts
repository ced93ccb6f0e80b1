import type { FailureDetail } from '@wattyard/wechat-pay'

/**
 * Codes of failures with their status and words of our own: pay.weixin.qq.com/doc/v3/merchant/4012791877 (create), 4013070356 (query),
 * 4013070360 (close), 4013071041 (refund) and get-trade-bill.html (bills); those of signatures in 4012072670.
 */
const REFUSALS = {
  PARAM_ERROR: [400, '参数错误'],
  INVALID_REQUEST: [400, '无效请求'],
  APPID_MCHID_NOT_MATCH: [400, 'appid和mch_id不匹配'],
  MCH_NOT_EXISTS: [400, '商户号不存在'],
  ORDER_CLOSED: [400, '订单已关闭'],
  // Seen with closing and with creating again; the documents of the newer pages leave it out.
  ORDERPAID: [400, '该订单已支付'],
  NO_STATEMENT_EXIST: [400, '账单文件不存在'],
  STATEMENT_CREATING: [400, '账单生成中'],
  SIGN_ERROR: [401, '签名错误'],
  NO_AUTH: [403, '商户无权限'],
  OUT_TRADE_NO_USED: [403, '商户订单号重复'],
  NOT_ENOUGH: [403, '账户余额不足'],
  ORDER_NOT_EXIST: [404, '订单不存在'],
  RESOURCE_NOT_EXISTS: [404, '查询的资源不存在'],
  FREQUENCY_LIMITED: [429, '频率超限'],
  SYSTEM_ERROR: [500, '系统错误，可用原参数重试'],
} as const satisfies Record<string, readonly [number, string]>
export type RefusalCode = keyof typeof REFUSALS

export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(REFUSALS, code)

/** A call that the channel refuses. */
export class ChannelRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly detail: FailureDetail | undefined
  constructor(status: number, code: string, message: string, detail?: FailureDetail) {
    super(message)
    this.name = 'ChannelRefusal'
    this.status = status
    this.code = code
    this.detail = detail
  }
}

/** Returns the refusal of a code, with words of its own where the usual ones say too little. */
export function refusal(code: RefusalCode, message?: string, detail?: FailureDetail): ChannelRefusal {
  const [status, usual] = REFUSALS[code]
  return new ChannelRefusal(status, code, message ?? usual, detail)
}

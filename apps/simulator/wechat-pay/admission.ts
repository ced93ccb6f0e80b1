import type { IncomingHttpHeaders } from 'node:http'
import { PayError } from '@wattyard/pay-frame'
import {
  type FailureDetail,
  type HttpRequest,
  MAX_SKEW_MS,
  parseAuthorization,
  SCHEME,
  verifyRequest,
} from '@wattyard/wechat-pay'
import type { Merchant } from './merchants.ts'
import { refusal } from './refusals.ts'

/** Decides who may call. */
export interface Admission {
  /**
   * Returns the merchant that signed a request.
   * @throws ChannelRefusal `SIGN_ERROR`, `PARAM_ERROR`, `MCH_NOT_EXISTS`
   */
  admit(request: HttpRequest, headers: IncomingHttpHeaders, at: number): Merchant
}

/** The cases of pay.weixin.qq.com/doc/v3/merchant/4012072670 in words of our own: a client goes by the code. */
const WORDS: Partial<Record<PayError['code'], string>> = {
  'pay.bad-header': '请求头 Authorization 的格式不正确',
  'pay.stale': '请求的时间戳与平台时间相差超过 5 分钟',
  'pay.unknown-serial': '没有此序列号的商户证书，请核对签名所用的私钥',
  'pay.bad-signature': '签名与请求内容不符',
}
const LONGEST_MESSAGE_SHOWN = 1_024

/** Creates the admission. Nonces are remembered for as long as their timestamp may be used. */
export function createAdmission(merchants: ReadonlyMap<string, Merchant>): Admission {
  const nonces = new Map<string, number>()
  const isNew = (key: string, at: number): boolean => {
    for (const [old, since] of nonces) {
      if (since > at - 2 * MAX_SKEW_MS) break
      nonces.delete(old)
    }
    if (nonces.has(key)) return false
    nonces.set(key, at)
    return true
  }
  return {
    admit: (request, headers, at) => {
      // The interface's rules demand both, and clients that leave one out learn it only from the real channel.
      if (!headers['user-agent'] || !/application\/json|\*\/\*/.test(headers.accept ?? ''))
        throw refusal('PARAM_ERROR', '请求头缺少 Accept 或 User-Agent')
      if (request.method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? ''))
        throw refusal('PARAM_ERROR', '请求头 Content-Type 不是 application/json')
      const header = headers.authorization ?? ''
      if (header !== '' && !header.startsWith(`${SCHEME} `))
        throw refusal('SIGN_ERROR', '请求头 Authorization 的认证类型不正确')
      return signedBy(request, header, merchants, at, isNew)
    },
  }
}

function signedBy(
  request: HttpRequest,
  header: string,
  merchants: ReadonlyMap<string, Merchant>,
  at: number,
  isNew: (key: string, at: number) => boolean,
): Merchant {
  try {
    const { mchid } = parseAuthorization(header)
    const merchant = merchants.get(mchid)
    if (merchant === undefined) throw refusal('MCH_NOT_EXISTS')
    const own = merchant.certificates.map(({ serial, key }) => ({ mchid, serial, key }))
    const { nonce } = verifyRequest(request, header, own, at)
    // Ours: the documents ask for a new nonce and name no code for an old one.
    if (!isNew(`${mchid} ${nonce}`, at)) throw refusal('SIGN_ERROR', '随机串已用过，请换一个')
    return merchant
  } catch (error) {
    if (!(error instanceof PayError)) throw error
    const detail = error.code === 'pay.bad-signature' ? detailOf(request, header) : undefined
    throw refusal('SIGN_ERROR', WORDS[error.code], detail)
  }
}

/** For a wrong signature the channel shows what it had verified. */
function detailOf({ method, path, body }: HttpRequest, header: string): FailureDetail {
  const { timestamp, nonce } = parseAuthorization(header)
  const text = Buffer.from(body as Uint8Array).toString('utf8')
  const message = `${method}\n${path}\n${timestamp}\n${nonce}\n${text}\n`
  return {
    location: 'authorization',
    field: 'signature',
    issue: 'sign not match',
    sign_information: {
      method,
      url: path,
      truncated_sign_message: message.slice(0, LONGEST_MESSAGE_SHOWN).replaceAll('\n', '\\n'),
      sign_message_length: message.length,
    },
  }
}

import { randomBytes } from 'node:crypto'
import { PayError, type SerialKey } from '@wattyard/pay-frame'
import { callOut, type NotedCall, type OutboundAnswer, OutboundRefused, OutboundUnreached } from '@wattyard/server-kit'
import {
  type Advice,
  type Answer,
  type Call,
  type CallName,
  type HttpCall,
  openCertificates,
  readAnswer,
  readFailure,
  signRequest,
  verifyBody,
  writeCall,
} from '@wattyard/wechat-pay'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@wattyard/time'
import type { ChannelPlaces } from './channel-world.ts'
import type { ReceivedMessage } from './payment-channel.ts'
import type { MerchantKeys } from './stored-keys.ts'

/** Longer than WeChat Pay usually takes, and shorter than the claim of the call. */
const TIMEOUT_MS = 8 * SECOND_MS
const MAX_BILL_BYTES = 256 * 1024 * 1024
/** WeChat Pay asks to fetch its certificates again within twelve hours (wechatpay-apiv3/wechatpay-go core/downloader). */
const CERTIFICATES_LIFE_MS = 12 * HOUR_MS
/** An unknown serial makes us fetch; whoever invents serials must not make us fetch all the time. */
const BETWEEN_FETCHES_MS = MINUTE_MS
/** Names of public keys begin so: no list of certificates has them. */
const PUBLIC_KEY_PREFIX = 'PUB_KEY_ID_'
const USER_AGENT = 'Wattyard'

export type WireAnswer<N extends CallName> =
  | { ok: true; answer: Answer<N> }
  | { ok: false; advice: Advice; code: string | null }

/** A merchant that speaks with WeChat Pay. */
export interface WireMerchant {
  mchid: string
  /** Its keys as they are now. */
  keys: MerchantKeys
  /** Keeps the certificates of the platform that were fetched. */
  keep(certificates: readonly SerialKey[], at: number): Promise<void>
}

export interface WireOptions {
  origin: string
  reach: ChannelPlaces['reach']
  now: () => number
  note: (call: NotedCall) => void | Promise<unknown>
}

/** The wire of one merchant: signed requests, verified answers. */
export interface WechatWire {
  /** @param about our number, which the log of calls shows */
  call<N extends CallName>(name: N, call: Call<N>, about: string): Promise<WireAnswer<N>>
  /** @throws PayError as `verifyBody`, after the certificates were fetched when their serial is unknown */
  verify(message: ReceivedMessage): Promise<void>
  /** Fetches a file that a bill's answer names; its hash is the caller's to check. Null when it cannot be had now. */
  download(url: string): Promise<Uint8Array | null>
}

/** Creates the wire of a merchant. */
export function createWechatWire(merchant: WireMerchant, options: WireOptions): WechatWire {
  const { origin, reach, now, note } = options
  let platform = merchant.keys.platform
  let fetchedAt = merchant.keys.fetchedAt
  let triedAt = -Infinity

  const send = (request: HttpCall, about: string | null, max_bytes?: number): Promise<OutboundAnswer> => {
    const { privateKey: key, serial, publicKeyId } = merchant.keys
    const stamp = { at: now(), nonce: randomBytes(16).toString('hex') }
    // While a merchant changes from certificates to the public key, this header says by which the answer is signed.
    const asked = publicKeyId ?? platform.at(-1)?.serial
    const headers = {
      Authorization: signRequest(request, { mchid: merchant.mchid, serial, key }, stamp),
      Accept: 'application/json',
      'User-Agent': USER_AGENT,
      ...(request.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
      ...(asked === undefined ? {} : { 'Wechatpay-Serial': asked }),
    }
    return callOut(
      { url: `${origin}${request.path}`, method: request.method, headers, body: request.body },
      reach,
      { peer: 'wechatPay', correlationId: about, now, note },
      { timeout_ms: TIMEOUT_MS, ...(max_bytes === undefined ? {} : { max_bytes }) },
    )
  }

  const fetchCertificates = async (): Promise<void> => {
    triedAt = now()
    const { status, bytes, headers } = await send(writeCall('certificates', {}), null)
    if (status !== 200) return
    // Signed by one of the certificates inside it; only WeChat Pay and the merchant know the key that opens it.
    const opened = openCertificates(readAnswer('certificates', bytes), merchant.keys.apiV3Key)
    const own = platform.filter(one => one.validity === null)
    verifyBody(headers, bytes, [...own, ...opened], now())
    platform = [...own, ...opened]
    fetchedAt = now()
    await merchant.keep(opened, fetchedAt)
  }
  /** Fetches unless that was just done. What goes wrong shows in the verification that follows. */
  const renew = async (): Promise<void> => {
    if (now() - triedAt < BETWEEN_FETCHES_MS) return
    await fetchCertificates().catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof ReferenceError) throw error // a mistake of ours
    })
  }
  const isOld = (): boolean =>
    merchant.keys.publicKeyId === null && (fetchedAt === null || now() - fetchedAt > CERTIFICATES_LIFE_MS)

  const verify = async ({ headers, body }: ReceivedMessage): Promise<void> => {
    try {
      verifyBody(headers, body, platform, now())
    } catch (error) {
      if (!(error instanceof PayError) || error.code !== 'pay.unknown-serial') throw error
      if (serialOf(headers).startsWith(PUBLIC_KEY_PREFIX)) throw error
      await renew()
      verifyBody(headers, body, platform, now())
    }
  }

  return {
    async call(name, call, about) {
      const request = writtenCall(name, call)
      // It fails again each time, and nothing was sent.
      if (request === null) return { ok: false, advice: 'give-up', code: null }
      if (isOld()) await renew()
      try {
        const { status, bytes, headers } = await send(request, about)
        const isVerified = await isRight(() => verify({ headers, body: bytes }))
        if (isVerified && (status === 200 || status === 204)) return { ok: true, answer: readAnswer(name, bytes) }
        const { advice, code } = readFailure(name, { status, body: bytes, isVerified })
        return { ok: false, advice, code: code ?? `HTTP ${status}` }
      } catch (error) {
        // Nothing was sent, so the same call may be made again.
        if (error instanceof OutboundRefused || error instanceof OutboundUnreached)
          return { ok: false, advice: 'retry', code: null }
        // Whatever it was: the call may have arrived.
        const { advice, code } = readFailure(name, { status: null, body: '', isVerified: false })
        return { ok: false, advice, code }
      }
    },
    verify,
    async download(url) {
      const asked = URL.parse(url)
      // A signed request to another host would hand it a signature.
      if (asked === null || asked.origin !== origin) return null
      const request: HttpCall = { method: 'GET', path: `${asked.pathname}${asked.search}`, body: '' }
      try {
        const { status, bytes } = await send(request, null, MAX_BILL_BYTES)
        return status === 200 ? bytes : null
      } catch {
        return null // what the network did; the address is asked for anew
      }
    },
  }
}

function writtenCall<N extends CallName>(name: N, call: Call<N>): HttpCall | null {
  try {
    return writeCall(name, call)
  } catch (error) {
    if (error instanceof PayError) return null
    throw error
  }
}

function serialOf(headers: ReceivedMessage['headers']): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'wechatpay-serial')?.[1]
  return typeof found === 'string' ? found : ''
}

async function isRight(check: () => Promise<void>): Promise<boolean> {
  try {
    await check()
    return true
  } catch (error) {
    if (error instanceof PayError) return false
    throw error
  }
}

import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { ppm } from '@wattyard/money'
import type { SerialKey } from '@wattyard/pay-frame'
import type { Clock } from '@wattyard/time'
import {
  type Answer,
  type Call,
  type CallName,
  type HttpCall,
  type Notification,
  openCertificates,
  openNotification,
  readAnswer,
  readFailure,
  signRequest,
  verifyBody,
  writeCall,
  writeRefusal,
} from '@wattyard/wechat-pay'
import type { MerchantText } from '../merchants.ts'
import { type KeyMode, makePlatformKeys, makePrivateKey, type PlatformKeys, publicPemOf } from '../platform-keys.ts'

export const APPID = 'wx8888888888888888'
export const START = Date.UTC(2026, 10, 26, 4, 0, 0)
export const OPENID = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o'

/** Keys take a while to make; those of a test file are made once. */
export const KEYS = makePlatformKeys(START)
const PRIVATE_KEY = makePrivateKey()
const SERIAL = '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C'

/** A merchant of the tests, with what it keeps for itself. */
export function aMerchant(mchid = '1900009191', mode: KeyMode = 'certificate'): MerchantText {
  return {
    mchid,
    appids: [APPID],
    apiV3Key: `${mchid}abcdefghijklmnopqrstuv`,
    certificates: [{ serial: SERIAL, publicKey: publicPemOf(PRIVATE_KEY) }],
    mode,
    rate: ppm(6_000n),
  }
}

export interface Reply {
  status: number
  headers: Headers
  bytes: Buffer
}

/** The merchant's side of the wire, written with the client side of the protocol alone. */
export interface TestMerchant {
  /** Keys of the channel that it knows; more are fetched when an answer is signed by an unknown one. */
  keys: SerialKey[]
  /** Sends a call and reads its verified answer. @throws CallFailed */
  call<N extends CallName>(name: N, call: Call<N>): Promise<Answer<N>>
  /** Sends a request as it is. */
  send(
    request: HttpCall,
    change?: { at?: number; nonce?: string; headers?: Record<string, string | null> },
  ): Promise<Reply>
  fetchKeys(): Promise<void>
}

/** A call that failed, with the advice of the protocol. */
export class CallFailed extends Error {
  readonly status: number | null
  readonly code: string | null
  readonly advice: string
  constructor(status: number | null, code: string | null, advice: string, message: string) {
    super(`${status} ${code}: ${message}`)
    this.status = status
    this.code = code
    this.advice = advice
  }
}

/** Where a merchant's calls go: a stand-in in this process or in another. */
export interface Channel {
  url: string
  clock: Clock
  keys: Pick<PlatformKeys, 'publicKey'>
}

export function createTestMerchant(standIn: Channel, { mchid, apiV3Key, mode }: MerchantText): TestMerchant {
  const own = { mchid, serial: SERIAL, key: createPrivateKey(PRIVATE_KEY) }
  const { id, pem } = standIn.keys.publicKey()
  const merchant: TestMerchant = {
    keys: mode === 'publicKey' ? [{ serial: id, key: createPublicKey(pem), validity: null }] : [],
    send: async (request, { at = standIn.clock.now(), nonce = randomBytes(16).toString('hex'), headers = {} } = {}) => {
      const given: Record<string, string | null> = {
        Authorization: signRequest(request, own, { at, nonce }),
        Accept: 'application/json',
        'User-Agent': 'test',
        ...(request.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      }
      const sent = Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== null)
      const answer = await fetch(`${standIn.url}${request.path}`, {
        method: request.method,
        headers: Object.fromEntries(sent),
        ...(request.method === 'POST' ? { body: request.body } : {}),
        signal: AbortSignal.timeout(2_000),
      })
      return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
    },
    fetchKeys: async () => {
      const { status, bytes, headers } = await merchant.send(writeCall('certificates', {}))
      if (status !== 200) throw new Error(`certificates: ${status} ${bytes.toString()}`)
      const opened = openCertificates(readAnswer('certificates', bytes), apiV3Key)
      verifyBody(Object.fromEntries(headers), bytes, opened, standIn.clock.now())
      merchant.keys = opened
    },
    call: async (name, call) => {
      let reply: Reply
      try {
        reply = await merchant.send(writeCall(name, call))
      } catch {
        const { advice, code } = readFailure(name, { status: null, body: '', isVerified: false })
        throw new CallFailed(null, code, advice, 'no answer')
      }
      const { status, bytes, headers } = reply
      const check = () => verifyBody(Object.fromEntries(headers), bytes, merchant.keys, standIn.clock.now())
      const serial = headers.get('wechatpay-serial')
      const isUnknown = serial !== null && merchant.keys.every(one => one.serial !== serial)
      if (isUnknown && mode === 'certificate') await merchant.fetchKeys()
      const isVerified = isRight(check)
      if (isVerified && status < 300) return readAnswer(name, bytes)
      const failure = readFailure(name, { status, body: bytes, isVerified })
      throw new CallFailed(status, failure.code, failure.advice, failure.message)
    },
  }
  return merchant
}

function isRight(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

/** Where notifications arrive. */
export interface TestReceiver {
  /** Origin that stands for `https://pay.example.com`. */
  readonly origin: string
  /** Notifications that were verified, opened and accepted. */
  readonly accepted: Notification[]
  /** Why others were refused, with the code of the error. */
  readonly refused: string[]
  /** Judges a verified notification; what it returns refuses it. */
  judge: (notification: Notification) => string | null
  /** Status of the next answers, whatever arrives. */
  statuses: number[]
  close(): Promise<void>
}

export const NOTIFY_ORIGIN = 'https://pay.example.com'
export const NOTIFY_URL = `${NOTIFY_ORIGIN}/notify`

/** Opens a receiver that verifies as a product does, with the keys of a merchant. */
export async function openReceiver(
  keysOf: () => { keys: readonly SerialKey[]; apiV3Key: string; now: number },
): Promise<TestReceiver> {
  const receiver = { accepted: [] as Notification[], refused: [] as string[], statuses: [] as number[] }
  const whole = { ...receiver, judge: (_notification: Notification): string | null => null }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const body = Buffer.concat(pieces)
      const { keys, apiV3Key, now } = keysOf()
      const ordered = whole.statuses.shift()
      let reason: string | null
      try {
        verifyBody(request.headers, body, keys, now)
        const notification = openNotification(body, apiV3Key)
        reason = ordered === undefined ? whole.judge(notification) : 'ordered'
        if (reason === null) whole.accepted.push(notification)
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
      }
      if (reason !== null) whole.refused.push(reason)
      response.writeHead(reason === null ? 204 : (ordered ?? 500)).end(reason === null ? '' : writeRefusal(reason))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the receiver has no port')
  return Object.assign(whole, {
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  })
}

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AnyCall, signBody, writeFailure } from '@wattyard/wechat-pay'
import type { Admission } from './admission.ts'
import { type Bills, DOWNLOAD_PATH } from './bills.ts'
import type { AnswerFault, Faults } from './faults.ts'
import { readBody } from './http-body.ts'
import type { Merchant } from './merchants.ts'
import type { PacedClock } from './paced-clock.ts'
import type { PlatformKeys } from './platform-keys.ts'
import { ChannelRefusal, refusal } from './refusals.ts'
import { readCallOf, subjectOf } from './answer-call.ts'

interface ApiOptions {
  admission: Admission
  bills: Bills
  clock: PacedClock
  keys: PlatformKeys
  faults: () => Faults
  /** Answers that somebody ordered at the control door come before those that are drawn. */
  ordered: (call: string) => ChannelRefusal | null
  answer: (merchant: Merchant, call: AnyCall) => { status: number; body: string }
}

interface Answer {
  status: number
  body: string
  /** A file is told by its hash and not signed. */
  file?: Buffer
  fault?: AnswerFault | null
}

/** An order whose creation is on its way: before a client may take it for unknown (a minute). */
const DONE_LATER_MS = 30_000
const PROXY_PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>'

/** Creates the handler of the API's requests: admits, carries out, signs, and goes wrong as the faults say. */
export function createApi(options: ApiOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const bytes = await readBody(request)
    const { merchant, answer } = answerTo(options, request, bytes)
    if (answer.fault === 'lost' || answer.fault === 'done-later') {
      response.destroy()
      return
    }
    if (answer.fault === 'late') await lateBy(options.faults().late_ms, response)
    send(options, request, response, merchant, answer)
  }
}

function answerTo(
  options: ApiOptions,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer | null,
): { merchant: Merchant | null; answer: Answer } {
  const { admission, bills, clock, faults } = options
  let merchant: Merchant | null = null
  try {
    if (body === null) throw refusal('PARAM_ERROR', '请求报文过大')
    const request = { method, path: url, body }
    merchant = admission.admit(request, headers, clock.now())
    if (method === 'GET' && url.startsWith(`${DOWNLOAD_PATH}?`)) {
      const token = /^token=([\w-]+)$/.exec(url.slice(DOWNLOAD_PATH.length + 1))?.[1] ?? ''
      return { merchant, answer: { status: 200, body: '', file: bills.download(merchant, token) } }
    }
    const call = readCallOf(request, merchant)
    return { merchant, answer: carryOut(options, merchant, call, faults().ofAnswer(call.name, subjectOf(call))) }
  } catch (error) {
    return { merchant, answer: refusedAnswer(error) }
  }
}

function carryOut(options: ApiOptions, merchant: Merchant, call: AnyCall, fault: AnswerFault | null): Answer {
  const asked = options.ordered(call.name)
  if (asked !== null) throw asked
  switch (fault) {
    case 'limited':
      throw refusal('FREQUENCY_LIMITED')
    case 'failed':
      throw refusal('SYSTEM_ERROR')
    case 'bad-gateway':
      return { status: 502, body: PROXY_PAGE, fault }
    case 'done-later':
      options.clock.after(DONE_LATER_MS, async () => {
        attempt(options, merchant, call)
        return Promise.resolve()
      })
      return { status: 502, body: '', fault }
    case 'failed-after':
      attempt(options, merchant, call)
      throw refusal('SYSTEM_ERROR')
    default:
      return { ...attempt(options, merchant, call), fault }
  }
}

/** A call that is refused is answered as well. */
function attempt({ answer }: ApiOptions, merchant: Merchant, call: AnyCall): Answer {
  try {
    return answer(merchant, call)
  } catch (error) {
    return refusedAnswer(error)
  }
}

/** @throws what is no refusal */
function refusedAnswer(error: unknown): Answer {
  if (!(error instanceof ChannelRefusal)) throw error
  return { status: error.status, body: writeFailure(error.code, error.message, error.detail) }
}

/** Real time, whatever the clock shows: the caller's time limit is real. */
async function lateBy(ms: number, response: ServerResponse): Promise<void> {
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    response.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function send(
  { keys, clock }: ApiOptions,
  request: IncomingMessage,
  response: ServerResponse,
  merchant: Merchant | null,
  { status, body, file, fault }: Answer,
): void {
  response.setHeader('Request-ID', randomBytes(16).toString('hex'))
  if (file !== undefined) {
    response.writeHead(status, { 'Content-Type': 'application/octet-stream' }).end(file)
    return
  }
  if (fault === 'bad-gateway') {
    response.writeHead(status, { 'Content-Type': 'text/html' }).end(body)
    return
  }
  const asked = request.headers['wechatpay-serial']
  const signer = keys.signerFor(merchant?.mode ?? 'certificate', typeof asked === 'string' ? asked : undefined)
  const signed = fault === 'wrong-signature' ? `${body} ` : body
  const headers = signBody(signed, signer, { at: clock.now(), nonce: randomBytes(16).toString('hex') })
  response.writeHead(status, {
    ...headers,
    ...(body === '' ? {} : { 'Content-Type': 'application/json; charset=utf-8' }),
  })
  response.end(body)
}

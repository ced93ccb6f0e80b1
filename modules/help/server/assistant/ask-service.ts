import { lookup } from 'node:dns'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { TrialResult } from '../../contract/assistant.ts'
import { hostOf, isLocalService, mayConnect } from './service-address.ts'

/** How long the service may take to begin its answer, and between two pieces of it. */
export const SILENCE_MS = 30_000
/** Longest whole answer. */
export const ANSWER_MS = 180_000
/** Most bytes of one answer, as they come. */
export const MAX_ANSWER_BYTES = 1024 * 1024

export interface Service {
  readonly url: URL
  readonly model: string
  /** Null for services that ask for none. */
  readonly key: string | null
}

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export interface Limits {
  readonly localHosts: ReadonlySet<string>
  readonly silence_ms?: number
  readonly answer_ms?: number
  /** Finds the addresses of a name; the system's own when absent. */
  readonly resolve?: LookupFunction
}

/** Why the service gave no answer. Carries nothing of what it said: some repeat the key that they refuse. */
export class ServiceFailure extends Error {
  readonly result: Exclude<TrialResult, 'ok'>
  readonly status: number | null
  constructor(result: Exclude<TrialResult, 'ok'>, status: number | null = null) {
    super(`the service gave no answer: ${result}${status === null ? '' : ` ${status}`}`)
    this.name = 'ServiceFailure'
    this.result = result
    this.status = status
  }
}

/** Looks a name up and lets the connection be made only to addresses that may be reached: checked at connect, no rebinding. */
function guardedLookup(isLocal: boolean, resolve: LookupFunction): LookupFunction {
  return (name, options, callback) =>
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 4)
      const addresses = (Array.isArray(found) ? found : []).filter(({ address }) => mayConnect(address, isLocal))
      const [first] = addresses
      if (!first || addresses.length !== found.length) return callback(new ServiceFailure('address'), '', 4)
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })
}

function asFailure(error: unknown): ServiceFailure {
  return error instanceof ServiceFailure ? error : new ServiceFailure('unreachable')
}

/** Sends the question; the answer's head is here, its pieces follow. No redirects, no connection kept. */
function send({ url, model, key }: Service, messages: readonly Message[], limits: Limits, signal: AbortSignal) {
  const isLocal = isLocalService(url, limits.localHosts)
  const target = new URL(`${url.pathname.replace(/\/+$/, '')}/chat/completions`, url)
  const body = JSON.stringify({ model, messages, stream: true })
  const options: RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    lookup: guardedLookup(isLocal, limits.resolve ?? lookup),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: 'text/event-stream',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
  }
  return new Promise<IncomingMessage>((done, failed) => {
    // A bare address is not looked up, so it is checked here.
    const host = hostOf(target)
    if (isIP(host) !== 0 && !mayConnect(host, isLocal)) return failed(new ServiceFailure('address'))
    const call = (target.protocol === 'https:' ? requestTls : requestPlain)(target, options, done)
    call.on('error', failed)
    call.setTimeout(limits.silence_ms ?? SILENCE_MS, () => call.destroy(new ServiceFailure('timeout')))
    call.end(body)
  })
}

/** Lines of a stream of events; one longer than the whole answer may be ends it. */
async function* linesOf(answer: IncomingMessage): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let size = 0
  let rest = ''
  for await (const part of answer) {
    const bytes = part as Buffer // a stream without an encoding gives bytes
    size += bytes.length
    if (size > MAX_ANSWER_BYTES) throw new ServiceFailure('unreadable')
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

interface Piece {
  text: string
  isLast: boolean
}

/** A piece of the answer from a line of the stream; null for lines that are none. */
export function pieceOf(line: string): Piece | null {
  if (!line.startsWith('data:')) return null
  const data = line.slice('data:'.length).trim()
  if (data === '[DONE]') return { text: '', isLast: true }
  let event: unknown
  try {
    event = JSON.parse(data)
  } catch {
    throw new ServiceFailure('unreadable')
  }
  if (event === null || typeof event !== 'object' || 'error' in event) throw new ServiceFailure('refused')
  // Another service's answer: nothing of its shape is taken for granted.
  const { choices } = event as { choices?: { delta?: { content?: unknown } | null; finish_reason?: unknown }[] }
  const [choice] = Array.isArray(choices) ? choices : []
  const text = choice?.delta?.content
  return { text: typeof text === 'string' ? text : '', isLast: typeof choice?.finish_reason === 'string' }
}

async function* textsOf(answer: IncomingMessage): AsyncGenerator<string> {
  let isWhole = false
  for await (const line of linesOf(answer)) {
    const piece = pieceOf(line)
    if (piece?.text) yield piece.text
    if (piece?.isLast) {
      isWhole = true
      break
    }
  }
  if (!isWhole) throw new ServiceFailure('unreachable')
}

/**
 * Asks a service that speaks the streaming protocol of chat completions. The promise is there when the service has begun to
 * answer; what it gives ends with the answer.
 *
 * @throws ServiceFailure before or while the answer comes; nothing of it repeats what the service said
 */
export async function askService(
  service: Service,
  messages: readonly Message[],
  limits: Limits,
  signal: AbortSignal,
): Promise<AsyncGenerator<string>> {
  const ended = AbortSignal.timeout(limits.answer_ms ?? ANSWER_MS)
  const both = AbortSignal.any([signal, ended])
  const fail = (error: unknown): ServiceFailure => (ended.aborted ? new ServiceFailure('timeout') : asFailure(error))
  const answer = await send(service, messages, limits, both).catch((error: unknown) => {
    throw fail(error)
  })
  const status = answer.statusCode ?? 0
  if (status !== 200 || !String(answer.headers['content-type']).startsWith('text/event-stream')) {
    answer.destroy()
    throw new ServiceFailure(status === 200 ? 'unreadable' : 'refused', status)
  }
  async function* guarded(): AsyncGenerator<string> {
    try {
      yield* textsOf(answer)
    } catch (error) {
      throw fail(error)
    } finally {
      answer.destroy()
    }
  }
  return guarded()
}

import {
  type Noting,
  OutboundRefused,
  type OutboundSeams,
  type OutboundStream,
  OutboundTimeout,
  OutboundTooLong,
  type Reach,
  streamOut,
} from '@wattyard/server-kit'
import type { TrialResult } from '../../contract/assistant.ts'

const CONNECT_MS = 10_000
/** Longest wait in ms for the start of an answer, and between two pieces of it. */
export const SILENCE_MS = 30_000
/** Longest whole answer. */
export const ANSWER_MS = 180_000
/** Most bytes of one answer. */
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
  readonly reach: Reach
  readonly silence_ms?: number
  readonly answer_ms?: number
  readonly resolve?: NonNullable<OutboundSeams['resolve']>
}

/** Failure of the service. It contains nothing of the service's answer, because some services repeat the refused key. */
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

function asFailure(error: unknown): ServiceFailure {
  if (error instanceof ServiceFailure) return error
  if (error instanceof OutboundRefused) return new ServiceFailure('address')
  if (error instanceof OutboundTimeout) return new ServiceFailure('timeout')
  return new ServiceFailure(error instanceof OutboundTooLong ? 'unreadable' : 'unreachable')
}

/** Sends the question; the answer's head is here, its pieces follow. */
function send(
  { url, model, key }: Service,
  messages: readonly Message[],
  limits: Limits,
  signal: AbortSignal,
  noting: Noting,
): Promise<OutboundStream> {
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  }
  const target = new URL(`${url.pathname.replace(/\/+$/, '')}/chat/completions`, url)
  const { silence_ms = SILENCE_MS, answer_ms = ANSWER_MS, resolve } = limits
  return streamOut(
    { url: target, method: 'POST', headers, body: JSON.stringify({ model, messages, stream: true }) },
    limits.reach,
    {
      connect_ms: CONNECT_MS,
      silence_ms,
      total_ms: answer_ms,
      max_bytes: MAX_ANSWER_BYTES,
      signal,
      ...(resolve ? { resolve } : {}),
    },
    noting,
  )
}

/** Lines of a stream of events; the limit of the whole answer is that of a line too. */
async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of pieces) {
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

/** Returns a piece of the answer from a line of the stream; null for lines that are none. */
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

async function* textsOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let isWhole = false
  for await (const line of linesOf(pieces)) {
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
 * Asks a service with the streaming protocol of chat completions. The promise resolves when the answer begins; the generator ends
 * with the answer.
 *
 * @throws ServiceFailure before or during the answer; it contains nothing of the service's answer
 */
export async function askService(
  service: Service,
  messages: readonly Message[],
  limits: Limits,
  signal: AbortSignal,
  noting: Noting,
): Promise<AsyncGenerator<string>> {
  const answer = await send(service, messages, limits, signal, noting).catch((error: unknown) => {
    throw asFailure(error)
  })
  const { status, contentType, pieces } = answer
  if (status !== 200 || !contentType.startsWith('text/event-stream')) {
    await answer.leave()
    throw new ServiceFailure(status === 200 ? 'unreadable' : 'refused', status)
  }
  async function* guarded(): AsyncGenerator<string> {
    try {
      yield* textsOf(pieces)
    } catch (error) {
      throw asFailure(error)
    }
  }
  return guarded()
}

import { z } from 'zod'
import { PEER } from './messaging-app.ts'
import type { NoteCall } from './note-calls.ts'

const MAX_ANSWER_BYTES = 64 * 1024
const errorAnswer = z.object({ errcode: z.number().int() })

/** Says what failed by the app's number; never the address of the call, which carries secrets. */
export class AppError extends Error {
  readonly number: number
  constructor(number: number) {
    super(`the messaging app refused: ${number}`)
    this.name = 'AppError'
    this.number = number
  }
}

async function boundedText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array // bodies of fetch are bytes
    size += bytes.length
    if (size > MAX_ANSWER_BYTES) throw new Error('the messaging app answered too much')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** How a call is made, and who writes it down. */
export interface Asking {
  timeout_ms: number
  note: NoteCall | undefined
  now: () => number
  /** What of ours it is done for: a request, or a message. */
  correlationId: string
}

/** What is seen of a call however it ends. */
interface Seen {
  status: number | null
  answered_bytes: number | null
}

/**
 * Calls the messaging app and has the call written down: address without its query, sizes, the app's own number.
 *
 * @throws AppError when it refuses; any other error leaves open whether the call arrived
 */
export async function askApp<T>(url: URL, body: unknown, schema: z.ZodType<T>, asking: Asking): Promise<T> {
  const at = asking.now()
  const begun = performance.now()
  const sent = JSON.stringify(body)
  const seen: Seen = { status: null, answered_bytes: null }
  const note = (outcome: 'ok' | 'refused' | 'failed' | 'timed-out', reason: string | null): void =>
    asking.note?.({
      at,
      direction: 'out',
      peer: PEER,
      host: url.host,
      method: 'POST',
      path: url.pathname,
      outcome,
      reason,
      took_ms: performance.now() - begun,
      sent_bytes: Buffer.byteLength(sent),
      correlationId: asking.correlationId,
      ...seen,
    })
  try {
    const data = await exchange(url, sent, schema, asking.timeout_ms, seen)
    note('ok', null)
    return data
  } catch (error) {
    if (error instanceof AppError) note('refused', String(error.number))
    else if (error instanceof Error && error.name === 'TimeoutError') note('timed-out', null)
    else note('failed', error instanceof Error ? error.name : 'unknown')
    throw error
  }
}

async function exchange<T>(url: URL, sent: string, schema: z.ZodType<T>, timeout_ms: number, seen: Seen): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: sent,
    redirect: 'error',
    signal: AbortSignal.timeout(timeout_ms),
  })
  seen.status = answer.status
  const text = await boundedText(answer)
  seen.answered_bytes = Buffer.byteLength(text)
  if (!answer.ok) throw new AppError(answer.status)
  const data: unknown = JSON.parse(text)
  const failed = errorAnswer.safeParse(data)
  if (failed.success && failed.data.errcode !== 0) throw new AppError(failed.data.errcode)
  return schema.parse(data)
}

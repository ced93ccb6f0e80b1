import type { OutboundSeams } from './connect-out.ts'
import type { Noting } from './note-call.ts'
import type { Reach } from './reach.ts'
import { type OutboundCall, type OutboundHeaders, type OutboundStream, streamOut } from './stream-out.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

export interface OutboundAnswer {
  status: number
  headers: OutboundHeaders
  /** The body as received: what a signature is over. */
  bytes: Uint8Array
  /** The same read as UTF-8; bytes that are none of it are replaced. */
  text: string
}

export interface CallLimits extends OutboundSeams {
  /** For everything; ten seconds when absent. */
  timeout_ms?: number
  /** Of the answer; one MiB when absent. */
  max_bytes?: number
  ca?: string | undefined
}

export interface WholeNoting extends Noting {
  /** The word or number with which the other end says no inside an answer; null when it does not. */
  refusalIn?: (answer: OutboundAnswer) => string | null
}

/**
 * Calls a partner and waits for the whole answer, as {@link streamOut} does.
 *
 * @throws OutboundRefused, OutboundUnreached before anything was sent; any other error may mean that the call arrived
 */
export async function callOut(
  call: OutboundCall,
  reach: Reach,
  noting: WholeNoting,
  { timeout_ms = TIMEOUT_MS, max_bytes = MAX_ANSWER_BYTES, ...seams }: CallLimits = {},
): Promise<OutboundAnswer> {
  const limits = { ...seams, connect_ms: timeout_ms, silence_ms: timeout_ms, total_ms: timeout_ms, max_bytes }
  const parts: Buffer[] = []
  let stream: OutboundStream | null = null
  const answerOf = ({ status, headers }: OutboundStream): OutboundAnswer => {
    const bytes = Buffer.concat(parts)
    return { status, headers, bytes, text: bytes.toString('utf8') }
  }
  // The line is written when the answer has been read: only then is it known whether it was a yes.
  const whole: Noting = {
    ...noting,
    note(noted) {
      const isAnswered = noted.outcome === 'ok' || noted.outcome === 'refused'
      const refusal = stream && isAnswered ? noting.refusalIn?.(answerOf(stream)) : null
      return noting.note(refusal ? { ...noted, outcome: 'refused', reason: refusal } : noted)
    },
  }
  stream = await streamOut(call, reach, limits, whole)
  for await (const piece of stream.pieces) parts.push(piece)
  return answerOf(stream)
}

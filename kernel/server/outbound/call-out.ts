import type { OutboundSeams } from './connect-out.ts'
import type { Noting } from './note-call.ts'
import type { Reach } from './reach.ts'
import { type OutboundCall, streamOut } from './stream-out.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 1024 * 1024

export interface OutboundAnswer {
  status: number
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
  const text = (): string => Buffer.concat(parts).toString('utf8')
  // The line is written when the answer has been read: only then is it known whether it was a yes.
  const whole: Noting = {
    ...noting,
    note(noted) {
      const isAnswered = noted.status !== null && (noted.outcome === 'ok' || noted.outcome === 'refused')
      const refusal = isAnswered ? noting.refusalIn?.({ status: noted.status ?? 0, text: text() }) : null
      return noting.note(refusal ? { ...noted, outcome: 'refused', reason: refusal } : noted)
    },
  }
  const stream = await streamOut(call, reach, limits, whole)
  for await (const piece of stream.pieces) parts.push(piece)
  return { status: stream.status, text: text() }
}

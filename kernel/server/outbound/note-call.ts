import { type Database } from '../database/database.ts'
import { type InterfaceCall, logInterfaceCall } from '../interface-log.ts'
import { codeOf, OutboundRefused } from './connect-out.ts'

/** A call as it is written down, but for whose it is. */
export type NotedCall = Omit<InterfaceCall, 'tenantId'>

/** Who writes a call down, and as what. */
export interface Noting {
  /** Which neighbour, one word. */
  peer: string
  /** What of ours it is done for: a request, a delivery. */
  correlationId?: string | null
  now?: () => number
  /** Has it written; a call waits for it when it says when it is done. */
  note(call: NotedCall): void | Promise<unknown>
}

/** Writes calls into the log of a tenant. */
export const noteInLog =
  (db: Database, tenantId: string) =>
  (call: NotedCall): Promise<unknown> =>
    logInterfaceCall(db, { ...call, tenantId })

/** The other end broke a limit of time. */
export class OutboundTimeout extends Error {
  constructor() {
    super('the other end took too long')
    this.name = 'OutboundTimeout'
  }
}

/** The other end sent more than the call takes. */
export class OutboundTooLong extends Error {
  constructor() {
    super('the answer is too long')
    this.name = 'OutboundTooLong'
  }
}

/** What is seen of a call by its end. */
export interface Seen {
  status: number | null
  sent_bytes: number | null
  answered_bytes: number | null
}

/** The line of a call: begun now, ended once by whatever ends it. Nothing of what was said is in it. */
export interface CallLine {
  readonly seen: Seen
  /** @param refused the word or number with which the other end said no; null when it did not */
  answered(refused: string | null): Promise<void>
  broke(error: unknown): Promise<void>
}

const isTimeout = (error: unknown): boolean =>
  error instanceof OutboundTimeout ||
  codeOf(error) === 'ETIMEDOUT' ||
  (error instanceof Error && error.name === 'TimeoutError')

export function beginLine(noting: Noting, where: { host: string; method: string; path: string }): CallLine {
  const at = (noting.now ?? Date.now)()
  const began = performance.now()
  const seen: Seen = { status: null, sent_bytes: null, answered_bytes: null }
  let isOver = false
  async function end(outcome: NotedCall['outcome'], reason: string | null): Promise<void> {
    if (isOver) return
    isOver = true
    const { peer, correlationId = null } = noting
    const took_ms = performance.now() - began
    await noting.note({ at, direction: 'out', peer, ...where, outcome, reason, took_ms, correlationId, ...seen })
  }
  return {
    seen,
    answered: refused => end(refused === null ? 'ok' : 'refused', refused),
    async broke(error) {
      // Refused by us: nothing left the house.
      if (error instanceof OutboundRefused) await end('refused', 'address')
      else await end(isTimeout(error) ? 'timed-out' : 'failed', isTimeout(error) ? null : codeOf(error))
    },
  }
}

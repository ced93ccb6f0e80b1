import { type Database, outsideTransaction } from './database/database.ts'
import { newId } from './new-id.ts'

/** A call between this product and another, when it is over. */
export interface InterfaceCall {
  tenantId: string
  /** Epoch ms, when it began. */
  at: number
  direction: 'in' | 'out'
  /** Which neighbour, one word, such as `officialAccount`. */
  peer: string
  /** Its host, or the address it called from. */
  host: string
  method: string
  /** Without query; what looks like a secret in it is left out. */
  path: string
  status: number | null
  outcome: 'ok' | 'refused' | 'failed' | 'timed-out'
  /** A word or number of our own or of the peer's list of errors; never a text it sent. */
  reason?: string | null
  took_ms: number
  sent_bytes?: number | null
  answered_bytes?: number | null
  correlationId?: string | null
  /** Where one line stands for several like it: how many, and when the last one began, epoch ms. The rest is that of the first. */
  times?: number
  lastAt?: number
}

/** Longer than any word of an address: keys, tokens and tickets are, and nobody reads them. */
const SECRET_LENGTH = 20
const MAX_PATH = 200

/** Returns a path that may be written down: no query, and a part that is as long as a key only begins. */
export function plainPath(path: string): string {
  const [bare = ''] = path.split(/[?#]/)
  return bare
    .split('/')
    .map(part => (part.length >= SECRET_LENGTH && /\d/.test(part) ? `${part.slice(0, 4)}…` : part))
    .join('/')
    .slice(0, MAX_PATH)
}

/**
 * Writes a call down, in a transaction of its own: a call that failed belongs into the log all the more. That it cannot be
 * written must not be the fault of whoever called, so the answer is whether it was.
 */
export async function logInterfaceCall(db: Database, call: InterfaceCall): Promise<boolean> {
  const { tenantId, at, direction, peer, host, method, path, status, outcome, reason, took_ms } = call
  const values = [
    tenantId,
    newId(),
    new Date(at),
    direction,
    peer,
    host.slice(0, 100),
    method,
    plainPath(path),
    status,
    outcome,
    reason?.slice(0, 60) ?? null,
    Math.round(took_ms),
    call.sent_bytes ?? null,
    call.answered_bytes ?? null,
    call.correlationId ?? null,
    call.times ?? 1,
    call.lastAt === undefined ? null : new Date(call.lastAt),
  ]
  try {
    await outsideTransaction(() =>
      db.tenant(tenantId, tx =>
        tx.execute(
          `insert into kernel_interface_call (tenant_id, id, at, direction, peer, host, method, path, status, outcome, reason, took_ms,
             sent_bytes, answered_bytes, correlation_id, times, last_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
          values,
        ),
      ),
    )
    return true
  } catch {
    return false
  }
}

import type { MixRule } from '../../contract/index.ts'

/** Who pays for a session, as found when it was accepted. */
export interface Payer {
  /** As the pile sent it. */
  tag: string
  memberId: string
  mix: MixRule
}

/**
 * Members whose start was accepted a moment ago and whose order is not written yet. Together with
 * the open orders in the database it keeps "one open order per member" (I-30) true across the gap
 * between answer and order.
 */
export class StartBook {
  readonly #byMember = new Map<string, { sessionId: string; at: number }>()
  readonly #payers = new Map<string, Payer>()

  /** The session a member's start was just accepted for, unless it is too old to matter. */
  pending(memberId: string, now: number): string | null {
    const entry = this.#byMember.get(memberId)
    if (!entry) return null
    if (now - entry.at <= PENDING_MS) return entry.sessionId
    this.#byMember.delete(memberId)
    return null
  }

  accept(payer: Payer, sessionId: string, now: number): void {
    this.#byMember.set(payer.memberId, { sessionId, at: now })
    if (this.#payers.size >= MAX_PAYERS) this.#payers.clear()
    this.#payers.set(sessionId, payer)
  }

  /** Who showed this tag when the session was accepted, so that it need not be looked up again; null when forgotten. */
  payer(sessionId: string, tag: string): Payer | null {
    const payer = this.#payers.get(sessionId)
    return payer?.tag === tag ? payer : null
  }

  written(memberId: string | null, sessionId: string): void {
    this.#payers.delete(sessionId)
    if (memberId !== null && this.#byMember.get(memberId)?.sessionId === sessionId) this.#byMember.delete(memberId)
  }
}

/** Payers that wait for their orders; beyond it they are looked up anew. */
const MAX_PAYERS = 20_000

/** A start that has no order after this long never became one (its batch was rolled back). */
const PENDING_MS = 60_000

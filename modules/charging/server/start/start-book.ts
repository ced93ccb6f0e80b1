import type { MixRule } from '../../contract/index.ts'

/** Payer of a session, found when it was accepted. */
export interface Payer {
  /** As sent by the pile. */
  tag: string
  memberId: string
  mix: MixRule
}

/**
 * Members with a start that was just accepted and an order that is not written yet. With the open orders in the database it keeps
 * "one open order per member" (I-30) between answer and order.
 */
export class StartBook {
  readonly #byMember = new Map<string, { sessionId: string; at: number }>()
  readonly #payers = new Map<string, Payer>()

  /** Returns the session of a member's start that was just accepted, unless it is too old. */
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

  /** Returns the payer with this tag from the acceptance of the session, to save a look-up; null when it was dropped. */
  payer(sessionId: string, tag: string): Payer | null {
    const payer = this.#payers.get(sessionId)
    return payer?.tag === tag ? payer : null
  }

  written(memberId: string | null, sessionId: string): void {
    this.#payers.delete(sessionId)
    if (memberId !== null && this.#byMember.get(memberId)?.sessionId === sessionId) this.#byMember.delete(memberId)
  }
}

/** Most cached payers; further ones are looked up again. */
const MAX_PAYERS = 20_000

/** A start that has no order after this long never became one (its batch was rolled back). */
const PENDING_MS = 60_000

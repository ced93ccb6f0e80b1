import type { Message } from './dialect.ts'
import type { CallOutcome } from './rpc-socket.ts'

/** Number of session messages that a pile keeps while it is offline. */
export const MAX_OUTBOX = 2_000
/** OCPP 1.6 key TransactionMessageAttempts: number of attempts for a refused message. */
export const MAX_ATTEMPTS = 3

export interface OutboxEntry {
  /** True for start and stop. They are dropped for lack of space only if no reading is left to drop. */
  keep: boolean
  /** Called when the message is first sent; by then the session has its transaction id. */
  build: () => Message
  /** Called once with the server's answer; not called for a message that was given up. */
  answered: (payload: object) => void
}

interface Held extends OutboxEntry {
  message: Message | null
  attempts: number
}

/**
 * Session messages in chronological order, each kept until it is answered. A message in flight when the connection broke is sent
 * again; the server can receive it twice, as from real piles.
 */
export class Outbox {
  readonly #send: (message: Message) => Promise<CallOutcome>
  readonly #held: Held[] = []
  #open = false
  #running = false
  #dropped = 0

  constructor(send: (message: Message) => Promise<CallOutcome>) {
    this.#send = send
  }

  get size(): number {
    return this.#held.length
  }

  /** Number of messages dropped for lack of space or refused too often. */
  get dropped(): number {
    return this.#dropped
  }

  add(entry: OutboxEntry): void {
    if (this.#held.length >= MAX_OUTBOX) this.#makeRoom()
    this.#held.push({ ...entry, message: null, attempts: 0 })
    void this.#run()
  }

  /** Opened while there is a connection on which the pile has been accepted. */
  setOpen(open: boolean): void {
    this.#open = open
    if (open) void this.#run()
  }

  #makeRoom(): void {
    const index = this.#held.findIndex((held, place) => place > 0 && !held.keep)
    this.#held.splice(index < 0 ? 0 : index, 1)
    this.#dropped++
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    while (this.#open) {
      const next = this.#held[0]
      if (next === undefined) break
      next.message ??= next.build()
      const outcome = await this.#send(next.message)
      if (outcome.kind === 'lost') {
        // Either the connection is lost and `setOpen` restarts the loop, or the answer is late and the message is sent again.
        if (!this.#open) break
        await new Promise(resolve => setTimeout(resolve, 50))
        continue
      }
      if (outcome.kind === 'error' && ++next.attempts < MAX_ATTEMPTS) continue
      if (this.#held[0] === next) this.#held.shift()
      if (outcome.kind === 'result') next.answered(outcome.payload)
      else this.#dropped++
    }
    this.#running = false
  }
}

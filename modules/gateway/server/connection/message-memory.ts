import { REMEMBERED_MESSAGES } from '../limits.ts'

export type Recall =
  | { kind: 'new' }
  /** The same call again; `answer` is null while the first is still being worked on. */
  | { kind: 'repeated'; answer: string | null }
  /** The id was used for something else (trust I-23). */
  | { kind: 'reused' }

const NEW: Recall = { kind: 'new' }
const REUSED: Recall = { kind: 'reused' }

/** The last calls of one connection by message id. Arrays instead of a map: comparing sixteen entries is faster than hashing. */
export class MessageMemory {
  readonly #ids: string[] = []
  readonly #hashes: string[] = []
  readonly #answers: (string | null)[] = []
  #next = 0

  /** Looks the call up, and remembers it when it is new. */
  recall(id: string, hash: string): Recall {
    const at = this.#ids.indexOf(id)
    if (at >= 0) return this.#hashes[at] === hash ? { kind: 'repeated', answer: this.#answers[at] ?? null } : REUSED
    const place = this.#next
    this.#ids[place] = id
    this.#hashes[place] = hash
    this.#answers[place] = null
    this.#next = (place + 1) % REMEMBERED_MESSAGES
    return NEW
  }

  answered(id: string, answer: string): void {
    const at = this.#ids.indexOf(id)
    if (at >= 0) this.#answers[at] = answer
  }

  /** The call had no effect after all and may be sent again. */
  forget(id: string): void {
    const at = this.#ids.indexOf(id)
    if (at >= 0) this.#ids[at] = ''
  }
}

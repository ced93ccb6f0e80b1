import { createMessageIds, parseFrame, writeCall } from '@wattyard/ocpp-frame'
import { randomBytes } from 'node:crypto'
import { type Deadline, type TimerWheel } from '../connection/timer-wheel.ts'
import { MAX_WAITING_COMMANDS } from '../limits.ts'
import { mayBeUnstorable, storableJson } from '../storable.ts'

/** How a call of ours ended. `text` is the raw answer. */
export type CallEnd =
  | { kind: 'result'; payload: Parameters<typeof writeCall>[2]; text: string }
  | { kind: 'error'; code: string; description: string; text: string }
  | { kind: 'timed-out' }
  | { kind: 'cut' }
  | { kind: 'full' }

export interface OutgoingCall {
  action: string
  payload: object
  timeout_ms: number
  /** On the wire. */
  sent(frame: string, messageId: string): void
  ended(end: CallEnd): void
}

interface Open extends OutgoingCall {
  messageId: string
  deadline: Deadline
}

/** Calls to one pile: one on the wire at a time (OCPP-J §4.1.1), the others wait their turn. */
export class OutgoingCalls {
  readonly #send: (text: string) => void
  readonly #wheel: TimerWheel
  readonly #nextId: () => string
  readonly #waiting: OutgoingCall[] = []
  #open: Open | null = null
  #cut = false

  constructor(send: (text: string) => void, wheel: TimerWheel) {
    this.#send = send
    this.#wheel = wheel
    this.#nextId = createMessageIds(`${randomBytes(6).toString('base64url')}.`)
  }

  add(call: OutgoingCall): void {
    if (this.#cut) return call.ended({ kind: 'cut' })
    if (this.#waiting.length >= MAX_WAITING_COMMANDS) return call.ended({ kind: 'full' })
    this.#waiting.push(call)
    this.#next()
  }

  /** Takes a result or error from the pile; false when it answers no call of ours. */
  answered(text: string): boolean {
    const frame = parseFrame(text)
    if (frame.type !== 'result' && frame.type !== 'error') return false
    if (this.#open === null || this.#open.messageId !== frame.id) return false
    const end: CallEnd =
      frame.type === 'result'
        ? { kind: 'result', payload: frame.payload, text }
        : { kind: 'error', code: frame.code, description: frame.description, text }
    // An answer cannot be refused; its original text stays in the log unchanged.
    this.#end(mayBeUnstorable(text) ? { ...storableJson(end), text } : end)
    return true
  }

  /** The connection is gone: no more answers will come. */
  cut(): void {
    this.#cut = true
    this.#end({ kind: 'cut' })
    for (const call of this.#waiting.splice(0)) call.ended({ kind: 'cut' })
  }

  #next(): void {
    if (this.#open !== null) return
    const call = this.#waiting.shift()
    if (call === undefined) return
    const messageId = this.#nextId()
    const deadline = this.#wheel.after(call.timeout_ms, () => this.#end({ kind: 'timed-out' }))
    this.#open = { ...call, messageId, deadline }
    const text = writeCall(messageId, call.action, call.payload)
    this.#send(text)
    call.sent(text, messageId)
  }

  #end(end: CallEnd): void {
    const open = this.#open
    if (open === null) return
    this.#open = null
    this.#wheel.cancel(open.deadline)
    open.ended(end)
    if (!this.#cut) this.#next()
  }
}

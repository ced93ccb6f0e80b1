import type { WebSocket } from 'ws'
import { MAX_WAITING_FRAMES } from '../limits.ts'
import type { Driver } from '../protocol/driver.ts'
import type { OutgoingCalls } from '../command/outgoing-calls.ts'
import { MessageMemory } from './message-memory.ts'
import type { PileRuntime } from './pile-runtime.ts'

/** WebSocket close codes we use (RFC 6455 §7.4.1; 4000–4999 are ours). */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  protocol: 1002,
  policy: 1008,
  internal: 1011,
  tryLater: 1013,
  replaced: 4001,
} as const

/** Callbacks of a connection. */
export interface ConnectionHandlers {
  /**
   * Handles one call. True: it was answered at once or needs no answer, and the next may be handled. False: `done` will be
   * called.
   */
  handle(connection: PileConnection, text: string): boolean
  /** A result or error for a call of ours; it never waits behind calls from the pile. */
  answered(connection: PileConnection, text: string): void
  /** The rate limit is reached: call `resume` after `delay_ms`. */
  pace(connection: PileConnection, delay_ms: number): void
  rateExceeded(connection: PileConnection): void
  queueExceeded(connection: PileConnection): void
  /** The socket failed: a frame too long, bad UTF-8, or a broken connection. `closed` follows. */
  broken(connection: PileConnection, code: string): void
  /** We could not handle a frame: a mistake of ours. `closed` follows. */
  failed(connection: PileConnection, error: unknown): void
  closed(connection: PileConnection, code: number): void
}

/**
 * `deciding` the pile has another connection and the rule is at work, frames wait · `active` the one that counts ·
 * `held` only heartbeats · `closed`.
 */
export type Standing = 'deciding' | 'active' | 'held' | 'closed'

const RESULT = /^\s*\[\s*[345]\s*,/

/**
 * One socket of a pile with its queue, rate limit and message memory. Frames are handled strictly in order, one at a time. A pile
 * that waits for its answers but sends fast (for example emptying a queue of several days) is slowed down to the rate limit; one
 * that keeps sending without waiting is cut off.
 */
export class PileConnection {
  readonly runtime: PileRuntime
  readonly driver: Driver
  readonly ip: string
  readonly network: string
  /** Hash of the key it authenticated with. */
  readonly keyHash: string
  readonly connectedAt: number
  readonly memory = new MessageMemory()
  standing: Standing = 'deciding'
  lastHeardAt: number
  /** Set while the sweep or the duplicate rule waits for any message or pong. */
  pinged = false
  /** Called once at the next sign of life or at the end. */
  onSign: ((alive: boolean) => void) | null = null
  /** Unreadable frames in a row. */
  badFrames = 0
  outgoing: OutgoingCalls | null = null
  readonly #socket: WebSocket
  readonly #handlers: ConnectionHandlers
  readonly #rate: { sustained: number; burst: number }
  readonly #now: () => number
  readonly #waiting: string[] = []
  #busy = false
  #paced = false
  #closing = false
  #tokens: number
  #filledAt: number

  constructor(given: {
    runtime: PileRuntime
    driver: Driver
    socket: WebSocket
    ip: string
    network: string
    keyHash: string
    now: () => number
    rate: { sustained: number; burst: number }
    handlers: ConnectionHandlers
  }) {
    const { socket, handlers } = given
    const now = given.now()
    this.#now = given.now
    this.runtime = given.runtime
    this.driver = given.driver
    this.ip = given.ip
    this.network = given.network
    this.keyHash = given.keyHash
    this.connectedAt = now
    this.lastHeardAt = now
    this.#socket = socket
    this.#handlers = handlers
    this.#rate = given.rate
    this.#tokens = given.rate.burst
    this.#filledAt = now
    // Text frames arrive as one Buffer: `ws` joins fragments and has checked the UTF-8.
    socket.on('message', (data, isBinary) => this.#receive(isBinary ? '' : (data as Buffer).toString('utf8')))
    socket.on('pong', () => this.#heard(this.#now()))
    // `ws` has sent the close frame that fits (1007 bad UTF-8, 1009 too long); nothing more is read.
    socket.on('error', error => {
      if (this.standing === 'closed') return
      this.#handlers.broken(this, 'code' in error ? String(error.code) : error.message)
      this.#end(1006)
    })
    socket.on('close', code => {
      if (this.standing !== 'closed') this.#end(code)
    })
  }

  send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text)
  }

  ping(): void {
    this.pinged = true
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  /** The previous frame has been answered: the next may be handled. */
  done(): void {
    this.#busy = false
    if (this.#closing) return this.close(CLOSE.policy, 'too many unreadable frames')
    this.#work()
  }

  /** The rule has spoken: frames that waited are handled now. */
  settle(standing: 'active' | 'held'): void {
    this.standing = standing
    this.#work()
  }

  close(code: number, reason: string): void {
    if (this.standing === 'closed') return
    this.#socket.close(code, reason)
    this.#end(code)
  }

  /** Closes when the frame that is being worked on has got its answer. */
  closeAfterAnswer(): void {
    this.#closing = true
  }

  /** Without a closing handshake: the other side does not answer anyway. */
  terminate(): void {
    if (this.standing === 'closed') return
    this.#socket.terminate()
    this.#end(1006)
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** The allowance has grown again. */
  resume(): void {
    this.#paced = false
    this.#work()
  }

  #receive(text: string): void {
    if (this.standing === 'closed') return
    const now = this.#now()
    this.#heard(now)
    if (RESULT.test(text)) {
      // Answers to our calls are never delayed, so only a flood of them is refused.
      this.#tokens = this.#allowance(now) - 1
      if (this.#tokens < -this.#rate.burst) return this.#handlers.rateExceeded(this)
      return this.#fenced(() => this.#handlers.answered(this, text))
    }
    if (this.#waiting.length >= MAX_WAITING_FRAMES)
      return this.#paced ? this.#handlers.rateExceeded(this) : this.#handlers.queueExceeded(this)
    this.#waiting.push(text)
    this.#work()
  }

  /** A frame of one pile must not stop the server for all of them: an error in our code closes only its connection. */
  #fenced(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#handlers.failed(this, error)
      this.close(CLOSE.internal, 'internal error')
    }
  }

  #work(): void {
    while (!this.#busy && !this.#paced && this.standing !== 'deciding' && this.standing !== 'closed') {
      if (this.#waiting.length === 0 || !this.#takeToken()) return
      const text = this.#waiting.shift()
      if (text === undefined) return
      this.#busy = true
      this.#fenced(() => {
        if (this.#handlers.handle(this, text)) this.#busy = false
      })
    }
  }

  /** Token bucket: `burst` at once, `sustained` per second. */
  #allowance(now: number): number {
    const { sustained, burst } = this.#rate
    const grown = Math.max(0, ((now - this.#filledAt) / 1000) * sustained)
    this.#filledAt = now
    return Math.min(burst, this.#tokens + grown)
  }

  #takeToken(): boolean {
    this.#tokens = this.#allowance(this.#now())
    if (this.#tokens >= 1) {
      this.#tokens--
      return true
    }
    this.#paced = true
    this.#handlers.pace(this, ((1 - this.#tokens) / this.#rate.sustained) * 1000)
    return false
  }

  #heard(now: number): void {
    this.lastHeardAt = now
    this.pinged = false
    if (this.onSign !== null) this.#sign(true)
  }

  #sign(alive: boolean): void {
    const sign = this.onSign
    this.onSign = null
    sign?.(alive)
  }

  #end(code: number): void {
    this.standing = 'closed'
    this.#waiting.length = 0
    this.#sign(false)
    this.#handlers.closed(this, code)
  }
}

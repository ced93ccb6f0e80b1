import {
  type Call,
  createMessageIds,
  type JsonObject,
  type OcppVersion,
  parseFrame,
  writeCall,
  writeError,
  writeProblem,
  writeResult,
} from '@wattyard/ocpp-frame'
import { WebSocket } from 'ws'
import type { Random } from './random.ts'

export const MAX_PENDING_CALLS = 200
export const MAX_SERVER_FRAME_BYTES = 262_144
const HANDSHAKE_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 1_000

export type CallOutcome =
  | { kind: 'result'; payload: JsonObject }
  | { kind: 'error'; code: string }
  /** The connection was lost or no answer came in time: it is unknown whether the server has the call. */
  | { kind: 'lost' }

/** Answer to a call of the server, or the CALLERROR instead. */
export type Answer = { payload: object } | { code: string; description: string }

export interface RpcSocketOptions {
  /** Without the identity: `ws://host:port/ocpp`. */
  url: string
  identity: string
  stationKey: string
  version: OcppVersion
  callTimeout_ms: number
  /** First and longest pause after a lost connection. The pause doubles each time and is shortened at random by up to half. */
  retryFirst_ms: number
  retryMax_ms: number
  random: Random
  onOpen: () => void
  onClose: () => void
  onCall: (call: Call) => Answer
}

interface PendingCall {
  action: string
  payload: object
  settle: (outcome: CallOutcome) => void
}

/**
 * One OCPP-J connection of a pile: Basic authentication, one call in flight at a time (OCPP-J §4.1.1), immediate answers to the
 * server's calls, and reconnection with growing, jittered pauses until it is closed.
 */
export class RpcSocket {
  readonly #options: RpcSocketOptions
  readonly #waiting: PendingCall[] = []
  #stationKey: string
  #socket: WebSocket | null = null
  #inFlight: { id: string; call: PendingCall; timer: NodeJS.Timeout } | null = null
  #retryTimer: NodeJS.Timeout | null = null
  #attempts = 0
  #wanted = false
  #nextId: () => string = createMessageIds('')

  constructor(options: RpcSocketOptions) {
    this.#options = options
    this.#stationKey = options.stationKey
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN
  }

  /** Connects and stays connected until `close`. */
  open(): void {
    this.#wanted = true
    if (this.#socket === null && this.#retryTimer === null) this.#connect()
  }

  /** Cuts the connection for a while, as a dead mobile network does, and then reconnects. */
  cut(pause_ms: number): void {
    this.#socket?.terminate()
    this.#dropSocket()
    this.#connectAfter(pause_ms)
  }

  /** Reconnects at once with another key. */
  useKey(stationKey: string): void {
    this.#stationKey = stationKey
    if (this.#wanted) this.cut(0)
  }

  async close(): Promise<void> {
    this.#wanted = false
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    this.#retryTimer = null
    const socket = this.#socket
    if (socket === null) return
    await new Promise<void>(resolve => {
      const force = setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS)
      socket.once('close', () => {
        clearTimeout(force)
        resolve()
      })
      socket.close(1000)
    })
  }

  /** Sends a call. Never rejects: while disconnected or with a full queue the outcome is `lost` at once. */
  call(action: string, payload: object): Promise<CallOutcome> {
    if (!this.isOpen || this.#waiting.length >= MAX_PENDING_CALLS) return Promise.resolve({ kind: 'lost' })
    return new Promise(settle => {
      this.#waiting.push({ action, payload, settle })
      this.#sendNext()
    })
  }

  #connect(): void {
    const { url, identity, version } = this.#options
    const credentials = Buffer.from(`${identity}:${this.#stationKey}`).toString('base64')
    const socket = new WebSocket(`${url}/${encodeURIComponent(identity)}`, [version], {
      headers: { authorization: `Basic ${credentials}` },
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      perMessageDeflate: false,
      maxPayload: MAX_SERVER_FRAME_BYTES,
    })
    this.#socket = socket
    socket.on('open', () => {
      if (socket !== this.#socket) return
      this.#attempts = 0
      this.#nextId = createMessageIds(`${Math.floor(this.#options.random.next() * 0x7fffffff).toString(36)}-`)
      this.#options.onOpen()
    })
    socket.on('message', data => this.#receive(data as Buffer)) // binaryType is the default: nodebuffer
    socket.on('error', () => undefined) // every error is followed by close, where the retry is planned
    socket.on('close', () => {
      if (socket !== this.#socket) return
      this.#dropSocket()
      this.#connectAfter(this.#nextPause())
    })
  }

  #nextPause(): number {
    const { retryFirst_ms, retryMax_ms, random } = this.#options
    const pause = Math.min(retryMax_ms, retryFirst_ms * 2 ** Math.min(this.#attempts++, 16))
    return pause * (0.5 + random.next() / 2)
  }

  #connectAfter(pause_ms: number): void {
    if (!this.#wanted) return
    if (this.#retryTimer !== null) clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null
      if (this.#wanted) this.#connect()
    }, pause_ms)
  }

  #dropSocket(): void {
    const wasOpen = this.#socket !== null
    this.#socket = null
    const lost = this.#waiting.splice(0)
    if (this.#inFlight !== null) {
      clearTimeout(this.#inFlight.timer)
      lost.unshift(this.#inFlight.call)
      this.#inFlight = null
    }
    for (const call of lost) call.settle({ kind: 'lost' })
    if (wasOpen) this.#options.onClose()
  }

  #sendNext(): void {
    if (this.#inFlight !== null || !this.isOpen) return
    const call = this.#waiting.shift()
    if (call === undefined) return
    const id = this.#nextId()
    const timer = setTimeout(() => this.#settle(id, { kind: 'lost' }), this.#options.callTimeout_ms)
    this.#inFlight = { id, call, timer }
    this.#socket?.send(writeCall(id, call.action, call.payload))
  }

  #settle(id: string, outcome: CallOutcome): void {
    const inFlight = this.#inFlight
    if (inFlight === null || inFlight.id !== id) return
    clearTimeout(inFlight.timer)
    this.#inFlight = null
    inFlight.call.settle(outcome)
    this.#sendNext()
  }

  #receive(data: Buffer): void {
    const frame = parseFrame(data.toString('utf8'))
    switch (frame.type) {
      case 'result':
        this.#settle(frame.id, { kind: 'result', payload: frame.payload })
        break
      case 'error':
        this.#settle(frame.id, { kind: 'error', code: frame.code })
        break
      case 'call': {
        const answer = this.#options.onCall(frame)
        const text =
          'payload' in answer
            ? writeResult(frame.id, answer.payload)
            : writeError(frame.id, answer.code, answer.description)
        this.#socket?.send(text)
        break
      }
      case 'problem': {
        const text = writeProblem(this.#options.version, frame)
        if (text !== null) this.#socket?.send(text)
        break
      }
      case 'send':
      case 'result-error':
        break
    }
  }
}

import { Histogram } from './histogram.ts'
import { WireSocket, type WireTarget } from './wire-socket.ts'

export const LOAD_ACTIONS = [
  'BootNotification',
  'StatusNotification',
  'Heartbeat',
  'StartTransaction',
  'MeterValues',
  'StopTransaction',
] as const
export type LoadAction = (typeof LOAD_ACTIONS)[number]

/** Charge whose stop the server has acknowledged, for a comparison with its order. */
export interface CompletedSession {
  identity: string
  connector: number
  transactionId: string
  meterStart_wh: number
  meterStop_wh: number
  /** Number of MeterValues messages acknowledged in between. */
  readings: number
}

/** Counters that all piles of a run share. */
export interface LoadCounters {
  readonly latency: Record<LoadAction, Histogram>
  readonly errors: Record<LoadAction, number>
  /** Answers of any kind to our calls. */
  answered: number
  /** Calls received from the server; answered with NotSupported. */
  serverCalls: number
  readonly sessions: CompletedSession[]
}

export function newCounters(): LoadCounters {
  const histograms = LOAD_ACTIONS.map(action => [action, new Histogram()])
  const errors = LOAD_ACTIONS.map(action => [action, 0])
  return {
    latency: Object.fromEntries(histograms) as LoadCounters['latency'], // one entry per action of the list
    errors: Object.fromEntries(errors) as LoadCounters['errors'], // one entry per action of the list
    answered: 0,
    serverCalls: 0,
    sessions: [],
  }
}

export interface Charging {
  tag: string
  /** Energy between two readings. */
  step_wh: number
  readings: number
}

const RESULT = 51 // the character 3
const ERROR = 52 // the character 4

let isoAt = 0
let isoText = ''

/** Formats an instant; one text per millisecond, shared by all piles. */
function iso(at: number): string {
  if (at !== isoAt) {
    isoAt = at
    isoText = new Date(at).toISOString()
  }
  return isoText
}

/** Pile of the load generator: one socket, one call at a time, prebuilt texts, answers parsed only as far as needed. */
export class LoadPile {
  readonly identity: string
  readonly #target: WireTarget
  #socket: WireSocket | null = null
  #counters: LoadCounters
  #action: LoadAction = 'BootNotification'
  #id = 0
  #idText = ''
  #sentAt = 0
  #waiting = false
  #clock = 0
  #register_wh: number
  #session: { transactionId: string; start_wh: number; readings: number } | null = null
  /** Called with true for a result and false for an error; never after the loss of the socket. */
  #answered: (accepted: boolean) => void = () => undefined
  onClose: (status: number | null) => void = () => undefined

  constructor(identity: string, target: WireTarget, register_wh: number, counters: LoadCounters) {
    this.identity = identity
    this.#target = target
    this.#register_wh = register_wh
    this.#counters = counters
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen === true
  }

  /** Returns how long the current call has been unanswered, in ms; 0 if there is none. */
  waitingSince(now: number): number {
    return this.#waiting ? now - this.#sentAt : 0
  }

  get isWaiting(): boolean {
    return this.#waiting
  }

  get isCharging(): boolean {
    return this.#session !== null
  }

  count(counters: LoadCounters): void {
    this.#counters = counters
  }

  connect(onOpen: () => void): void {
    this.#waiting = false
    // A released socket can still receive or close; only events of the current one count.
    const socket: WireSocket = new WireSocket(this.#target, {
      onOpen: () => {
        if (this.#socket === socket) onOpen()
      },
      onText: (data, start, length) => {
        if (this.#socket === socket) this.#receive(data, start, length)
      },
      onClose: status => {
        if (this.#socket === socket) this.onClose(status)
      },
    })
    this.#socket = socket
  }

  /** Gives up the socket and returns it; the caller decides what happens to it. */
  release(): WireSocket | null {
    const socket = this.#socket
    this.#socket = null
    this.#waiting = false
    this.onClose = () => undefined
    return socket
  }

  boot(answered: (accepted: boolean) => void): void {
    this.#call(
      'BootNotification',
      `{"chargePointVendor":"Wattyard Load","chargePointModel":"LOAD-1","chargePointSerialNumber":"${this.identity.slice(-25)}","firmwareVersion":"1.0.0"}`,
      answered,
    )
  }

  heartbeat(answered: (accepted: boolean) => void): void {
    this.#call('Heartbeat', '{}', answered)
  }

  status(word: 'Available' | 'Charging', answered: (accepted: boolean) => void): void {
    this.#call(
      'StatusNotification',
      `{"connectorId":1,"errorCode":"NoError","status":"${word}","timestamp":"${this.#time()}"}`,
      answered,
    )
  }

  /** Starts a charge. `behind_ms` is the age of the event by the pile's clock, as for a message delayed by a lost connection. */
  begin(tag: string, answered: (accepted: boolean) => void, behind_ms = 0): void {
    this.#call(
      'StartTransaction',
      `{"connectorId":1,"idTag":"${tag}","meterStart":${this.#register_wh},"timestamp":"${this.#time(behind_ms)}"}`,
      answered,
    )
  }

  meter(step_wh: number, answered: (accepted: boolean) => void, behind_ms = 0): void {
    this.#register_wh += step_wh
    const transaction = this.#session === null ? '' : `"transactionId":${this.#session.transactionId},`
    this.#call(
      'MeterValues',
      `{"connectorId":1,${transaction}"meterValue":[{"timestamp":"${this.#time(behind_ms)}","sampledValue":[{"value":"${this.#register_wh}","context":"Sample.Periodic","measurand":"Energy.Active.Import.Register","unit":"Wh"},{"value":"59800","context":"Sample.Periodic","measurand":"Power.Active.Import","unit":"W"},{"value":"149.5","context":"Sample.Periodic","measurand":"Current.Import","unit":"A"},{"value":"41","context":"Sample.Periodic","measurand":"SoC","unit":"Percent"}]}]}`,
      answered,
    )
  }

  end(tag: string, step_wh: number, answered: (accepted: boolean) => void): void {
    this.#register_wh += step_wh
    const transactionId = this.#session?.transactionId ?? '-1'
    this.#call(
      'StopTransaction',
      `{"transactionId":${transactionId},"idTag":"${tag}","meterStop":${this.#register_wh},"timestamp":"${this.#time()}","reason":"Local"}`,
      answered,
    )
  }

  /** Returns strictly increasing instants, so that no two readings of a session have the same time. */
  #time(behind_ms = 0): string {
    this.#clock = Math.max(this.#clock + 1, Date.now())
    return iso(this.#clock - behind_ms)
  }

  #call(action: LoadAction, payload: string, answered: (accepted: boolean) => void): void {
    const socket = this.#socket
    if (socket === null || !socket.isOpen) return
    this.#action = action
    this.#answered = answered
    this.#idText = String(++this.#id)
    this.#waiting = true
    this.#sentAt = performance.now()
    socket.send(`[2,"${this.#idText}","${action}",${payload}]`)
  }

  #receive(data: Buffer, start: number, length: number): void {
    const type = data[start + 1]
    if ((type !== RESULT && type !== ERROR) || !this.#isAnswer(data, start, length)) {
      this.#receiveOther(data.toString('latin1', start, start + length))
      return
    }
    const action = this.#action
    this.#waiting = false
    this.#counters.answered++
    this.#counters.latency[action].add(performance.now() - this.#sentAt)
    if (type === ERROR) this.#counters.errors[action]++
    else this.#take(action, data, start, length)
    this.#answered(type === RESULT)
  }

  /** Returns whether the frame is `[3,"<id>"` without spaces, as JSON.stringify writes it; any other form is parsed in full. */
  #isAnswer(data: Buffer, start: number, length: number): boolean {
    const id = this.#idText
    if (!this.#waiting || length < id.length + 6 || data[start + 3] !== 34) return false
    for (let index = 0; index < id.length; index++) if (data[start + 4 + index] !== id.charCodeAt(index)) return false
    return data[start + 4 + id.length] === 34
  }

  #take(action: LoadAction, data: Buffer, start: number, length: number): void {
    if (action === 'StartTransaction') {
      const found = /"transactionId":\s*(-?\d+)/.exec(data.toString('latin1', start, start + length))
      if (found?.[1] !== undefined)
        this.#session = { transactionId: found[1], start_wh: this.#register_wh, readings: 0 }
    } else if (action === 'MeterValues') {
      if (this.#session !== null) this.#session.readings++
    } else if (action === 'StopTransaction' && this.#session !== null) {
      const { transactionId, start_wh, readings } = this.#session
      const meterStop_wh = this.#register_wh
      this.#counters.sessions.push({
        identity: this.identity,
        connector: 1,
        transactionId,
        meterStart_wh: start_wh,
        meterStop_wh,
        readings,
      })
      this.#session = null
    }
  }

  #receiveOther(text: string): void {
    const frame: unknown = JSON.parse(text)
    if (!Array.isArray(frame)) return
    if (frame[0] === 2) {
      this.#counters.serverCalls++
      this.#socket?.send(`[4,${JSON.stringify(frame[1])},"NotSupported","",{}]`)
    } else if (frame[1] === this.#idText && this.#waiting) {
      // The same answer written with spaces: rewrite it and take the fast path.
      const plain = Buffer.from(JSON.stringify(frame), 'latin1')
      this.#receive(plain, 0, plain.length)
    }
  }
}

import {
  createDialect16,
  createDialect201,
  type Dialect,
  type Message,
  PILE_KINDS,
  type PileSession,
  type Reading,
} from '@wattyard/app-simulator'
import type { InProcessDoor, Line } from '@wattyard/gateway/server'
import { firstRegister, type PlannedPile, type Visit } from './demo-plan.ts'

const METER_INTERVAL_S = 600
const ANSWER_TIMEOUT_MS = 30_000
/** How far below its start a meter that runs backwards stops. */
const WENT_BACK_WH = 3_200

/** Gives an answer that was heard before the process stopped in the middle of the past; null for what was never asked. */
export type Heard = (messageId: string) => string | null

/** What a pile says next: it boots, or a visit begins, goes on or ends. */
export type Moment =
  | { pile: PlannedPile; at: number; kind: 'boot' }
  | { pile: PlannedPile; at: number; kind: 'start' | 'stop'; visit: Visit }
  | { pile: PlannedPile; at: number; kind: 'report'; visit: Visit; index: number }

interface Running {
  session: PileSession
  /** Meter at the start, Wh. */
  base_wh: number
  isRefused: boolean
}

/**
 * A pile of the demo as it was: it speaks the simulator's dialects over a line of its own and waits for every answer.
 * Its messages carry numbers that are the same every time, so that one that has been answered is not sent again.
 */
export class PastPile {
  readonly #pile: PlannedPile
  readonly #dialect: Dialect
  readonly #heard: Heard
  readonly #registers_wh = new Map<number, number>()
  readonly #running = new Map<number, Running>()
  readonly #line: Line
  #answer: ((text: string) => void) | null = null

  private constructor(pile: PlannedPile, dialect: Dialect, line: Line, heard: Heard) {
    this.#pile = pile
    this.#dialect = dialect
    this.#line = line
    this.#heard = heard
    line.socket.on('message', data => this.#answer?.((data as Buffer).toString('utf8'))) // `ws` gives one Buffer by default
  }

  static async connect(
    pile: PlannedPile & { version: Dialect['version'] },
    key: string,
    door: InProcessDoor,
    heard: Heard,
  ): Promise<PastPile> {
    const authorization = `Basic ${Buffer.from(`${pile.identity}:${key}`).toString('base64')}`
    const line = await door.connect({ identity: pile.identity, authorization, protocol: pile.version })
    if (line === null) throw new Error(`${pile.identity} was not let in`)
    const { connectors, connectorsPerEvse } = pile
    const dialect =
      pile.version === 'ocpp1.6'
        ? createDialect16(connectors, METER_INTERVAL_S)
        : createDialect201(connectors, METER_INTERVAL_S, connectorsPerEvse)
    return new PastPile(pile, dialect, line, heard)
  }

  /** Says what comes next and takes the answer. Null when it was said before: then nothing goes over the line. */
  say(moment: Moment): Promise<void> | null {
    const { id, message } = this.#messageOf(moment)
    const taken = (answer: string) => this.#take(moment, answer)
    const known = this.#heard(id)
    if (known !== null) {
      taken(known)
      return null
    }
    return this.#call(id, message).then(taken)
  }

  #call(id: string, { action, payload }: Message): Promise<string> {
    return new Promise((done, failed) => {
      const timer = setTimeout(
        () => failed(new Error(`${this.#pile.identity}: ${action} ${id} got no answer`)),
        ANSWER_TIMEOUT_MS,
      )
      this.#answer = text => {
        clearTimeout(timer)
        this.#answer = null
        done(text)
      }
      this.#line.socket.send(JSON.stringify([2, id, action, payload]))
    })
  }

  #messageOf(moment: Moment): { id: string; message: Message } {
    if (moment.kind === 'boot') return { id: 'past-boot', message: this.#boot() }
    const { visit } = moment
    const id = `past-${visit.number}-${moment.kind}`
    if (moment.kind === 'start') return { id, message: this.#start(visit) }
    const { session, base_wh, isRefused } = this.#runningOf(visit)
    if (moment.kind === 'report') {
      const [first, ...others] = (visit.reports[moment.index] ?? []).map(one => this.#show(one, visit))
      if (first === undefined) throw new RangeError(`visit ${visit.number} has no report ${moment.index}`)
      const note = { offline: false, seqNo: 1 + moment.index }
      const message = joined(first, others, one => this.#dialect.meter(session, one, note))
      return { id: `${id}-${moment.index}`, message }
    }
    const end =
      visit.oddity === 'backwards'
        ? { ...visit.end, register_wh: base_wh - WENT_BACK_WH }
        : this.#show(visit.end, visit)
    const cause = isRefused && visit.oddity !== 'stranger' ? 'deauthorized' : visit.ended
    const note = { offline: false, seqNo: 1 + visit.reports.length }
    return { id, message: this.#dialect.stopped(session, end, cause, note) }
  }

  #boot(): Message {
    const { kind, identity } = this.#pile
    const { model } = PILE_KINDS[kind]
    const description = { vendor: 'Wattyard Simulator', model, serial: identity.slice(-25), firmware: '1.0.0' }
    return this.#dialect.boot(description, 'power-up')
  }

  #start(visit: Visit): Message {
    const { connector, number, tag } = visit
    const base_wh = this.#registers_wh.get(connector) ?? firstRegister(this.#pile, connector)
    const start = { ...visit.begin, register_wh: base_wh }
    const localId = `${this.#pile.identity}-${number}`.slice(-36)
    const session = { localId, connector, tag, remoteStartId: null, start, transactionId: null, seqNo: 0 }
    this.#running.set(connector, { session, base_wh, isRefused: false })
    return this.#dialect.started(session, { offline: false, seqNo: 0 })
  }

  #runningOf({ connector }: Visit): Running {
    const running = this.#running.get(connector)
    if (running === undefined) throw new Error(`${this.#pile.identity}: nothing runs at ${connector}`)
    return running
  }

  /** A pile whose start was refused gives nothing, unless it knows the card itself. */
  #gives(visit: Visit): boolean {
    return !this.#runningOf(visit).isRefused || visit.oddity === 'stranger'
  }

  /** What the meter shows, which counts on from charge to charge. */
  #show(reading: Reading, visit: Visit): Reading {
    const { base_wh } = this.#runningOf(visit)
    if (!this.#gives(visit)) return { ...reading, register_wh: base_wh, power_w: 0, current_ma: 0 }
    return { ...reading, register_wh: base_wh + (visit.oddity === 'frozen' ? 0 : reading.register_wh) }
  }

  #take(moment: Moment, answer: string): void {
    const frame = JSON.parse(answer) as [number, string, object?] // our own server's frames
    if (frame[0] !== 3) throw new Error(`${this.#pile.identity}: refused with ${answer}`)
    if (moment.kind === 'start') {
      const running = this.#runningOf(moment.visit)
      running.isRefused = !this.#dialect.readStarted(running.session, frame[2] ?? {})
    }
    if (moment.kind !== 'stop') return
    const { visit } = moment
    this.#registers_wh.set(visit.connector, this.#show(visit.end, visit).register_wh)
    this.#running.delete(visit.connector)
  }
}

/** One message with the samples of several: both versions carry a list of them. */
function joined(first: Reading, others: readonly Reading[], say: (reading: Reading) => Message): Message {
  const last = say(others.at(-1) ?? first)
  const meterValue = [first, ...others].flatMap(
    reading => (say(reading).payload as { meterValue: unknown[] }).meterValue,
  ) // both dialects' own shape
  return { action: last.action, payload: { ...last.payload, meterValue } }
}

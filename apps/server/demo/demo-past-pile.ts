import {
  createDialect16,
  createDialect201,
  type Dialect,
  type Message,
  PILE_KINDS,
  type PileSession,
  type Reading,
} from '@wattyard/app-simulator'
import type { ReportedWords } from '@wattyard/assets/server'
import type { InProcessDoor, Line } from '@wattyard/gateway/server'
import { firstRegister, type PlannedPile, type Visit } from './demo-plan.ts'

const METER_INTERVAL_S = 600
const ANSWER_TIMEOUT_MS = 30_000
/** Energy in Wh by which a meter that runs backwards ends below its start. */
const WENT_BACK_WH = 3_200

/** Returns the answer that a message got before an interruption; null for a message that was never sent. */
export type Heard = (messageId: string) => string | null

/** The next message of a pile: it boots, or a visit begins, continues or ends. */
export type Moment =
  | { pile: PlannedPile; at: number; kind: 'boot' }
  | { pile: PlannedPile; at: number; kind: 'start' | 'stop'; visit: Visit }
  | { pile: PlannedPile; at: number; kind: 'report'; visit: Visit; index: number }

/** What a pile says of its manufacturer and model besides. */
type ToldPile = PlannedPile & Partial<ReportedWords>

interface Running {
  session: PileSession
  /** Meter at the start in Wh. */
  base_wh: number
  isRefused: boolean
}

/**
 * A pile of the demo's past. It speaks the simulator's dialects over its own connection and waits for every answer. Its message
 * ids are the same in every run, so that an answered message is not sent again.
 */
export class PastPile {
  readonly #pile: ToldPile
  readonly #dialect: Dialect
  readonly #heard: Heard
  readonly #registers_wh = new Map<number, number>()
  readonly #running = new Map<number, Running>()
  readonly #line: Line
  #answer: ((text: string) => void) | null = null

  private constructor(pile: ToldPile, dialect: Dialect, line: Line, heard: Heard) {
    this.#pile = pile
    this.#dialect = dialect
    this.#line = line
    this.#heard = heard
    line.socket.on('message', data => this.#answer?.((data as Buffer).toString('utf8'))) // `ws` delivers one Buffer by default
  }

  static async connect(
    pile: ToldPile & { version: Dialect['version'] },
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

  /** Sends the next message and processes the answer. Returns null when it was answered before; then nothing is sent. */
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
    const { kind, identity, vendor = 'Wattyard Simulator', model = PILE_KINDS[kind].model } = this.#pile
    const description = { vendor, model, serial: identity.slice(-25), firmware: '1.0.0' }
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

  /** Returns whether a visit gets energy. A pile whose start was refused gives none, unless it accepts the card itself. */
  #gives(visit: Visit): boolean {
    return !this.#runningOf(visit).isRefused || visit.oddity === 'stranger'
  }

  /** Returns a reading on the meter, which continues from charge to charge. */
  #show(reading: Reading, visit: Visit): Reading {
    const { base_wh } = this.#runningOf(visit)
    if (!this.#gives(visit)) return { ...reading, register_wh: base_wh, power_w: 0, current_ma: 0 }
    return { ...reading, register_wh: base_wh + (visit.oddity === 'frozen' ? 0 : reading.register_wh) }
  }

  #take(moment: Moment, answer: string): void {
    const frame = JSON.parse(answer) as [number, string, object?] // frames of our own server
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

/** Returns one message with the samples of several readings; both versions carry a list of samples. */
function joined(first: Reading, others: readonly Reading[], say: (reading: Reading) => Message): Message {
  const last = say(others.at(-1) ?? first)
  const meterValue = [first, ...others].flatMap(
    reading => (say(reading).payload as { meterValue: unknown[] }).meterValue,
  ) // shape of both dialects
  return { action: last.action, payload: { ...last.payload, meterValue } }
}

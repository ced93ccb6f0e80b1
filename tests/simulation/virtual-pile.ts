import type { Random } from '@wattyard/charging/testing'
import type { InProcessDoor, Line } from '@wattyard/gateway/testing'
import { connectorsOfSameEvse, placeOfConnector } from '@wattyard/assets/contract'
import { type Dialect, dialectOf, type Frame, type Protocol } from './dialects.ts'
import { type Message, Outbox } from './outbox.ts'
import { newSession, type PhysicalSession } from './physical-session.ts'
import { reordered } from './pile-faults.ts'
import { type Ears, PileLine } from './pile-line.ts'
import { layoutOf, type PileTraits, type Surroundings } from './surroundings.ts'

/** A pile as the street has them: it charges cars, says what happened, and knows nothing of what we wish. */
export class VirtualPile {
  readonly traits: PileTraits
  readonly sessions: PhysicalSession[] = []
  readonly running = new Map<number, PhysicalSession>()
  clockOffset_ms: number
  /** Steps until it tries to connect again. */
  awaySteps = 0
  readonly #outbox: Outbox
  readonly #line: PileLine
  readonly #dialect: Dialect
  readonly #registers_wh = new Map<number, number>()
  readonly #around: Surroundings
  #lastStamp = -Infinity

  constructor(traits: PileTraits, around: Surroundings) {
    this.traits = traits
    this.clockOffset_ms = traits.clockOffset_ms
    this.#around = around
    this.#dialect = dialectOf(traits.protocol, layoutOf(traits))
    this.#outbox = new Outbox(traits)
    this.#line = new PileLine(traits, around, this.#outbox, this.#ears())
    for (let connector = 1; connector <= traits.connectors; connector++)
      this.#registers_wh.set(this.#meterOf(connector), around.random.int(1_000, 9_000_000))
  }

  get isIdle(): boolean {
    return this.#outbox.isIdle
  }

  get waiting(): number {
    return this.#outbox.waiting
  }

  // ── the line ───────────────────────────────────────────────────────────────────────────────

  get line(): Line | null {
    return this.#line.line
  }

  connect(door: InProcessDoor): Promise<void> {
    return this.#line.connect(door)
  }

  hangUp(): void {
    this.#line.hangUp()
  }

  cut(): void {
    this.#line.cut()
  }

  freeze(): void {
    this.#line.freeze()
  }

  pump(): void {
    this.#line.pump()
  }

  unanswered(): void {
    this.#outbox.unanswered()
  }

  reorder(): void {
    this.#outbox.rearrange(kept => reordered(kept, this.traits.protocol, this.#around.random))
  }

  #ears(): Ears {
    return {
      boot: () => this.#boot(),
      answered: (message, answer) => this.#answered(message, answer),
      asked: (action, payload) => this.#asked(action, payload),
    }
  }

  /** OCPP 1.6 §4.2, 2.0.1 B01: after the boot every connector reports its state. */
  #boot(): Message {
    const vendor = `Vendor${this.traits.index % 3}`
    for (let connector = 1; connector <= this.traits.connectors; connector++)
      this.#status(connector, this.running.has(connector) ? 'charging' : 'idle')
    return { kind: 'boot', session: null, build: () => this.#dialect.boot(vendor), sent: null }
  }

  #answered({ session, kind }: Message, answer: Record<string, unknown>): void {
    if (session === null || kind !== 'start') return
    session.wireId ??= this.#dialect.wireId(answer)
    const verdict = this.#dialect.verdict(answer)
    session.verdict ??= verdict
    if (verdict === 'Accepted') session.acceptedAt ??= this.#around.clock.now()
    if (verdict === 'ConcurrentTx') session.concurrentAt ??= this.#around.clock.now()
    if (session.endedAt !== null) return
    if (verdict === 'Accepted') session.flowing = true
    else if (!session.offline && this.traits.neverStops) this.#dropQuietly(session)
    else if (!session.offline) this.stop(session, 'DeAuthorized')
  }

  /** Ends a session in the street and tells nobody. */
  #dropQuietly(session: PhysicalSession): void {
    session.endedAt = this.#around.clock.now()
    session.flowing = false
    session.unstopped = true
    // What had flowed before the refusal came is in nobody's stop.
    if (session.delivered_wh > 0) session.disturbed = true
    this.running.delete(session.connector)
  }

  /**
   * The clock was put right by some seconds, and the pile tells its last charge once more: its start with another time,
   * and its end as it was.
   */
  retell(seconds: number): void {
    const session = this.sessions.findLast(
      one => one.startAcked && one.stopAcked && one.verdict === 'Accepted' && !one.forgotten,
    )
    if (session === undefined || session.stopStamp === null) return
    const startStamp = new Date(Date.parse(session.startStamp) + seconds * 1_000).toISOString()
    session.retoldAs.push(startStamp)
    const again = newSession({
      ...session,
      name: `${session.name} again`,
      startStamp,
      seqNo: 0,
      disturbed: true,
      // 1.6 gives it a number of its own.
      wireId: this.traits.protocol === 'ocpp2.0.1' ? session.wireId : null,
    })
    this.#outbox.keep('start', again, () => this.#dialect.start(again, this.line === null))
    const late = this.line === null
    this.#outbox.keep('stop', again, () => this.#dialect.stop(again, again.wireId, 'Local', late))
  }

  /** The server may stop a session; everything else this pile does not know. */
  #asked(action: string, payload: unknown): Record<string, unknown> | null {
    if (action !== 'RemoteStopTransaction' && action !== 'RequestStopTransaction') return null
    const asked = JSON.stringify(payload)
    const meant = [...this.running.values()].find(
      one => one.wireId !== null && asked.includes(`"transactionId":${quoted(this.traits.protocol, one.wireId)}`),
    )
    if (meant === undefined) return { status: 'Rejected' }
    this.stop(meant, 'Remote')
    return { status: 'Accepted' }
  }

  // ── what happens in the street ─────────────────────────────────────────────────────────────

  /** An EVSE charges one car: a cable is free while none of its place is in use. */
  isFree(connector: number): boolean {
    return connectorsOfSameEvse(connector, layoutOf(this.traits)).every(one => !this.running.has(one))
  }

  start(connector: number, tag: string): PhysicalSession {
    if (!this.isFree(connector)) throw new Error(`pile ${this.traits.index} charges at connector ${connector} already`)
    const { random, clock } = this.#around
    if (this.traits.countsPerSession) this.#registers_wh.set(this.#meterOf(connector), 0)
    const offline = this.line === null
    const name = `${this.traits.index}/${connector}/${this.sessions.length}`
    const session = newSession({
      name,
      connector,
      tag,
      offline,
      startedAt: clock.now(),
      meterStart_wh: this.#register(connector),
      startStamp: this.#stamp(),
      wireId: this.traits.protocol === 'ocpp2.0.1' ? transactionName(random, name) : null,
      flowing: offline || random.chance(0.5),
      power_w: Math.floor((this.traits.power_w * random.int(200, 1_000)) / 1_000),
      disturbed: this.clockOffset_ms !== 0 || this.traits.countsPerSession,
    })
    this.sessions.push(session)
    this.running.set(connector, session)
    if (!offline && random.chance(0.3)) this.#outbox.say('authorize', () => this.#dialect.authorize(tag))
    this.#outbox.keep('start', session, () => this.#dialect.start(session, this.line === null || offline))
    this.#status(connector, 'charging')
    return session
  }

  /** Lets energy flow for this long. */
  flow(ms: number): void {
    for (const session of this.running.values()) {
      if (!session.flowing) continue
      session.flow_wh += (session.power_w * ms) / 3_600_000
      const pulses = Math.floor(session.flow_wh)
      session.flow_wh -= pulses
      session.delivered_wh += pulses
      this.#registers_wh.set(this.#meterOf(session.connector), this.#register(session.connector) + pulses)
    }
  }

  measure(session: PhysicalSession): void {
    const measured = {
      stamp: this.#stamp(),
      register_wh: this.#register(session.connector),
      power_w: session.flowing ? session.power_w : 0,
    }
    const late = this.line === null
    this.#outbox.keep('meter', session, () => this.#dialect.meter(session, measured, session.wireId, late))
  }

  stop(session: PhysicalSession, reason: string): void {
    if (session.endedAt !== null) return
    session.endedAt = this.#around.clock.now()
    session.flowing = false
    session.meterStop_wh = this.#register(session.connector)
    session.stopStamp = this.#stamp()
    session.stopUnnamed = session.wireId === null && this.traits.writesAtOnce
    this.running.delete(session.connector)
    const late = this.line === null
    this.#outbox.keep('stop', session, () => this.#dialect.stop(session, session.wireId, reason, late))
    this.#status(session.connector, 'idle')
  }

  /** The pile starts anew: sessions end, the meter or the memory may be gone. */
  reboot({ meterReset, forget }: { meterReset: boolean; forget: boolean }): void {
    this.cut()
    if (meterReset) {
      for (const meter of this.#registers_wh.keys()) this.#registers_wh.set(meter, 0)
      for (const session of this.running.values()) session.disturbed = true
    }
    if (!forget) {
      for (const session of Array.from(this.running.values())) this.stop(session, 'PowerLoss')
      return
    }
    for (const session of this.sessions) if (this.#outbox.speaksOf(session)) session.forgotten = true
    for (const session of this.running.values()) {
      session.forgotten = true
      session.flowing = false
      session.endedAt = this.#around.clock.now()
    }
    this.running.clear()
    this.#outbox.forget()
  }

  /** Speaks of a transaction that is not its own. */
  trespass(wireId: string): void {
    const stamp = this.#stamp()
    const stranger = newSession({
      name: 'stranger',
      connector: 1,
      tag: 'STRANGER',
      offline: false,
      startedAt: 0,
      meterStart_wh: 0,
      startStamp: stamp,
      wireId,
      stopStamp: stamp,
      meterStop_wh: 999_999,
      seqNo: 1,
      disturbed: true,
    })
    const build = (): Frame =>
      this.#around.random.chance(0.5)
        ? this.#dialect.stop(stranger, wireId, 'Local', false)
        : this.#dialect.meter(stranger, { stamp, register_wh: 999_999, power_w: 1_000 }, wireId, false)
    this.#outbox.say('foreign', build)
  }

  /** A sign of life that tells a fact. */
  sayIdle(): void {
    for (let connector = 1; connector <= this.traits.connectors; connector++)
      if (!this.running.has(connector)) this.#status(connector, 'idle')
  }

  #status(connector: number, state: 'idle' | 'charging'): void {
    if (this.line === null) return
    // Never kept, and dated when it is sent.
    this.#outbox.say('status', () => this.#dialect.status(connector, state, this.#stamp()))
  }

  #register(connector: number): number {
    return this.#registers_wh.get(this.#meterOf(connector)) ?? 0
  }

  #meterOf(connector: number): number {
    return this.traits.sharesMeter ? placeOfConnector(connector, layoutOf(this.traits)).evse : connector
  }

  /** Device time; no two messages of a pile carry the same. */
  #stamp(): string {
    const at = this.#around.clock.now() + this.clockOffset_ms
    this.#lastStamp = Math.max(at, this.#lastStamp + 1)
    return new Date(this.#lastStamp).toISOString()
  }
}

const quoted = (protocol: Protocol, id: string): string => (protocol === 'ocpp1.6' ? id : JSON.stringify(id))

/** Piles make ids that nobody else has; two piles of this run never agree on one. */
function transactionName(random: Random, name: string): string {
  return `${name.replaceAll('/', '-')}-${random.int(0, 0xffff_ffff).toString(16)}`
}

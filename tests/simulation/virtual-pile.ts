import type { Random } from '@wattyard/charging/testing'
import type { InProcessDoor, Line } from '@wattyard/gateway/testing'
import type { Clock } from '@wattyard/time'
import { type Dialect, DIALECTS, type Frame, type Protocol } from './dialects.ts'
import type { FaultPlan } from './fault-plan.ts'
import type { PhysicalSession } from './physical-session.ts'

export interface PileTraits {
  index: number
  pileId: string
  identity: string
  authorization: string
  protocol: Protocol
  connectors: number
  power_w: number
  /** Pile clock minus true time, ms. */
  clockOffset_ms: number
  /** Sends an unanswered call again under its old id. */
  keepsIds: boolean
  /** Writes messages down when they happen, id or no id. */
  writesAtOnce: boolean
  /** The meter begins at 0 with every session. */
  countsPerSession: boolean
}

type Kind = 'boot' | 'status' | 'authorize' | 'start' | 'meter' | 'stop' | 'foreign'

interface Message {
  kind: Kind
  session: PhysicalSession | null
  build(): Frame
  /** What was sent, so that a repetition is one. */
  sent: { id: string; action: string; payload: string } | null
  connector: number
}

/** An acknowledged call, to be found in the log afterwards. */
export interface Acknowledged {
  pileId: string
  messageId: string
  frame: string
}

/** What a pile shares with its run. */
export interface Surroundings {
  random: Random
  clock: Clock
  plan: FaultPlan
  acknowledged: Acknowledged[]
  /** Answers that refused a call every pile may make: action and error. */
  refusals: string[]
}

/** Acknowledged messages that may come back from some router's buffer. */
const MAX_LATE = 40

/** A pile as the street has them: it keeps what matters until it is answered, and knows nothing of what we wish. */
export class VirtualPile {
  readonly traits: PileTraits
  readonly sessions: PhysicalSession[] = []
  readonly running = new Map<number, PhysicalSession>()
  line: Line | null = null
  clockOffset_ms: number
  /** Steps until it tries to connect again. */
  awaySteps = 0
  #booted = false
  #outbox: Message[] = []
  #chatter: Message[] = []
  #outstanding: { message: Message; id: string } | null = null
  readonly #acked: Message[] = []
  readonly #dialect: Dialect
  readonly #registers_wh = new Map<number, number>()
  readonly #around: Surroundings
  #ids = 0
  #lastStamp = -Infinity

  constructor(traits: PileTraits, around: Surroundings) {
    this.traits = traits
    this.clockOffset_ms = traits.clockOffset_ms
    this.#around = around
    this.#dialect = DIALECTS[traits.protocol]
    for (let connector = 1; connector <= traits.connectors; connector++)
      this.#registers_wh.set(connector, around.random.int(1_000, 9_000_000))
  }

  get isIdle(): boolean {
    return this.#outbox.length === 0 && this.#chatter.length === 0 && this.#outstanding === null
  }

  get waiting(): number {
    return this.#outbox.length
  }

  // ── the line ───────────────────────────────────────────────────────────────────────────────

  async connect(door: InProcessDoor): Promise<void> {
    const { identity, authorization, protocol } = this.traits
    const line = await door.connect({ identity, authorization, protocol })
    if (line === null) return
    this.line = line
    this.#booted = false
    line.socket.on('message', data => this.#hear(line, (data as Buffer).toString('utf8'))) // `ws` gives one Buffer by default
    line.socket.on('close', () => {
      if (this.line === line) this.hangUp()
    })
  }

  /** The pile considers its line lost. */
  hangUp(): void {
    this.line = null
    this.unanswered()
    this.#chatter = []
  }

  cut(): void {
    this.line?.cut()
    this.hangUp()
  }

  /** Nobody hears anybody any more; the pile finds out at its next time-out. */
  freeze(): void {
    this.line?.freeze()
  }

  /** The answer did not come in time: the message stays where it was and will be sent again. */
  unanswered(): void {
    const outstanding = this.#outstanding
    this.#outstanding = null
    if (outstanding === null || !isKept(outstanding.message)) return
    this.#outbox.unshift(outstanding.message)
  }

  reorder(): void {
    const { random } = this.#around
    // Real piles keep a start before the rest of its session; readings, stops and sessions overtake each other.
    const shuffled = random.shuffle(this.#outbox)
    const starts = new Map(this.#outbox.filter(one => one.kind === 'start').map(one => [one.session, one]))
    if (this.traits.protocol === 'ocpp2.0.1') {
      this.#outbox = shuffled
      return
    }
    const ordered: Message[] = []
    for (const message of shuffled) {
      const start = starts.get(message.session)
      if (start !== undefined && !ordered.includes(start)) ordered.push(start)
      if (!ordered.includes(message)) ordered.push(message)
    }
    this.#outbox = ordered
  }

  // ── sending ────────────────────────────────────────────────────────────────────────────────

  /** Sends the next call, if it may. True when something was sent. */
  pump(): boolean {
    const { line } = this
    if (line === null || this.#outstanding !== null || line.socket.readyState !== line.socket.OPEN) return false
    const message = this.#next()
    if (message === null) return false
    const { random, plan } = this.#around
    const fresh = message.sent === null || !this.traits.keepsIds
    if (message.sent === null) message.sent = { id: '', ...written(message.build()) }
    if (fresh) message.sent.id = this.#newId()
    const { id, action, payload } = message.sent
    this.#outstanding = { message, id }
    if (random.chance(plan.dropCall)) return true
    const text = frameOf(id, action, payload)
    line.socket.send(text)
    if (random.chance(plan.duplicate)) line.socket.send(text)
    if (random.chance(plan.repeat)) line.socket.send(frameOf(this.#newId(), action, payload))
    if (random.chance(plan.junk)) line.socket.send(random.pick(JUNK))
    const old =
      this.#acked.length > 0 && random.chance(plan.late) ? this.#acked[random.int(0, this.#acked.length - 1)] : null
    if (old?.sent) line.socket.send(frameOf(this.#newId(), old.sent.action, old.sent.payload))
    return true
  }

  #next(): Message | null {
    if (!this.#booted) {
      this.#booted = true
      const vendor = `Vendor${this.traits.index % 3}`
      // OCPP 1.6 §4.2, 2.0.1 B01: after the boot every connector reports its state.
      for (let connector = 1; connector <= this.traits.connectors; connector++)
        this.#status(connector, this.running.has(connector) ? 'charging' : 'idle')
      return this.#message('boot', null, () => this.#dialect.boot(vendor))
    }
    return this.#chatter.shift() ?? this.#outbox.shift() ?? null
  }

  #message(kind: Kind, session: PhysicalSession | null, build: () => Frame, connector = 0): Message {
    return { kind, session, build, sent: null, connector }
  }

  #queue(kind: Kind, session: PhysicalSession, build: () => Frame): void {
    const message = this.#message(kind, session, build, session.connector)
    const atOnce = this.traits.writesAtOnce || this.traits.protocol === 'ocpp2.0.1'
    if (atOnce) message.sent = { id: this.#newId(), ...written(build()) }
    this.#outbox.push(message)
  }

  #newId(): string {
    return `${this.traits.index}-${++this.#ids}`
  }

  // ── hearing ────────────────────────────────────────────────────────────────────────────────

  #hear(line: Line, text: string): void {
    const frame = JSON.parse(text) as [number, string, ...unknown[]] // our own server's frames
    if (frame[0] === 2) return this.#asked(line, frame[1], String(frame[2]), frame[3])
    const outstanding = this.#outstanding
    if (outstanding === null || outstanding.id !== frame[1] || this.line !== line) return
    const { message } = outstanding
    if (frame[0] === 3) this.#noteAcknowledged(message)
    if (this.#around.random.chance(this.#around.plan.dropAnswer)) return
    this.#outstanding = null
    if (frame[0] === 3) return this.#answered(message, (frame[2] ?? {}) as Record<string, unknown>) // as above
    if (message.kind === 'foreign') return
    if (frame[2] === 'InternalError') {
      this.#around.refusals.push(`${message.sent?.action ?? ''} could not be stored`)
      // Not taken: a pile sends it again before all others, as a new call.
      if (message.sent !== null) message.sent.id = this.#newId()
      if (isKept(message)) this.#outbox.unshift(message)
      return
    }
    this.#around.refusals.push(`${message.sent?.action ?? ''} ${String(frame[2])} ${String(frame[3])}`)
  }

  #noteAcknowledged({ sent, session, kind }: Message): void {
    if (sent === null) return
    const { pileId } = this.traits
    this.#around.acknowledged.push({ pileId, messageId: sent.id, frame: frameOf(sent.id, sent.action, sent.payload) })
    if (session === null) return
    if (kind === 'start') session.startAcked = true
    if (kind === 'stop') {
      session.stopAcked = true
      session.stopAckedAt ??= this.#around.clock.now()
    }
  }

  #answered(message: Message, answer: Record<string, unknown>): void {
    if (isKept(message)) {
      this.#acked.push(message)
      if (this.#acked.length > MAX_LATE) this.#acked.shift()
    }
    const { session } = message
    if (session === null || message.kind !== 'start') return
    session.wireId ??= this.#dialect.wireId(answer)
    const verdict = this.#dialect.verdict(answer)
    session.verdict ??= verdict
    if (verdict === 'Accepted') session.acceptedAt ??= this.#around.clock.now()
    if (verdict === 'ConcurrentTx') session.concurrentAt ??= this.#around.clock.now()
    if (session.endedAt !== null) return
    if (verdict === 'Accepted') session.flowing = true
    else if (!session.offline) this.stop(session, 'DeAuthorized')
  }

  /** What the server asks: it may stop a session, everything else this pile does not know. */
  #asked(line: Line, id: string, action: string, payload: unknown): void {
    const asked = JSON.stringify(payload)
    const meant = [...this.running.values()].find(
      one => one.wireId !== null && asked.includes(`"transactionId":${quoted(this.traits.protocol, one.wireId)}`),
    )
    if (action === 'RemoteStopTransaction' || action === 'RequestStopTransaction') {
      line.socket.send(JSON.stringify([3, id, { status: meant === undefined ? 'Rejected' : 'Accepted' }]))
      if (meant !== undefined) this.stop(meant, 'Remote')
      return
    }
    line.socket.send(JSON.stringify([4, id, 'NotImplemented', '', {}]))
  }

  // ── what happens in the street ─────────────────────────────────────────────────────────────

  start(connector: number, tag: string): PhysicalSession {
    const { random, clock } = this.#around
    if (this.traits.countsPerSession) this.#registers_wh.set(connector, 0)
    const offline = this.line === null
    const name = `${this.traits.index}/${connector}/${this.sessions.length}`
    const session: PhysicalSession = {
      name,
      connector,
      tag,
      offline,
      startedAt: clock.now(),
      endedAt: null,
      delivered_wh: 0,
      meterStart_wh: this.#register(connector),
      meterStop_wh: null,
      startStamp: this.#stamp(),
      stopStamp: null,
      wireId: this.traits.protocol === 'ocpp2.0.1' ? transactionName(random, name) : null,
      verdict: null,
      flowing: offline || random.chance(0.5),
      power_w: Math.floor((this.traits.power_w * random.int(200, 1_000)) / 1_000),
      seqNo: 0,
      startAcked: false,
      stopAcked: false,
      stopAckedAt: null,
      acceptedAt: null,
      concurrentAt: null,
      flow_wh: 0,
      stopUnnamed: false,
      forgotten: false,
      disturbed: this.clockOffset_ms !== 0 || this.traits.countsPerSession,
    }
    this.sessions.push(session)
    this.running.set(connector, session)
    if (!offline && random.chance(0.3))
      this.#chatter.push(this.#message('authorize', null, () => this.#dialect.authorize(tag)))
    this.#queue('start', session, () => this.#dialect.start(session, this.line === null || offline))
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
      this.#registers_wh.set(session.connector, this.#register(session.connector) + pulses)
    }
  }

  measure(session: PhysicalSession): void {
    const measured = {
      stamp: this.#stamp(),
      register_wh: this.#register(session.connector),
      power_w: session.flowing ? session.power_w : 0,
    }
    const late = this.line === null
    this.#queue('meter', session, () => this.#dialect.meter(session, measured, session.wireId, late))
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
    this.#queue('stop', session, () => this.#dialect.stop(session, session.wireId, reason, late))
    this.#status(session.connector, 'idle')
  }

  /** The pile starts anew: sessions end, the meter or the memory may be gone. */
  reboot({ meterReset, forget }: { meterReset: boolean; forget: boolean }): void {
    this.cut()
    if (meterReset) {
      for (const connector of this.#registers_wh.keys()) this.#registers_wh.set(connector, 0)
      for (const session of this.running.values()) session.disturbed = true
    }
    if (!forget) {
      for (const session of Array.from(this.running.values())) this.stop(session, 'PowerLoss')
      return
    }
    for (const session of this.sessions) if (this.#outbox.some(one => one.session === session)) session.forgotten = true
    for (const session of this.running.values()) {
      session.forgotten = true
      session.flowing = false
      session.endedAt = this.#around.clock.now()
    }
    this.running.clear()
    this.#outbox = []
  }

  /** Speaks of a transaction that is not its own. */
  trespass(wireId: string): void {
    const stamp = this.#stamp()
    const stranger: PhysicalSession = {
      ...this.#nobody(stamp),
      wireId,
      stopStamp: stamp,
      meterStop_wh: 999_999,
    }
    const build = (): Frame =>
      this.#around.random.chance(0.5)
        ? this.#dialect.stop(stranger, wireId, 'Local', false)
        : this.#dialect.meter(stranger, { stamp, register_wh: 999_999, power_w: 1_000 }, wireId, false)
    this.#chatter.push(this.#message('foreign', null, build))
  }

  #nobody(stamp: string): PhysicalSession {
    return {
      name: 'stranger',
      connector: 1,
      tag: 'STRANGER',
      offline: false,
      startedAt: 0,
      endedAt: null,
      delivered_wh: 0,
      meterStart_wh: 0,
      meterStop_wh: null,
      startStamp: stamp,
      stopStamp: null,
      wireId: null,
      verdict: null,
      flowing: false,
      power_w: 0,
      seqNo: 1,
      startAcked: false,
      stopAcked: false,
      stopAckedAt: null,
      acceptedAt: null,
      concurrentAt: null,
      flow_wh: 0,
      stopUnnamed: false,
      forgotten: false,
      disturbed: true,
    }
  }

  /** A sign of life that tells a fact. */
  sayIdle(): void {
    for (let connector = 1; connector <= this.traits.connectors; connector++)
      if (!this.running.has(connector)) this.#status(connector, 'idle')
  }

  #status(connector: number, state: 'idle' | 'charging'): void {
    if (this.line === null) return
    // Never kept, and dated when it is sent.
    const build = () => this.#dialect.status(connector, state, this.#stamp())
    this.#chatter.push(this.#message('status', null, build, connector))
  }

  #register(connector: number): number {
    return this.#registers_wh.get(connector) ?? 0
  }

  /** Device time; no two messages of a pile carry the same. */
  #stamp(): string {
    const at = this.#around.clock.now() + this.clockOffset_ms
    this.#lastStamp = Math.max(at, this.#lastStamp + 1)
    return new Date(this.#lastStamp).toISOString()
  }
}

const isKept = ({ kind }: Message): boolean => kind === 'start' || kind === 'meter' || kind === 'stop'

const written = ({ action, payload }: Frame) => ({ action, payload: JSON.stringify(payload) })

const frameOf = (id: string, action: string, payload: string): string => `[2,"${id}","${action}",${payload}]`

const quoted = (protocol: Protocol, id: string): string => (protocol === 'ocpp1.6' ? id : JSON.stringify(id))

/** Piles make ids that nobody else has; two piles of this run never agree on one. */
function transactionName(random: Random, name: string): string {
  return `${name.replaceAll('/', '-')}-${random.int(0, 0xffff_ffff).toString(16)}`
}

const JUNK: readonly [string, ...string[]] = [
  '',
  '[]',
  '{"a":1}',
  '[2]',
  '[2,"",""]',
  '[2,"j1","Nonsense",{}]',
  '[2,"j2","StatusNotification",{"connectorId":"one"}]',
  '[2,"j3","MeterValues",[]]',
  '[3,"nobody-asked",{}]',
  '[4,"nobody-asked","InternalError","",{}]',
  '[2,"j4","StartTransaction",{"connectorId":1e999,"idTag":"X","meterStart":0,"timestamp":"never"}]',
  '[2,"j5","StopTransaction",{"transactionId":12345678901234567890,"meterStop":1,"timestamp":"2026-05-11T08:00:00Z"}]',
  `[2,"j6","DataTransfer",${'['.repeat(200)}${']'.repeat(200)}]`,
]

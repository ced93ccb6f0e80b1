import { randomUUID } from 'node:crypto'
import type { OcppVersion } from '@wattyard/ocpp-frame'
import { type Car, PILE_KINDS, type PileKind, type Reading } from './charging.ts'
import { Connector, type ConnectorHost } from './connector.ts'
import type { Dialect, Message, PileDescription, PileSession, StopCause } from './dialect.ts'
import { createDialect16 } from './dialect16.ts'
import { createDialect201 } from './dialect201.ts'
import { createPileClock, type PileClock } from './pile-clock.ts'
import { Outbox } from './outbox.ts'
import { type CommandTarget, createControls, type RemoteStart } from './pile-commands.ts'
import type { Random } from './random.ts'
import { RpcSocket } from './rpc-socket.ts'

export interface PileOptions {
  /** Without the identity: `ws://host:port/ocpp`. */
  url: string
  identity: string
  stationKey: string
  version: OcppVersion
  kind: PileKind
  /** Registered power; the default is the rated power of its kind. All connectors together never exceed it. */
  power_w?: number
  connectors: number
  /** Number of connectors per EVSE, of which one charges at a time; the last EVSE has the remaining ones. Default 1. */
  connectorsPerEvse?: number
  random: Random
  vendor?: string
  model?: string
  firmware?: string
  /** Initial meter reading, Wh. */
  register_wh?: number
  meterInterval_ms?: number
  callTimeout_ms?: number
  retryFirst_ms?: number
  retryMax_ms?: number
  /** How far the pile's clock is ahead of ours. */
  clockAhead_ms?: number
  /** Duration of a restart. */
  restart_ms?: number
  /** Duration of an upload, a download and an installation each. */
  work_ms?: number
  /** Returns the car that is plugged in after a remote start without a car; without this function none comes. */
  carForRemoteStart?: (connector: number) => Car
  onEvent?: (event: PileEvent) => void
}

export type PileEvent =
  | { kind: 'connected' | 'disconnected' | 'booted' | 'boot-refused' }
  | { kind: 'started' | 'start-refused'; connector: number; transactionId: string | null; meterStart_wh: number }
  | { kind: 'stopped'; connector: number; transactionId: string | null; energy_wh: number; cause: StopCause }

const DEFAULT_HEARTBEAT_S = 300
const REBOOT_RETRY_MS = 10_000
const DEFAULT_WORK_MS = 3_000
const DEFAULT_RESTART_MS = 3_000

/**
 * Virtual pile: a client of the gateway like any other. It boots, reports, charges by a plausible curve, keeps its session
 * messages while it is offline, and answers every command of the server.
 */
export class VirtualPile {
  readonly identity: string
  readonly #options: PileOptions
  readonly #dialect: Dialect
  readonly #socket: RpcSocket
  readonly #outbox: Outbox
  readonly #connectors: Connector[]
  readonly #clock: PileClock
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #remoteStarts = new Map<number, RemoteStart>()
  #description: PileDescription
  #booted = false
  #bootCause: 'power-up' | 'reset' = 'power-up'
  #heartbeat: NodeJS.Timeout | null = null
  #running = false

  constructor(options: PileOptions) {
    const meterInterval_s = Math.max(1, Math.round((options.meterInterval_ms ?? 30_000) / 1_000))
    this.identity = options.identity
    this.#options = options
    this.#clock = createPileClock(options.clockAhead_ms ?? 0)
    this.#dialect =
      options.version === 'ocpp1.6'
        ? createDialect16(options.connectors, meterInterval_s)
        : createDialect201(options.connectors, meterInterval_s, options.connectorsPerEvse)
    this.#description = {
      vendor: options.vendor ?? 'Wattyard Simulator',
      model: options.model ?? PILE_KINDS[options.kind].model,
      serial: options.identity.slice(-25),
      firmware: options.firmware ?? '1.0.0',
    }
    this.#socket = new RpcSocket({
      url: options.url,
      identity: options.identity,
      stationKey: options.stationKey,
      version: options.version,
      callTimeout_ms: options.callTimeout_ms ?? 30_000,
      retryFirst_ms: options.retryFirst_ms ?? 1_000,
      retryMax_ms: options.retryMax_ms ?? 60_000,
      random: options.random,
      onOpen: () => this.#onOpen(),
      onClose: () => this.#onClose(),
      onCall: call => this.#dialect.answer(call, controls),
    })
    this.#outbox = new Outbox(message => this.#socket.call(message.action, message.payload))
    const host = this.#createHost()
    const register_wh = options.register_wh ?? 0
    this.#connectors = Array.from(
      { length: options.connectors },
      (_, index) => new Connector(index + 1, register_wh, host),
    )
    const controls = createControls(this.#commandTarget())
  }

  start(): void {
    this.#running = true
    this.#socket.open()
  }

  /** Switches the pile off: no more messages, all timers cleared. */
  async stop(): Promise<void> {
    this.#running = false
    for (const connector of this.#connectors) connector.halt()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#stopHeartbeat()
    this.#outbox.setOpen(false)
    await this.#socket.close()
  }

  get isOnline(): boolean {
    return this.#socket.isOpen && this.#booted
  }

  /** Number of session messages not yet answered. */
  get unsent(): number {
    return this.#outbox.size
  }

  connector(number: number): Connector {
    const connector = this.#connectors[number - 1]
    if (connector === undefined) throw new RangeError(`${this.identity} has no connector ${number}`)
    return connector
  }

  get connectors(): readonly Connector[] {
    return this.#connectors
  }

  /** Returns whether no other connector of its EVSE has a car, because an EVSE serves only one. */
  isEvseFree(number: number): boolean {
    const perEvse = this.#options.connectorsPerEvse ?? 1
    const evseOf = (one: number) => Math.ceil(one / perEvse)
    return this.#connectors.every(
      ({ number: other, car }) => other === number || evseOf(other) !== evseOf(number) || car === null,
    )
  }

  plugIn(number: number, car: Car): boolean {
    const plugged = this.isEvseFree(number) && this.connector(number).plugIn(car)
    const ordered = this.#remoteStarts.get(number)
    if (plugged && ordered !== undefined) {
      this.#remoteStarts.delete(number)
      this.connector(number).begin(ordered.tag, ordered.remoteStartId)
    }
    return plugged
  }

  /**
   * Simulates a driver's card at the reader: asks the server, and begins or ends the charge. Without a connection the card is
   * accepted unchecked.
   */
  async presentTag(number: number, tag: string): Promise<boolean> {
    const connector = this.connector(number)
    if (connector.session !== null) return connector.session.tag === tag && connector.stop('local')
    if (!this.isOnline) return connector.begin(tag, null)
    const { action, payload } = this.#dialect.authorize(tag)
    const outcome = await this.#socket.call(action, payload)
    if (outcome.kind === 'lost') return this.#running && connector.begin(tag, null)
    return outcome.kind === 'result' && this.#dialect.isAuthorized(outcome.payload) && connector.begin(tag, null)
  }

  /** Loses the connection for a while. Charging continues. */
  cut(pause_ms: number): void {
    this.#socket.cut(pause_ms)
  }

  #createHost(): ConnectorHost {
    const { kind } = this.#options
    const rated_w = Math.min(this.#options.power_w ?? PILE_KINDS[kind].power_w, PILE_KINDS[kind].power_w)
    const inUse = () => this.#connectors.filter(connector => connector.session !== null).length
    return {
      supply: () => ({ kind, limit_w: Math.floor(rated_w / Math.max(1, inUse())) }),
      shareChanges: () => {
        for (const connector of this.#connectors) connector.flow()
        if (inUse() === 0) this.#clock.adjust()
      },
      now: () => this.#now(),
      meterInterval_ms: () => this.#meterInterval_ms(),
      // Not from the seed: it is the transaction id of 2.0.1, which no pile may use twice, even after a restart with the same
      // seed.
      newSessionId: () => randomUUID(),
      showStatus: (number, phase, faultCode) => this.#say(this.#dialect.status(number, phase, faultCode, this.#now())),
      sendStarted: session => this.#sendStarted(session),
      sendMeter: (session, reading) => this.#sendMeter(session, reading),
      sendStopped: (session, reading, cause) => this.#sendStopped(session, reading, cause),
    }
  }

  #commandTarget(): CommandTarget {
    const { identity, carForRemoteStart, work_ms } = this.#options
    return {
      identity,
      dialect: this.#dialect,
      connectors: this.#connectors,
      remoteStarts: this.#remoteStarts,
      carForRemoteStart: carForRemoteStart ?? null,
      work_ms: work_ms ?? DEFAULT_WORK_MS,
      isEvseFree: number => this.isEvseFree(number),
      plugIn: (number, car) => this.plugIn(number, car),
      say: message => this.#say(message),
      sayBoot: () => this.#say(this.#dialect.boot(this.#description, this.#bootCause)),
      after: (delay_ms, act) => this.#after(delay_ms, act),
      heartbeatChanged: () => this.#startHeartbeat(),
      restart: () => this.#restart(),
      useKey: key => this.#socket.useKey(key),
      firmwareInstalled: () => this.#raiseFirmware(),
      now: () => this.#now(),
    }
  }

  #restart(): void {
    this.#booted = false
    this.#bootCause = 'reset'
    this.cut(this.#options.restart_ms ?? DEFAULT_RESTART_MS)
  }

  #raiseFirmware(): void {
    const [major = '1', minor = '0'] = this.#description.firmware.split('.')
    this.#description = { ...this.#description, firmware: `${major}.${Number(minor) + 1}.0` }
  }

  #now(): number {
    return this.#clock.now()
  }

  /**
   * Returns the interval of the meter values. An interval below a second comes only from the options, because the configuration
   * counts in seconds.
   */
  #meterInterval_ms(): number {
    const option = this.#options.meterInterval_ms ?? 30_000
    const seconds = this.#dialect.configuration.number(this.#dialect.meterIntervalKey, 0)
    return option < 1_000 && seconds === 1 ? option : Math.max(1, seconds) * 1_000
  }

  #emit(event: PileEvent): void {
    this.#options.onEvent?.(event)
  }

  /** Sends a message that has no value later; without a connection it is dropped. */
  #say(message: Message): void {
    if (this.isOnline) void this.#socket.call(message.action, message.payload)
  }

  #after(delay_ms: number, act: () => void): void {
    if (!this.#running) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, delay_ms)
    this.#timers.add(timer)
  }

  #onOpen(): void {
    this.#emit({ kind: 'connected' })
    if (this.#booted) this.#goOnline()
    else void this.#boot()
  }

  #onClose(): void {
    this.#outbox.setOpen(false)
    this.#stopHeartbeat()
    this.#emit({ kind: 'disconnected' })
  }

  async #boot(): Promise<void> {
    const { action, payload } = this.#dialect.boot(this.#description, this.#bootCause)
    const outcome = await this.#socket.call(action, payload)
    if (!this.#running || outcome.kind === 'lost') return
    const answer = outcome.kind === 'result' ? outcome.payload : {}
    const interval_s = typeof answer['interval'] === 'number' ? answer['interval'] : 0
    if (answer['status'] !== 'Accepted') {
      this.#emit({ kind: 'boot-refused' })
      this.#after(interval_s > 0 ? interval_s * 1_000 : REBOOT_RETRY_MS, () => {
        if (this.#socket.isOpen && !this.#booted) void this.#boot()
      })
      return
    }
    if (interval_s > 0)
      this.#dialect.configuration.set(this.#dialect.heartbeatIntervalKey, String(Math.round(interval_s)))
    this.#booted = true
    this.#emit({ kind: 'booted' })
    this.#goOnline()
  }

  #goOnline(): void {
    this.#say(this.#dialect.status(0, 'idle', null, this.#now()))
    for (const { number, phase, faultCode } of this.#connectors)
      this.#say(this.#dialect.status(number, phase, faultCode, this.#now()))
    this.#outbox.setOpen(true)
    this.#startHeartbeat()
  }

  #startHeartbeat(): void {
    this.#stopHeartbeat()
    const interval_s = this.#dialect.configuration.number(this.#dialect.heartbeatIntervalKey, DEFAULT_HEARTBEAT_S)
    if (interval_s > 0) this.#heartbeat = setInterval(() => this.#say(this.#dialect.heartbeat()), interval_s * 1_000)
  }

  #stopHeartbeat(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat)
    this.#heartbeat = null
  }

  #sendStarted(session: PileSession): void {
    const note = { offline: !this.isOnline, seqNo: session.seqNo++ }
    const meterStart_wh = session.start.register_wh
    this.#outbox.add({
      keep: true,
      build: () => this.#dialect.started(session, note),
      answered: payload => {
        const welcome = this.#dialect.readStarted(session, payload)
        const { connector, transactionId } = session
        this.#emit({ kind: welcome ? 'started' : 'start-refused', connector, transactionId, meterStart_wh })
        if (!welcome && this.connector(connector).session === session) this.connector(connector).stop('deauthorized')
      },
    })
  }

  #sendMeter(session: PileSession, reading: Reading): void {
    const note = { offline: !this.isOnline, seqNo: session.seqNo++ }
    this.#outbox.add({
      keep: false,
      build: () => this.#dialect.meter(session, reading, note),
      answered: () => undefined,
    })
  }

  #sendStopped(session: PileSession, reading: Reading, cause: StopCause): void {
    const note = { offline: !this.isOnline, seqNo: session.seqNo++ }
    this.#outbox.add({
      keep: true,
      build: () => this.#dialect.stopped(session, reading, cause, note),
      answered: () => {
        const { connector, transactionId } = session
        this.#emit({
          kind: 'stopped',
          connector,
          transactionId,
          energy_wh: reading.register_wh - session.start.register_wh,
          cause,
        })
      },
    })
  }
}

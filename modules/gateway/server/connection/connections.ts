import type { EventKind } from '../../contract/event.ts'
import { DUPLICATE_PING_MS, REPLACEMENT_WINDOW_MS } from '../limits.ts'
import type { ConnectionChange } from '../state/flush-connections.ts'
import { judgeDuplicate } from './duplicate-rule.ts'
import { CLOSE, type PileConnection } from './pile-connection.ts'
import type { PileRuntime } from './pile-runtime.ts'
import type { TimerWheel } from './timer-wheel.ts'

export interface ConnectionsOptions {
  wheel: TimerWheel
  ping_ms: number
  now(): number
  changed(change: ConnectionChange): void
  say(kind: EventKind, runtime: PileRuntime, ip: string | null, detail: string | null): void
}

/** Parts of the connections that are looked at in turn, so that pings are spread over time. */
const SWEEP_PARTS = 30

/** All open connections of this process, and the rule for a second connection of a pile. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #runtimes = new Map<string, PileRuntime>()
  readonly #deciding = new Map<string, PileConnection>()
  readonly #parts: Set<PileConnection>[] = Array.from({ length: SWEEP_PARTS }, () => new Set())
  readonly #partOf = new Map<PileConnection, Set<PileConnection>>()
  #nextPart = 0
  #sweepPart = 0
  #sweeper: NodeJS.Timeout | null = null

  constructor(options: ConnectionsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#partOf.size
  }

  runtimeOf(pileId: string): PileRuntime | undefined {
    return this.#runtimes.get(pileId)
  }

  /** The runtime of a pile, made on its first connection. */
  runtime(pileId: string, make: () => PileRuntime): PileRuntime {
    const known = this.#runtimes.get(pileId)
    if (known !== undefined) return known
    const made = make()
    this.#runtimes.set(pileId, made)
    return made
  }

  /** All open connections, whether or not the duplicate rule has decided about them. */
  all(): Iterable<PileConnection> {
    return this.#partOf.keys()
  }

  *active(): Iterable<PileConnection> {
    for (const part of this.#parts)
      for (const connection of part) if (connection.standing === 'active') yield connection
  }

  /** Tenants that have connections here. */
  tenants(): ReadonlySet<string> {
    const tenants = new Set<string>()
    for (const connection of this.#partOf.keys()) tenants.add(connection.runtime.tenantId)
    return tenants
  }

  /** Closes every open connection of a tenant in this process. */
  dismissTenant(tenantId: string): void {
    for (const connection of this.#partOf.keys())
      if (connection.runtime.tenantId === tenantId) connection.close(CLOSE.policy, 'the operator is gone')
  }

  /** A connection has authenticated: it becomes the pile's active one, or the duplicate rule decides (trust W17). */
  admit(connection: PileConnection): void {
    const part = this.#parts[this.#nextPart++ % SWEEP_PARTS]
    part?.add(connection)
    if (part !== undefined) this.#partOf.set(connection, part)
    const { runtime } = connection
    const old = runtime.active
    if (old === null) return this.#activate(connection)
    // Of several that arrive while the old one is being pinged, only the latest can become the active one.
    this.#deciding.get(runtime.pileId)?.close(CLOSE.tryLater, 'a newer connection came')
    this.#deciding.set(runtime.pileId, connection)
    const deadline = this.#options.wheel.after(DUPLICATE_PING_MS, () => this.#decide(old, connection, false))
    old.onSign = alive => {
      this.#options.wheel.cancel(deadline)
      this.#decide(old, connection, alive)
    }
    old.ping()
  }

  #decide(old: PileConnection, connection: PileConnection, oldAlive: boolean): void {
    if (connection.standing !== 'deciding') return
    const { runtime } = connection
    old.onSign = null
    this.#deciding.delete(runtime.pileId)
    if (runtime.active !== old) return runtime.active === null ? this.#activate(connection) : this.#hold(connection)
    const now = this.#options.now()
    const sameNetwork = old.network === connection.network
    const restarting = runtime.isRestarting(now)
    const verdict = judgeDuplicate({
      oldAlive,
      sameCertificate: false,
      sameNetwork,
      restarting,
      replacements: runtime.replacements,
      now,
    })
    if (verdict.act === 'hold') return this.#hold(connection)
    if (oldAlive && !restarting)
      runtime.replacements = [...runtime.replacements.filter(at => now - at < REPLACEMENT_WINDOW_MS), now]
    this.#options.say(verdict.event, runtime, connection.ip, `old connection from ${old.ip}`)
    this.#replace(old, connection, oldAlive)
  }

  #replace(old: PileConnection, connection: PileConnection, oldAlive: boolean): void {
    const { runtime } = connection
    // The pile stays online: the old connection is closed without being reported as a disconnect.
    runtime.active = null
    if (oldAlive) old.close(CLOSE.replaced, 'replaced by a newer connection')
    else old.terminate()
    this.#activate(connection)
  }

  #hold(connection: PileConnection): void {
    const { runtime } = connection
    runtime.held?.close(CLOSE.tryLater, 'a newer connection waits')
    runtime.held = connection
    this.#options.say(
      'held-pending',
      runtime,
      connection.ip,
      `living connection from ${runtime.active?.ip ?? 'nowhere'}`,
    )
    connection.settle('held')
  }

  #activate(connection: PileConnection): void {
    const { runtime } = connection
    runtime.active = connection
    runtime.connected()
    this.#report(connection, true)
    this.#options.say('connected', runtime, connection.ip, connection.driver.version)
    connection.settle('active')
  }

  /** The operator lets the waiting connection replace the active one. False when none waits. */
  admitHeld(pileId: string): boolean {
    const runtime = this.#runtimes.get(pileId)
    const held = runtime?.held ?? null
    if (runtime === undefined || held === null) return false
    runtime.held = null
    this.#options.say('admitted', runtime, held.ip, null)
    if (runtime.active === null) this.#activate(held)
    else this.#replace(runtime.active, held, true)
    return true
  }

  refuseHeld(pileId: string): boolean {
    const runtime = this.#runtimes.get(pileId)
    const held = runtime?.held ?? null
    if (runtime === undefined || held === null) return false
    this.#options.say('pending-refused', runtime, held.ip, null)
    held.close(CLOSE.policy, 'refused by the operator')
    return true
  }

  /** A connection has ended, whichever side ended it. */
  closed(connection: PileConnection, code: number): void {
    const { runtime } = connection
    this.#partOf.get(connection)?.delete(connection)
    this.#partOf.delete(connection)
    if (this.#deciding.get(runtime.pileId) === connection) this.#deciding.delete(runtime.pileId)
    connection.outgoing?.cut()
    if (runtime.held === connection) runtime.held = null
    if (runtime.active !== connection) return
    runtime.active = null
    const { held } = runtime
    if (held !== null) {
      // The active connection is gone and the held one has presented the key, so it takes over.
      runtime.held = null
      this.#options.say('promoted', runtime, held.ip, null)
      return this.#activate(held)
    }
    this.#options.say('disconnected', runtime, connection.ip, `code ${code}`)
    this.#report(connection, false)
  }

  #report(connection: PileConnection, online: boolean): void {
    const { runtime } = connection
    this.#options.changed({
      tenantId: runtime.tenantId,
      pileId: runtime.pileId,
      stationId: runtime.stationId,
      online,
      protocol: connection.driver.version,
      network: connection.network,
      // A dead line is noticed late; the pile was last there when it was last heard.
      at: online ? connection.connectedAt : connection.lastHeardAt,
      skew_ms: runtime.skew.ms,
    })
  }

  start(): void {
    this.#sweeper = setInterval(() => this.#sweep(), this.#options.ping_ms / 2 / SWEEP_PARTS)
    this.#sweeper.unref()
  }

  /**
   * Every connection is checked twice per interval: after half an interval of silence it is pinged, after one and a half it is
   * closed. So a dead connection is noticed within two intervals (trust F-17).
   */
  #sweep(): void {
    const part = this.#parts[this.#sweepPart++ % SWEEP_PARTS]
    if (part === undefined) return
    const now = this.#options.now()
    const { ping_ms } = this.#options
    for (const connection of part) {
      const silent = now - connection.lastHeardAt
      if (silent < ping_ms / 2) continue
      if (!connection.pinged) connection.ping()
      else if (silent >= ping_ms * 1.5) {
        this.#options.say('silent-closed', connection.runtime, connection.ip, null)
        connection.terminate()
      }
    }
  }

  stop(): void {
    if (this.#sweeper !== null) clearInterval(this.#sweeper)
    for (const part of this.#parts) for (const connection of part) connection.close(CLOSE.goingAway, 'the server stops')
  }
}

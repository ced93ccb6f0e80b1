import { type DeviceIdentity, NO_CONTEXT, quirksOf, type ReadContext, type ReadingMend } from '@wattyard/ocpp-frame'
import type { EvseLayout } from '@wattyard/assets/contract'
import type { ConnectorMap } from '@wattyard/ocpp201'
import { TransactionMemory } from '../ingest/transaction-memory.ts'
import { SkewMeter } from '../ingest/skew-meter.ts'
import { MAX_LOGGED_CONNECTORS, REMOTE_START_WINDOW_MS, RESTART_WINDOW_MS, SCHEDULED_RESTART_MS } from '../limits.ts'
import { ConnectorUse, mapOf } from './connector-use.ts'
import type { Credential } from './credential-cache.ts'
import type { PileConnection } from './pile-connection.ts'

/** A remote start that the pile accepted and that no session has answered to yet. */
export interface RemoteStart {
  tag: string
  connector: number | null
  remoteStartId: number
  /** The session that waits for this start; null when none does. */
  sessionId: string | null
  at: number
}

/** What this process knows of a pile across connections. */
export class PileRuntime {
  readonly tenantId: string
  readonly pileId: string
  stationId: string
  identity: string
  /** The active connection; commands go to exactly this one. */
  active: PileConnection | null = null
  /** A second connection that waits for the operator (trust W17). */
  held: PileConnection | null = null
  /** When a live connection was replaced from its own network. */
  replacements: number[] = []
  /** Until when the pile may be restarting at our request, epoch ms. */
  #restartsUntil = 0
  readonly skew: SkewMeter
  readonly transactions = new TransactionMemory()
  remoteStarts: RemoteStart[] = []
  /** Connectors by EVSE, as assets has them. */
  map: ConnectorMap
  readonly use: ConnectorUse
  #layout: EvseLayout
  /** Connectors the pile named beyond its record that are already in the log. */
  readonly loggedConnectors = new Set<number>()
  context: ReadContext
  readonly #utcOffset_min: number
  #device: DeviceIdentity | null
  #readings: readonly ReadingMend[]

  constructor(credential: Credential) {
    this.tenantId = credential.tenantId
    this.pileId = credential.pileId
    this.stationId = credential.stationId
    this.identity = credential.identity
    this.use = new ConnectorUse(credential.connectorStates)
    this.#layout = credential
    this.map = mapOf(credential, this.use)
    this.skew = new SkewMeter(credential.skew_ms)
    this.#utcOffset_min = credential.utcOffset_min
    this.#device = credential.device
    this.#readings = credential.readings
    this.context = contextOf(credential.device, credential.utcOffset_min, credential.readings)
  }

  /** The credential was read again: the pile may have moved to another station. */
  updated(credential: Credential): void {
    this.stationId = credential.stationId
    this.identity = credential.identity
    this.evsesChanged(credential)
    // The map of its model is looked up once per handshake, and holds for the whole connection.
    if (this.#readings !== credential.readings) {
      this.#readings = credential.readings
      this.context = contextOf(this.#device, this.#utcOffset_min, this.#readings)
    }
  }

  /** The connectors were reassigned to EVSEs; later messages are read accordingly. */
  evsesChanged(layout: EvseLayout): void {
    this.map = mapOf(layout, this.use)
    const { connectorCount, connectorsPerEvse } = this.#layout
    this.#layout = layout
    if (connectorCount !== layout.connectorCount || connectorsPerEvse !== layout.connectorsPerEvse)
      this.loggedConnectors.clear()
  }

  /** Whether this connector needs no log entry: it is on the record, was logged before, or the limit is reached. */
  knowsConnector(connector: number): boolean {
    if (connector <= this.#layout.connectorCount || this.loggedConnectors.has(connector)) return true
    return this.loggedConnectors.size >= MAX_LOGGED_CONNECTORS
  }

  /** The pile introduced itself: from now on its known quirks are mended. */
  introduced(device: DeviceIdentity): void {
    this.#device = device
    this.context = contextOf(device, this.#utcOffset_min, this.#readings)
  }

  /**
   * The remote start that explains a start: the one it names (2.x), else one of its tag and EVSE (a start is ordered of an
   * EVSE, and the driver takes whichever of its cables fits). It stays until
   * `usedRemoteStart`.
   */
  findRemoteStart(
    { tag, connector, remoteStartId }: { tag: string | null; connector: number | null; remoteStartId: number | null },
    now: number,
  ): RemoteStart | null {
    if (this.remoteStarts.length === 0) return null
    this.remoteStarts = this.remoteStarts.filter(({ at }) => now - at < REMOTE_START_WINDOW_MS)
    if (remoteStartId !== null) return this.remoteStarts.find(start => start.remoteStartId === remoteStartId) ?? null
    const fits = (start: RemoteStart) =>
      start.tag === tag &&
      (start.connector === null || connector === null || this.#isSameEvse(start.connector, connector))
    return this.remoteStarts.find(fits) ?? null
  }

  #isSameEvse(one: number, other: number): boolean {
    return one === other || this.map.evseOf(one).evseId === this.map.evseOf(other).evseId
  }

  usedRemoteStart(remoteStartId: number): void {
    if (this.remoteStarts.length > 0)
      this.remoteStarts = this.remoteStarts.filter(start => start.remoteStartId !== remoteStartId)
  }

  /** We asked the pile to restart; `scheduled` when it restarts only once it is idle. */
  restartAsked(now: number, when: 'now' | 'scheduled'): void {
    this.#restartsUntil = now + (when === 'scheduled' ? SCHEDULED_RESTART_MS : RESTART_WINDOW_MS)
  }

  /** The pile refused the restart. */
  restartRefused(): void {
    this.#restartsUntil = 0
  }

  /** The restart has happened: reconnects that belong to it follow within the window. */
  booted(now: number): void {
    this.#restartsUntil = Math.min(this.#restartsUntil, now + RESTART_WINDOW_MS)
  }

  isRestarting(now: number): boolean {
    return now < this.#restartsUntil
  }

  /** A new connection: memory may be older than what another process has stored since. */
  connected(): void {
    this.transactions.forget()
    this.skew.restart()
  }
}

/**
 * Context for reading a pile's messages. Times without an offset are UTC unless the device is known to send the station's local
 * time.
 */
export function contextOf(
  device: DeviceIdentity | null,
  utcOffset_min: number,
  readings: readonly ReadingMend[] = [],
): ReadContext {
  const quirks = device === null ? [] : quirksOf(device)
  if (quirks.length === 0 && readings.length === 0) return NO_CONTEXT
  const context = { quirks, utcOffset_min: quirks.includes('local-time') ? utcOffset_min : 0 }
  return readings.length === 0 ? context : { ...context, readings }
}

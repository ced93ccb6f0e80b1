import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { isSecretKey, type OcppVersion, type PileCommand } from '@wattyard/ocpp-frame'
import type { EvseLayout } from '@wattyard/assets/contract'
import { deletedTenants } from '@wattyard/identity/server'
import { type Database, type LiveBus, outsideTransaction, type Tx } from '@wattyard/server-kit'
import type { WebSocket } from 'ws'
import type { EventKind } from '../contract/event.ts'
import {
  type CommandResult,
  type CommandRow,
  expireCommands,
  readOpenStarts,
  readQueued,
} from './command/command-store.ts'
import { createDispatcher, type Dispatcher } from './command/dispatcher.ts'
import { ensureMeasurands } from './command/ensure-measurands.ts'
import { queueCommands } from './command/queue-command.ts'
import { createUpgradeAcceptor, type KnownCredential, type UpgradeAcceptor } from './connection/accept-upgrade.ts'
import { createBackOff } from './connection/back-off.ts'
import { Connections } from './connection/connections.ts'
import { createCredentialCache } from './connection/credential-cache.ts'
import { createKeyWatch } from './connection/key-watch.ts'
import { networkOf, networksOf } from './connection/network.ts'
import { CLOSE, type ConnectionHandlers, PileConnection } from './connection/pile-connection.ts'
import { PileRuntime, type RemoteStart } from './connection/pile-runtime.ts'
import { createTimerWheel, type TimerWheel } from './connection/timer-wheel.ts'
import { replayFrame } from './consume/replay-frame.ts'
import { type Engine, startEngine } from './engine.ts'
import { loggedCommand } from './ingest/logged-command.ts'
import { DEFAULT_SETTINGS, REMOTE_START_WINDOW_MS, type Settings } from './limits.ts'
import { Metrics, type MetricsView } from './metrics.ts'
import { viewMetrics } from './metrics-view.ts'
import type { PileInfo } from './piles.ts'
import type { FactConsumer, StartDecider } from './ports.ts'
import { DRIVERS, warmDrivers } from './protocol/drivers.ts'
import { createEventLog } from './state/event-log.ts'

/** Pause between two looks whether a tenant with open connections was deleted. */
const DELETED_EVERY_MS = 15_000

/** Shown as the author of commands that the gateway sends by itself. */
const GATEWAY_ITSELF = 'gateway'

export interface GatewayOptions {
  db: Database
  live: LiveBus
  log: { warn(detail: object, message: string): void }
  decider: StartDecider
  consumer: FactConsumer
  /** Name of the consumer's cursor; it must not change while frames wait. */
  consumerName?: string
  settings?: Partial<Settings>
  now?: () => number
  /** Deadlines of the gateway; its own timer unless a simulation turns them by hand. */
  wheel?: TimerWheel
}

export interface PileAsk {
  tenantId: string
  piles: readonly Pick<PileInfo, 'pileId' | 'stationId'>[]
  command: PileCommand
  /** Who asks, as shown in the console. */
  by: string
}

export interface Gateway {
  readonly settings: Settings
  /** For the http server's `upgrade` event, for paths below `/ocpp/`. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Claims the stream, processes what the last run left, and starts to accept connections. */
  start(): Promise<void>
  /** Closes connections, commits and hands over received frames, and writes everything pending. */
  stop(): Promise<void>
  /** Stores commands in `tx`; they are sent after its commit. Commands to many piles are spread over time. */
  queueCommand(tx: Tx, ask: PileAsk): Promise<CommandRow[]>
  /**
   * Writes a command down in a transaction of its own, sends it, and waits for the pile's answer or the time limit.
   * Never call it inside a transaction.
   */
  sendCommand(ask: Omit<PileAsk, 'piles'> & { pile: PileAsk['piles'][number] }): Promise<CommandResult>
  /** Waits for a command that this process is handling; null when it is not. */
  commandEnded(id: string): Promise<CommandResult | null>
  /**
   * A key, security profile or network has changed: the next handshake reads the credential again, and connections with another
   * key are closed.
   */
  credentialChanged(identity: string): void
  /** A pile's connectors were reassigned to EVSEs: its next message is read accordingly. */
  evsesChanged(pile: EvseLayout & { id: string; identity: string }): void
  /** Closes the pile's connections; it may come back. */
  disconnect(pileId: string, reason: string): void
  /** Closes every connection of a tenant that is being deleted; its piles are refused when they come back. */
  dismissTenant(tenantId: string): void
  /** Lets the held second connection of a pile replace the first; false when none waits. */
  admitHeld(pileId: string): boolean
  refuseHeld(pileId: string): boolean
  isConnected(pileId: string): boolean
  /** OCPP version of the pile's connection to this process; null when it has none. */
  versionOf(pileId: string): OcppVersion | null
  /** Instant (epoch ms) at which this process last heard of a connected pile; null when it is not connected here. */
  lastHeardOf(pileId: string): number | null
  metrics(): MetricsView
  /** Tries a dead letter again; false when the frame is not one. Throws what the consumer throws. */
  replay(frame: string): Promise<boolean>
  /** Resolves when everything received so far is stored, handled by the consumer and written. For tests and orderly stops. */
  settled(): Promise<void>
}

export function createGateway(options: GatewayOptions): Gateway {
  const { db, live, log } = options
  const settings: Settings = { ...DEFAULT_SETTINGS, ...options.settings }
  const now = options.now ?? Date.now
  const metrics = new Metrics()
  const wheel = options.wheel ?? createTimerWheel()
  const events = createEventLog(metrics)
  const cache = createCredentialCache(db, now)
  let engine: Engine | null = null
  let stopping = false
  /** Starts that were ordered by the process before this one. */
  let openStarts: ReadonlyMap<string, RemoteStart[]> = new Map()

  const warn = (what: string, error: unknown) => log.warn({ err: error }, `gateway: ${what}`)
  const recordEvent = (kind: EventKind, runtime: PileRuntime, ip: string | null, detail: string | null) => {
    const { tenantId, pileId, stationId, identity } = runtime
    events.add({ kind, tenantId, pileId, stationId, identity, ip, detail, at: now() })
  }
  const connections = new Connections({
    wheel,
    ping_ms: settings.ping_ms,
    now,
    say: recordEvent,
    changed: change => engine?.flusher.changed(change),
  })
  const keys = createKeyWatch({
    db,
    cache,
    connections,
    every_ms: settings.keyCheck_ms,
    failing: error => warn('keys could not be looked at', error),
  })
  const dispatcher = createDispatcher({
    db,
    wheel,
    live,
    timeout_ms: settings.commandTimeout_ms,
    runtimeOf: pileId => connections.runtimeOf(pileId),
    log(connection, call) {
      if (engine === null) return ''
      const item = loggedCommand(connection, call)
      engine.batcher.add(item)
      return `${engine.stream}:${item.seq}`
    },
    resetting(runtime, state) {
      if (state === 'asked') runtime.restartAsked(now(), 'now')
      else if (state === 'scheduled') runtime.restartAsked(now(), 'scheduled')
      else if (state === 'rejected' || state === 'not-supported') runtime.restartRefused()
    },
    ended: ({ pileId, command }) => {
      const runtime = connections.runtimeOf(pileId)
      if (runtime === undefined || command.kind !== 'set-configuration' || !isSecretKey(command.key)) return
      cache.invalidate(runtime.identity)
      keys.changed(runtime.identity)
    },
    failing: error => warn('a command could not be written', error),
  })
  const handlers = connectionHandlers({ engine: () => engine, wheel, connections, recordEvent, warn })

  const accepted = (socket: WebSocket, credential: KnownCredential, protocol: OcppVersion, ip: string) => {
    const runtime = connections.runtime(credential.pileId, () => {
      const made = new PileRuntime(credential)
      made.remoteStarts.push(...(openStarts.get(credential.pileId) ?? []))
      return made
    })
    runtime.updated(credential)
    const driver = DRIVERS[protocol]
    const rate = settings.rate
    const { keyHash } = credential
    const network = networkOf(ip)
    connections.admit(new PileConnection({ runtime, driver, socket, ip, network, keyHash, now, rate, handlers }))
    keys.cameIn(credential)
  }
  const acceptor: UpgradeAcceptor = createUpgradeAcceptor({
    cache,
    backOff: createBackOff(),
    wheel,
    metrics,
    plainNetworks: networksOf(settings.plainNetworks),
    trustedProxies: networksOf(settings.trustedProxies),
    now,
    isOpen: () => engine !== null && !stopping,
    accepted,
    say(kind, credential, identity, ip, detail) {
      if (credential === null) return
      const { tenantId, pileId, stationId } = credential
      events.add({ kind, tenantId, pileId, stationId, identity, ip, detail, at: now() })
    },
    unknown(identity, ip, protocols) {
      const tenantId = settings.unknownStationsTenant
      if (tenantId === null) return
      engine?.flusher.unknownStationSeen({ identity, ip, protocols, at: now(), times: 1 })
      events.add({
        kind: 'unknown-identity',
        tenantId,
        pileId: null,
        stationId: null,
        identity,
        ip,
        detail: null,
        at: now(),
      })
    },
    failing: error => warn('a handshake failed', error),
  })

  const sendCommand: Gateway['sendCommand'] = async ({ pile, ...ask }) => {
    const [row] = await db.platform(tx =>
      queueCommands(tx, dispatcher, { ...ask, piles: [pile], timeout_ms: settings.commandTimeout_ms }),
    )
    const result = row === undefined ? null : await dispatcher.ended(row.id)
    return result ?? { state: 'failed', detail: 'the command was lost', outcome: null }
  }
  const booted = ({ runtime, driver }: PileConnection): void => {
    if (driver.version !== 'ocpp2.0.1' || !settings.ensureMeasurands) return
    const { tenantId, pileId, stationId } = runtime
    const send = (command: PileCommand) =>
      sendCommand({ tenantId, pile: { pileId, stationId }, command, by: GATEWAY_ITSELF })
    void outsideTransaction(() => ensureMeasurands(send)).catch(error => warn('measurands could not be set', error))
  }

  const dismissTenant = (tenantId: string): void => {
    cache.clear()
    connections.dismissTenant(tenantId)
  }
  /** A tenant may be deleted by another process, so this is checked regularly. */
  const dismissDeleted = async (): Promise<void> => {
    const tenants = [...connections.tenants()]
    if (tenants.length === 0) return
    const gone = await outsideTransaction(() => db.platform(tx => deletedTenants(tx, tenants), { readOnly: true }))
    for (const tenantId of gone) dismissTenant(tenantId)
  }
  let watch: NodeJS.Timeout | null = null

  return {
    settings,
    handleUpgrade: (request, socket, head) => acceptor.handleUpgrade(request, socket, head),
    async start() {
      if (engine !== null) throw new Error('the gateway runs already')
      warmDrivers()
      // Before any pile may connect.
      openStarts = await openStartsOf(db)
      await cache.fill()
      const { decider, consumer } = options
      const consumerName = options.consumerName ?? 'charging'
      engine = await startEngine({
        db,
        live,
        settings,
        metrics,
        connections,
        events,
        decider,
        consumer,
        consumerName,
        now,
        recordEvent,
        booted,
        warn,
      })
      connections.start()
      keys.start()
      watch = setInterval(() => void dismissDeleted().catch(error => warn('deleted tenants', error)), DELETED_EVERY_MS)
      watch.unref()
      await resumeCommands(db, dispatcher)
    },
    async stop() {
      const running = engine
      if (running === null || stopping) return
      stopping = true
      if (watch) clearInterval(watch)
      await keys.stop()
      // Received calls are answered before their connection is closed.
      await running.batcher.drain()
      connections.stop()
      await dispatcher.idle()
      await running.stop()
      engine = null
      wheel.stop()
    },
    async queueCommand(tx, ask) {
      const withSession = options.decider.place !== undefined
      const rows = await queueCommands(tx, dispatcher, { ...ask, withSession, timeout_ms: settings.commandTimeout_ms })
      for (const row of rows) await placeStart(tx, options.decider, row)
      return rows
    },
    sendCommand,
    commandEnded: id => dispatcher.ended(id),
    credentialChanged(identity) {
      cache.invalidate(identity)
      events.beginAnew(identity)
      keys.changed(identity)
    },
    evsesChanged(pile) {
      cache.invalidate(pile.identity)
      connections.runtimeOf(pile.id)?.evsesChanged(pile)
    },
    disconnect(pileId, reason) {
      const runtime = connections.runtimeOf(pileId)
      runtime?.held?.close(CLOSE.policy, reason)
      runtime?.active?.close(CLOSE.policy, reason)
    },
    dismissTenant,
    admitHeld: pileId => connections.admitHeld(pileId),
    refuseHeld: pileId => connections.refuseHeld(pileId),
    isConnected: pileId => (connections.runtimeOf(pileId)?.active ?? null) !== null,
    versionOf: pileId => connections.runtimeOf(pileId)?.active?.driver.version ?? null,
    lastHeardOf: pileId => connections.runtimeOf(pileId)?.active?.lastHeardAt ?? null,
    metrics: () => viewMetrics(metrics, connections.size, acceptor.openHandshakes, engine?.queue.facts ?? 0),
    replay: frame => replayFrame(db, live, options.consumer, frame),
    async settled() {
      if (engine === null) return
      await engine.batcher.drain()
      await engine.consumer.drain()
      await dispatcher.idle()
      await keys.idle()
      await engine.batcher.drain()
      await engine.flusher.flush()
      await engine.liveRefresher.flush()
    },
  }
}

interface HandlerParts {
  engine: () => Engine | null
  wheel: TimerWheel
  connections: Connections
  recordEvent: (kind: EventKind, runtime: PileRuntime, ip: string | null, detail: string | null) => void
  warn: (what: string, error: unknown) => void
}

function connectionHandlers({ engine, wheel, connections, recordEvent, warn }: HandlerParts): ConnectionHandlers {
  return {
    handle: (connection, text) => engine()?.frames.handle(connection, text) ?? true,
    answered(connection, text) {
      // A result without an open call is allowed: an answer may arrive after its time limit.
      if (connection.outgoing?.answered(text) !== true) engine()?.frames.keepStray(connection, text)
    },
    pace: (connection, delay_ms) => void wheel.after(delay_ms, () => connection.resume()),
    rateExceeded(connection) {
      recordEvent('rate-exceeded', connection.runtime, connection.ip, null)
      connection.close(CLOSE.policy, 'too many messages')
    },
    queueExceeded(connection) {
      recordEvent('queue-exceeded', connection.runtime, connection.ip, `${connection.waiting} frames wait`)
      connection.close(CLOSE.policy, 'too many messages wait')
    },
    broken(connection, code) {
      if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH')
        recordEvent('frame-too-long', connection.runtime, connection.ip, null)
    },
    failed: (connection, error) => warn(`a frame of pile ${connection.runtime.pileId}`, error),
    closed: (connection, code) => connections.closed(connection, code),
  }
}

/** Commands of the last run: the unsent are sent, what was on the wire has no answer any more. */
/** Lets the owner of orders create the order that waits for this start; a refusal rolls the command back. */
async function placeStart(tx: Tx, decider: StartDecider, row: CommandRow): Promise<void> {
  const { command, sessionId } = row
  if (sessionId === null || command.kind !== 'remote-start') return
  const { tenantId, pileId, stationId, id: commandId } = row
  const { connector, tag } = command
  await decider.place?.(tx, { tenantId, pileId, stationId, connector, tag, sessionId, commandId })
}

async function openStartsOf(db: Database): Promise<Map<string, RemoteStart[]>> {
  const rows = await db.platform(tx => readOpenStarts(tx, REMOTE_START_WINDOW_MS))
  const starts = new Map<string, RemoteStart[]>()
  for (const { pileId, command, sessionId, at } of rows) {
    const { tag, connector, remoteStartId } = command
    starts.set(pileId, [...(starts.get(pileId) ?? []), { tag, connector, remoteStartId, sessionId, at }])
  }
  return starts
}

async function resumeCommands(db: Database, dispatcher: Dispatcher): Promise<void> {
  const queued = await db.platform(async tx => {
    await expireCommands(tx, true)
    return readQueued(tx)
  })
  dispatcher.dispatch(queued)
}

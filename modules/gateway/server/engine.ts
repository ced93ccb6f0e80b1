import type { Database, LiveBus } from '@wattyard/server-kit'
import type { EventKind } from '../contract/event.ts'
import type { Connections } from './connection/connections.ts'
import type { PileConnection } from './connection/pile-connection.ts'
import type { PileRuntime } from './connection/pile-runtime.ts'
import { claimStream, lastStoredSeq, readCursor } from './consume/cursor.ts'
import { type ConsumerLoop, startConsumer } from './consume/consumer-loop.ts'
import { deadLetter } from './consume/dead-letter.ts'
import { FactQueue } from './consume/fact-queue.ts'
import { createRecovery } from './consume/recover-frames.ts'
import { toFacts } from './consume/translate.ts'
import { type Batcher, createBatcher } from './ingest/batcher.ts'
import { type Committed, internalError } from './ingest/commit-batch.ts'
import { createFrameHandler, type FrameHandler } from './ingest/handle-frame.ts'
import type { Incoming } from './ingest/incoming.ts'
import { MAX_BAD_FRAMES, type Settings } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { FactConsumer, StartDecider } from './ports.ts'
import { applyStates } from './state/apply-states.ts'
import type { EventLog } from './state/event-log.ts'
import { type LiveRefresher, startLiveRefresher } from './live/live-refresher.ts'
import { markAllOffline } from './state/flush-connections.ts'
import { type Flusher, startFlusher } from './state/flusher.ts'

export interface EngineParts {
  db: Database
  live: LiveBus
  settings: Settings
  metrics: Metrics
  connections: Connections
  events: EventLog
  decider: StartDecider
  consumer: FactConsumer
  consumerName: string
  now: () => number
  recordEvent: (kind: EventKind, runtime: PileRuntime, ip: string | null, detail: string | null) => void
  /** The pile has been told that its boot is accepted. */
  booted(connection: PileConnection): void
  warn(what: string, error: unknown): void
}

/** Everything that runs between a socket and the consumer, on one stream of frames. */
export interface Engine {
  stream: number
  batcher: Batcher
  queue: FactQueue
  consumer: ConsumerLoop
  flusher: Flusher
  liveRefresher: LiveRefresher
  frames: FrameHandler
  stop(): Promise<void>
}

export async function startEngine(parts: EngineParts): Promise<Engine> {
  const { db, settings, metrics, connections } = parts
  const found = await db.platform(async tx => {
    const stream = await claimStream(tx, settings.stream)
    await markAllOffline(tx, stream)
    return {
      stream,
      lastSeq: await lastStoredSeq(tx, stream),
      cursor: await readCursor(tx, parts.consumerName, stream),
    }
  })
  const { stream, lastSeq } = found
  const queue = new FactQueue(settings.maxLag_facts, lastSeq)
  const flusher = startFlusher({
    ...parts,
    stream,
    flush_ms: settings.flush_ms,
    lastSeen_ms: settings.lastSeen_ms,
    unknownStationsTenant: settings.unknownStationsTenant,
    signsOfLife: since => [...connections.active()].filter(one => one.lastHeardAt > since).map(signOfLife),
    failing: error => parts.warn('states could not be written', error),
  })
  const consumer = consumerOf(parts, stream, queue, { cursor: found.cursor, lastSeq })
  let stopped = false
  const batcher = createBatcher({
    context: {
      db,
      stream,
      decider: parts.decider,
      heartbeat_s: settings.heartbeat_s,
      now: parts.now,
      failing: (error, attempt) => attempt === 0 && parts.warn('a batch is tried again', error),
      stopped: () => stopped,
    },
    batch: settings.batch,
    metrics,
    lastSeq,
    room: () => queue.room(),
    committed: result => afterCommit(parts, stream, queue, consumer, result),
  })
  const badFrame = (connection: PileConnection) => countBadFrame(parts, flusher, connection)
  const frames = createFrameHandler({
    batcher,
    metrics,
    heartbeat_s: settings.heartbeat_s,
    now: parts.now,
    badFrame,
    messageIdReused: ({ runtime, ip }, id) => parts.recordEvent('message-id-reused', runtime, ip, id.slice(0, 50)),
  })
  // Frames that were stored but not processed before the last stop come first, before any session may start: only then is it
  // known who has an open order (trust I-30).
  await consumer.catchUp()
  const liveRefresher = startLiveRefresher({
    db,
    live: parts.live,
    failing: error => parts.warn('live statuses could not be written', error),
  })
  return {
    stream,
    batcher,
    queue,
    consumer,
    flusher,
    liveRefresher,
    frames,
    async stop() {
      await batcher.drain()
      stopped = true
      await consumer.stop()
      await flusher.stop()
      await liveRefresher.stop()
    },
  }
}

function consumerOf(
  parts: EngineParts,
  stream: number,
  queue: FactQueue,
  from: { cursor: number; lastSeq: number },
): ConsumerLoop {
  const { db, settings, metrics, connections } = parts
  return startConsumer({
    db,
    name: parts.consumerName,
    stream,
    queue,
    consumer: parts.consumer,
    every_ms: settings.consume.every_ms,
    most_facts: settings.consume.facts,
    metrics,
    recover: createRecovery(db, { stream, after: from.cursor, upTo: from.lastSeq }),
    applyStates: (tx, frames) =>
      applyStates(tx, frames, parts.live, pileId => connections.runtimeOf(pileId)?.stationId ?? null, {
        isKnown: (pileId, connector) => connections.runtimeOf(pileId)?.knowsConnector(connector) ?? false,
        told: (pileId, connector) => connections.runtimeOf(pileId)?.loggedConnectors.add(connector),
      }),
    deadLetter: (tx, frame, error) => deadLetter(tx, stream, frame, error),
    failing(error, attempt) {
      if (attempt === 0) parts.warn('the consumer fails', error)
    },
  })
}

function signOfLife({ runtime, lastHeardAt }: PileConnection) {
  return { tenantId: runtime.tenantId, pileId: runtime.pileId, lastHeardAt, skew_ms: runtime.skew.ms }
}

/** Durable now: the piles get their answers, the consumer its facts. */
function afterCommit(
  parts: EngineParts,
  stream: number,
  queue: FactQueue,
  consumer: ConsumerLoop,
  result: Committed,
): void {
  for (const lookup of result.lookups) {
    lookup.remember(pileId => parts.connections.runtimeOf(pileId))
    for (const { pileId, transactionId } of lookup.reusedIds) {
      const runtime = parts.connections.runtimeOf(pileId)
      if (runtime) parts.recordEvent('transaction-id-reused', runtime, null, transactionId.slice(0, 50))
    }
  }
  for (const item of result.stored) pushFacts(stream, queue, item, parts.metrics)
  const last = result.stored.at(-1)
  if (last !== undefined) queue.committedSeq = last.seq
  if (!queue.isEmpty) consumer.wake()
  for (const item of result.stored) {
    answer(item, parts.metrics)
    if (item.connection !== null && item.call?.action === 'BootNotification') parts.booted(item.connection)
  }
  for (const { item, error } of result.failed) {
    parts.warn('a frame could not be stored', error)
    parts.recordEvent(
      'store-failing',
      item.runtime,
      item.connection?.ip ?? null,
      `${item.action}: ${String(error).slice(0, 200)}`,
    )
    if (item.messageId !== null) item.connection?.memory.forget(item.messageId)
    item.answer = internalError(item)
    item.call = null
    answer(item, parts.metrics)
  }
}

function answer(item: Incoming, metrics: Metrics): void {
  const { connection, messageId } = item
  if (connection === null) return
  if (item.answer !== null) {
    connection.send(item.answer)
    metrics.answered++
    if (item.call !== null && messageId !== null) connection.memory.answered(messageId, item.answer)
  }
  connection.done()
}

function pushFacts(stream: number, queue: FactQueue, item: Incoming, metrics: Metrics): void {
  const { call, runtime, transaction } = item
  // A call without facts goes through the queue too, so that the cursor counts it as processed.
  if (call === null) return
  const { tenantId, pileId } = runtime
  const { seq, receivedAt, skew_ms } = item
  const envelope = { frame: `${stream}:${seq}`, tenantId, pileId, receivedAt, skew_ms }
  const verdict = transaction?.decision?.verdict ?? null
  const facts = toFacts(call.drafts, envelope, { sessionId: item.sessionId, transaction, verdict })
  metrics.facts += facts.length
  queue.push({ seq, tenantId, pileId, receivedAt, facts, values: call.values })
}

/** Counts unreadable frames per pile; too many in a row close the connection, because the client does not speak OCPP. */
function countBadFrame(parts: EngineParts, flusher: Flusher, connection: PileConnection): void {
  const { runtime } = connection
  flusher.badFrame(runtime.tenantId, runtime.pileId)
  connection.badFrames++
  if (connection.badFrames !== MAX_BAD_FRAMES) return
  parts.recordEvent('bad-frames', runtime, connection.ip, `${MAX_BAD_FRAMES} in a row`)
  connection.closeAfterAnswer()
}

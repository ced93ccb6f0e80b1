import type { Database, LiveBus } from '@wattyard/server-kit'
import type { PileLive } from '../../contract/state.ts'
import type { Metrics } from '../metrics.ts'
import { type EventLog, writeEvents } from './event-log.ts'
import {
  type BadFrames,
  type ConnectionChange,
  type SignOfLife,
  writeConnections,
  writeSignsOfLife,
} from './flush-connections.ts'
import { type UnknownStation, writeUnknownStations } from './pending-piles.ts'

export interface FlusherOptions {
  db: Database
  stream: number
  live: LiveBus
  events: EventLog
  metrics: Metrics
  flush_ms: number
  lastSeen_ms: number
  unknownStationsTenant: string | null
  now(): number
  /** Piles that were heard since `since`. */
  signsOfLife(since: number): SignOfLife[]
  failing(error: unknown): void
}

/**
 * Regularly writes what nothing waits for, set-based: connections, signs of life, events, and unknown stations. What could not be
 * written stays for the next time.
 */
export interface Flusher {
  changed(change: ConnectionChange): void
  badFrame(tenantId: string, pileId: string): void
  unknownStationSeen(knock: UnknownStation): void
  /** Writes everything now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

export function startFlusher(options: FlusherOptions): Flusher {
  const { db, stream, live, events } = options
  let changes = new Map<string, ConnectionChange>()
  let bad = new Map<string, BadFrames>()
  let unknownStations = new Map<string, UnknownStation>()
  let lastSeenAt = 0
  let writing: Promise<void> | null = null
  const timer = setInterval(() => void once(false), options.flush_ms)
  timer.unref()

  function once(all: boolean): Promise<void> {
    writing ??= write(all).finally(() => {
      writing = null
    })
    return writing
  }

  async function write(all: boolean): Promise<void> {
    await writeNews()
    const now = options.now()
    if (!all && now - lastSeenAt < options.lastSeen_ms) return
    const signs = options.signsOfLife(lastSeenAt)
    try {
      if (signs.length > 0) await db.platform(tx => writeSignsOfLife(tx, signs))
      lastSeenAt = now
    } catch (error) {
      options.failing(error)
    }
  }

  async function writeNews(): Promise<void> {
    const taken = { changes, bad, knocks: unknownStations, rows: events.take() }
    if (taken.changes.size + taken.bad.size + taken.knocks.size + taken.rows.length === 0) return
    changes = new Map()
    bad = new Map()
    unknownStations = new Map()
    try {
      await db.platform(async tx => {
        await writeConnections(tx, stream, [...taken.changes.values()], [...taken.bad.values()])
        await writeEvents(tx, taken.rows)
        if (options.unknownStationsTenant !== null)
          await writeUnknownStations(tx, options.unknownStationsTenant, [...taken.knocks.values()])
      })
    } catch (error) {
      options.failing(error)
      // Newer changes of the same pile win over those put back; counts are added up.
      changes = new Map([...taken.changes, ...changes])
      for (const one of taken.bad.values()) addBad(one)
      for (const knock of taken.knocks.values()) addUnknownStation(knock)
      events.restore(taken.rows)
      return
    }
    for (const { tenantId, pileId, stationId, online, at } of taken.changes.values()) {
      const data: PileLive = { id: pileId, online, at }
      live.publish({ tenantId, topic: 'gateway.pile', stationId, data })
    }
  }

  function addBad({ tenantId, pileId, count }: BadFrames): void {
    bad.set(pileId, { tenantId, pileId, count: count + (bad.get(pileId)?.count ?? 0) })
  }

  function addUnknownStation(knock: UnknownStation): void {
    const known = unknownStations.get(knock.identity)
    if (known === undefined) unknownStations.set(knock.identity, knock)
    else
      unknownStations.set(knock.identity, {
        ...(known.at > knock.at ? known : knock),
        times: known.times + knock.times,
      })
  }

  return {
    changed: change => void changes.set(change.pileId, change),
    badFrame: (tenantId, pileId) => addBad({ tenantId, pileId, count: 1 }),
    unknownStationSeen: addUnknownStation,
    async flush() {
      if (writing !== null) await writing
      await once(true)
    },
    async stop() {
      clearInterval(timer)
      if (writing !== null) await writing
      await once(true)
    },
  }
}

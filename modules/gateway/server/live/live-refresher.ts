import { nextStationIds } from '@wattyard/assets/server'
import type { Database, LiveBus, LiveEvent } from '@wattyard/server-kit'
import { type LiveChanges, refreshLive } from './refresh-live.ts'

/** Least time between two writes; changes in between are written together. */
const EVERY_MS = 200
/** Interval between two looks at all stations, which mend what a crash or another process left. */
const REPAIR_MS = 5 * 60_000
/** Pause after a failed write. */
const RETRY_MS = 2_000
/** Stations in one transaction of a look at all. */
const PAGE = 200

export interface LiveRefresherOptions {
  readonly db: Database
  readonly live: LiveBus
  failing(error: unknown): void
}

/** Keeps the live status of piles and stations up to date. */
export interface LiveRefresher {
  /** Writes everything that waits now. */
  flush(): Promise<void>
  stop(): Promise<void>
}

/** Topics whose events may change a live status. */
const TOPICS: ReadonlySet<string> = new Set([
  'gateway.pile',
  'gateway.connector',
  'assets.pile',
  'assets.connector',
  'assets.station',
])

/** Returns a text member of an event's data. */
function textIn(data: unknown, key: string): string | null {
  const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, key) : null
  return typeof value === 'string' ? value : null
}

/**
 * Starts to follow the news of this process: connections, connector states, and changes of the register. Piles and stations that
 * they name are written within `EVERY_MS`; a failed write is tried again. At the start and every five minutes all are looked at.
 */
export function startLiveRefresher({ db, live, failing }: LiveRefresherOptions): LiveRefresher {
  let piles = new Set<string>()
  let stations = new Set<string>()
  let isAllDue = true
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let isStopping = false

  function hear({ topic, stationId, data }: LiveEvent): void {
    // News of a live status come from here.
    if (!TOPICS.has(topic) || textIn(data, 'live') !== null) return
    const pileId =
      topic === 'gateway.pile' ? textIn(data, 'id') : topic === 'gateway.connector' ? textIn(data, 'pileId') : null
    if (pileId !== null) piles.add(pileId)
    else if (stationId !== null) stations.add(stationId)
    schedule(EVERY_MS)
  }

  function schedule(wait_ms: number): void {
    if (timer !== null || running !== null || isStopping) return
    timer = setTimeout(() => void run(), wait_ms)
    timer.unref()
  }

  function tell(changes: LiveChanges): void {
    for (const { tenantId, stationId, news } of changes.piles)
      live.publish({ tenantId, topic: 'assets.pile', stationId, data: news })
    for (const { tenantId, id, live: status } of changes.stations)
      live.publish({ tenantId, topic: 'assets.station', stationId: id, data: { id, live: status } })
  }

  async function work(): Promise<void> {
    const taken = { piles, stations }
    piles = new Set()
    stations = new Set()
    try {
      if (taken.piles.size + taken.stations.size > 0)
        tell(await db.platform(tx => refreshLive(tx, { piles: [...taken.piles], stations: [...taken.stations] })))
    } catch (error) {
      piles = piles.union(taken.piles)
      stations = stations.union(taken.stations)
      throw error
    }
    if (isAllDue) await lookAtAll()
  }

  async function lookAtAll(): Promise<void> {
    for (let after: string | null = null; !isStopping; ) {
      const ids: readonly string[] = await db.platform(tx => nextStationIds(tx, after, PAGE))
      if (ids.length === 0) break
      tell(await db.platform(tx => refreshLive(tx, { piles: [], stations: ids })))
      after = ids.at(-1) ?? null
    }
    isAllDue = false
  }

  function run(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    let pause = EVERY_MS
    running ??= work()
      .catch((error: unknown) => {
        pause = RETRY_MS
        failing(error)
      })
      .finally(() => {
        running = null
        if (piles.size + stations.size > 0 || isAllDue) schedule(pause)
      })
    return running
  }

  const unsubscribe = live.subscribe(hear)
  const repair = setInterval(() => {
    isAllDue = true
    schedule(0)
  }, REPAIR_MS)
  repair.unref()
  schedule(0)
  return {
    async flush() {
      await running
      if (piles.size + stations.size > 0 || isAllDue) await run()
    },
    async stop() {
      unsubscribe()
      clearInterval(repair)
      if (timer !== null) clearTimeout(timer)
      timer = null
      isStopping = true
      await running
      if (piles.size + stations.size > 0) await run()
    },
  }
}

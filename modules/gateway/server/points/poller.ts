import { type Beat, type Database, type LiveBus, type Tx } from '@wattyard/server-kit'
import type { Point } from '../../contract/point-map/point.ts'
import type { Networks } from '../connection/network.ts'
import { pointsOfMaps } from './map-rows.ts'
import { allowedNetworks } from './outbound.ts'
import { readSource, type ReadTimes, type SourceReading } from './read-source.ts'
import { type DueSource, storeReading, publishReading, DUE_SOURCE } from './store-reading.ts'

export interface PollerOptions {
  live?: LiveBus | undefined
  /** Networks that the installation lets the gateway connect to. */
  installation: Networks
  now?: () => number
  times?: Partial<ReadTimes>
  log: { warn(detail: object, message: string): void }
}

/** Devices that are read at the same time, over all tenants. */
const SLOTS = 32
/** Length of one run of the job; a stop waits at most this long plus one device. */
const RUN_MS = 30_000
const LOOK_EVERY_MS = 1_000

const DUE_COLUMNS = `s.id, s.tenant_id, s.station_id, s.map_id, m.protocol, s.host, s.port, s.unit, s.meter_address,
  s.period_s, s.failures, s.avoids_gaps, s.health, s.latest`

interface Work {
  source: DueSource
  points: readonly Point[]
  networks: Networks
}

/**
 * Takes sources that are due and moves their next time on by their period at once: another runner does not take them, and a crash
 * costs one reading.
 */
async function claim(tx: Tx, limit: number, now: number, installation: Networks): Promise<Work[]> {
  const sources = await tx.query(
    DUE_SOURCE,
    `with due as (
       select tenant_id, id from gateway_point_source
       where state = 'active' and map_id is not null and next_at <= $1 order by next_at limit $2 for update skip locked)
     update gateway_point_source s set next_at = $1::timestamptz + s.period_s * interval '1 second'
     from due, gateway_point_map m
     where s.tenant_id = due.tenant_id and s.id = due.id and m.tenant_id = s.tenant_id and m.id = s.map_id
     returning ${DUE_COLUMNS}`,
    [new Date(now), limit],
  )
  return withPoints(tx, sources, now, installation)
}

async function withPoints(tx: Tx, sources: readonly DueSource[], now: number, installation: Networks): Promise<Work[]> {
  const maps = await pointsOfMaps(
    tx,
    sources.map(one => one.map_id),
  )
  const work: Work[] = []
  for (const source of sources) {
    const networks = await allowedNetworks(tx, installation, source.tenant_id)
    work.push({ source, networks, points: duePoints(maps.get(source.map_id) ?? [], source, now) })
  }
  return work
}

/**
 * Points to read now. Points with a period of their own are left out until it is over; a tenth of the period is tolerance for
 * clocks and queues.
 */
export function duePoints(
  points: readonly Point[],
  { latest }: Pick<DueSource, 'latest'>,
  now: number,
): readonly Point[] {
  return points.filter(point => {
    const last = latest[point.key]?.at
    return point.period_s === 0 || last === undefined || now - last >= point.period_s * 900
  })
}

function ask({ source, points, networks }: Work, options: PollerOptions, signal?: AbortSignal): Promise<SourceReading> {
  return readSource({
    target: {
      protocol: source.protocol,
      host: source.host,
      port: source.port,
      unit: source.unit,
      meterAddress: source.meter_address,
      avoidsGaps: source.avoids_gaps,
    },
    points,
    networks,
    ...(options.times ? { times: options.times } : {}),
    ...(signal ? { signal } : {}),
  })
}

/** Serial servers accept one connection: devices behind one address are read one after the other. */
class Lines {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<T>({ host, port }: DueSource, work: () => Promise<T>): Promise<T> {
    const key = `${host}:${port}`
    const before = this.#last.get(key) ?? Promise.resolve()
    const own = before.then(work, work)
    this.#last.set(key, own)
    try {
      return await own
    } finally {
      if (this.#last.get(key) === own) this.#last.delete(key)
    }
  }
}

export interface Poller {
  /** Reads whatever is due, for as long as the job runs. Returns the number of devices read. */
  run(db: Database, signal: AbortSignal, run_ms?: number): Promise<number>
  /** Reads one source now, whatever its next time. @returns null when it has no map */
  readNow(db: Database, tenantId: string, sourceId: string): Promise<SourceReading | null>
}

export function createPoller(options: PollerOptions): Poller {
  const now = options.now ?? Date.now
  const lines = new Lines()

  async function handle(db: Database, work: Work, signal?: AbortSignal): Promise<SourceReading | null> {
    const { source, points } = work
    if (points.length === 0) return null
    const reading = await lines.run(source, () => ask(work, options, signal))
    // A stop of ours is no failure of the device.
    if (reading.problem === 'stopped') return reading
    const at = now()
    const health = await db.tenant(source.tenant_id, tx => storeReading(tx, source, reading, at))
    publishReading(options.live, source, health, at)
    return reading
  }

  return {
    async run(db, signal, run_ms = RUN_MS) {
      const busy = new Set<Promise<unknown>>()
      const until = performance.now() + run_ms
      let asked = 0
      for (;;) {
        const free = SLOTS - busy.size
        const works = free > 0 ? await db.platform(tx => claim(tx, free, now(), options.installation)) : []
        for (const work of works) {
          asked++
          const one: Promise<unknown> = handle(db, work, signal)
            .catch((error: unknown) =>
              options.log.warn({ err: error, source: work.source.id }, 'gateway: a reading was lost'),
            )
            .finally(() => busy.delete(one))
          busy.add(one)
        }
        if (signal.aborted || performance.now() >= until) break
        // When full, wait for the next free slot; otherwise until a source may be due.
        const isFull = busy.size >= SLOTS
        if (works.length < free || isFull) await pause(LOOK_EVERY_MS, signal, isFull ? busy : null)
      }
      await Promise.allSettled(busy)
      return asked
    },
    async readNow(db, tenantId, sourceId) {
      const [work] = await db.platform(async tx => {
        const sources = await tx.query(
          DUE_SOURCE,
          `select ${DUE_COLUMNS} from gateway_point_source s join gateway_point_map m on m.tenant_id = s.tenant_id and m.id = s.map_id
           where s.tenant_id = $1 and s.id = $2`,
          [tenantId, sourceId],
        )
        return withPoints(
          tx,
          sources.map(one => ({ ...one, latest: {} })),
          now(),
          options.installation,
        )
      })
      return work ? handle(db, work) : null
    },
  }
}

async function pause(ms: number, signal: AbortSignal, busy: ReadonlySet<Promise<unknown>> | null): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>(resolve => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end, { once: true })
    if (busy) void Promise.race(busy).then(end, end)
  })
}

/** Beat that runs the poller. A run takes most of its lease; two runners at once would still not read the same device. */
export function pollerBeat(poller: Poller): Beat {
  return {
    name: 'gateway.readPoints',
    every_ms: LOOK_EVERY_MS,
    lease_ms: 2 * RUN_MS,
    async run({ db, signal }) {
      await poller.run(db, signal)
    },
  }
}

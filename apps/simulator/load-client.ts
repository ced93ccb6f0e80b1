import { Histogram, type Latency } from './load/histogram.ts'
import {
  type CompletedSession,
  type LoadAction,
  LOAD_ACTIONS,
  type LoadCounters,
  LoadPile,
  newCounters,
} from './load/load-pile.ts'
import type { WireSocket } from './load/wire-socket.ts'
import { createRandom } from './random.ts'

export { type CompletedSession, type LoadAction, LOAD_ACTIONS } from './load/load-pile.ts'
export type { Latency } from './load/histogram.ts'

export interface LoadClientOptions {
  host: string
  port: number
  /** Path before the identity; default `/ocpp`. */
  path?: string
  piles: readonly { identity: string; stationKey: string }[]
  /** A call without an answer within this time is lost, and its pile drops out of the run. */
  answerTimeout_ms?: number
  /** Initial meter reading of every pile, Wh. */
  register_wh?: number
  seed?: number
}

export interface ConnectResult {
  booted: number
  /** Refused or lost connections, with the HTTP status of a refusal, or 0. */
  failed: { identity: string; status: number }[]
  elapsed_ms: number
  /** From the start of the connection to the answer to the boot. */
  latency: Latency
}

export interface LoadResult {
  elapsed_ms: number
  answered: number
  perSecond: number
  /** CPU time of this client per answered message, µs. */
  clientCpu_us: number
  all: Latency
  byAction: Record<LoadAction, Latency & { errors: number }>
  /** Charges completed in this run, in the order of their stops. */
  sessions: CompletedSession[]
  /** Calls that never got an answer. */
  lost: number
  /** Connections that the server closed. */
  disconnected: number
  serverCalls: number
}

export interface StormResult extends ConnectResult {
  retries: number
  /** Old sockets left half-open, and the number of them that the server has closed. */
  halfOpen: number
  halfOpenClosed: number
}

export interface SessionLoad {
  tag: string | ((index: number) => string)
  /** The run ends with whichever limit is reached first; running charges are ended properly. */
  duration_ms?: number
  sessionsPerPile?: number
  /** Energy between two readings (100 Wh). */
  step_wh?: number
  /** MeterValues per charge (6). */
  readings?: number
  /**
   * Duration of a charge by the pile's clock (0): its start is dated back by this time and the readings are spread evenly. A
   * charge sent within a second then has the duration and power of a real one. Must be below the age at which a message counts as
   * recorded offline.
   */
  span_ms?: number
}

export interface SteadyLoad {
  duration_ms: number
  /** Interval in which every pile sends one heartbeat and one reading. */
  every_ms: number
  /** Starts a charge on every pile first and ends it at the end. Without a tag, readings belong to no session. */
  tag?: string | ((index: number) => string)
  step_wh?: number
}

export interface StormLoad {
  /** Time over which the reconnections are spread evenly. */
  window_ms: number
  /** Share of the piles whose old socket stays half-open: it neither reads nor closes. */
  halfOpenShare: number
  timeout_ms: number
}

export interface LoadClient {
  /** Connects and boots every pile, spread over the window. */
  connect(window_ms: number): Promise<ConnectResult>
  /** Closed loop: every pile sends its next message as soon as the last one is answered. */
  runSessions(load: SessionLoad): Promise<LoadResult>
  /** Open loop at a fixed pace, like a network of idle or charging piles. */
  runSteady(load: SteadyLoad): Promise<LoadResult>
  /** Drops all connections at once and reconnects them over the window. */
  storm(load: StormLoad): Promise<StormResult>
  close(): void
}

const DEFAULT_TIMEOUT_MS = 30_000
const WATCH_EVERY_MS = 500
const PACE_EVERY_MS = 20
const RETRY_MS = 500
const THAW_MS = 2_000

/**
 * Creates a light load generator for OCPP 1.6: many piles in one process, with so little work per message that the measurement is
 * that of the server.
 */
export function createLoadClient(options: LoadClientOptions): LoadClient {
  const timeout_ms = options.answerTimeout_ms ?? DEFAULT_TIMEOUT_MS
  const random = createRandom(options.seed ?? 1)
  let counters = newCounters()
  const piles = options.piles.map(({ identity, stationKey }) => {
    const target = {
      host: options.host,
      port: options.port,
      path: `${options.path ?? '/ocpp'}/${encodeURIComponent(identity)}`,
      subprotocol: 'ocpp1.6',
      authorization: `Basic ${Buffer.from(`${identity}:${stationKey}`).toString('base64')}`,
    }
    return new LoadPile(identity, target, options.register_wh ?? 100_000, counters)
  })
  const tagOf = (tag: string | ((index: number) => string), index: number): string =>
    typeof tag === 'string' ? tag : tag(index)

  /** Connects and boots one pile, and reports the outcome once. */
  const bring = (pile: LoadPile, done: (outcome: { booted: boolean; status: number }) => void): void => {
    let open = true
    const finish = (booted: boolean, status: number) => {
      if (!open) return
      open = false
      clearTimeout(timer)
      done({ booted, status })
    }
    const timer = setTimeout(() => {
      pile.release()?.destroy()
      finish(false, 0)
    }, timeout_ms)
    pile.onClose = status => finish(false, status ?? 0)
    pile.connect(() => pile.boot(accepted => finish(accepted, 101)))
  }

  /** Starts a run with its own counters. Resolves with the result when every pile has called `end`. */
  const run = (begin: (pile: LoadPile, index: number, end: () => void) => void): Promise<LoadResult> => {
    counters = newCounters()
    const started = performance.now()
    const cpu = process.cpuUsage()
    let open = 0
    let lost = 0
    let disconnected = 0
    return new Promise(resolve => {
      const live = piles.filter(pile => pile.isOpen)
      const ended = new Set<LoadPile>()
      const end = (pile: LoadPile): void => {
        if (ended.has(pile)) return
        ended.add(pile)
        if (--open > 0) return
        clearInterval(watch)
        resolve(summary(counters, performance.now() - started, process.cpuUsage(cpu), lost, disconnected))
      }
      const watch = setInterval(() => {
        const now = performance.now()
        for (const pile of live) {
          if (ended.has(pile) || pile.waitingSince(now) < timeout_ms) continue
          lost++
          pile.release()?.destroy()
          end(pile)
        }
      }, WATCH_EVERY_MS)
      open = live.length + 1
      live.forEach((pile, index) => {
        pile.count(counters)
        pile.onClose = () => {
          disconnected++
          if (pile.isWaiting) lost++
          end(pile)
        }
        begin(pile, index, () => end(pile))
      })
      // The additional count ends a run without piles.
      if (--open === 0) {
        clearInterval(watch)
        resolve(summary(counters, performance.now() - started, process.cpuUsage(cpu), lost, disconnected))
      }
    })
  }

  const bringAll = async (
    window_ms: number,
    deadline_ms: number,
    offset: (index: number) => number,
  ): Promise<ConnectResult & { retries: number }> => {
    const started = performance.now()
    const latency = new Histogram()
    const failed: { identity: string; status: number }[] = []
    let booted = 0
    let retries = 0
    counters = newCounters()
    await Promise.all(
      piles.map(
        (pile, index) =>
          new Promise<void>(resolve => {
            const attempt = (): void => {
              const from = performance.now()
              pile.count(counters)
              bring(pile, outcome => {
                if (outcome.booted) {
                  booted++
                  latency.add(performance.now() - from)
                  resolve()
                } else if (performance.now() - started + RETRY_MS < deadline_ms) {
                  retries++
                  setTimeout(attempt, RETRY_MS)
                } else {
                  failed.push({ identity: pile.identity, status: outcome.status })
                  resolve()
                }
              })
            }
            setTimeout(attempt, Math.min(window_ms, offset(index)))
          }),
      ),
    )
    return { booted, failed, retries, elapsed_ms: performance.now() - started, latency: latency.latency() }
  }

  return {
    connect: async window_ms => {
      const { retries: _, ...result } = await bringAll(
        window_ms,
        0,
        index => (index * window_ms) / Math.max(1, piles.length),
      )
      return result
    },

    runSessions: load => {
      const until = load.duration_ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + load.duration_ms
      return run((pile, index, end) => closedLoop(pile, tagOf(load.tag, index), load, until, end))
    },

    runSteady: load =>
      run((pile, index, end) => steady(pile, index, piles.length, load, tagOf(load.tag ?? '', index), end)),

    storm: async load => {
      const frozen: WireSocket[] = []
      for (const pile of piles) {
        const socket = pile.release()
        if (socket === null) continue
        if (random.chance(load.halfOpenShare)) {
          socket.freeze()
          frozen.push(socket)
        } else socket.destroy()
      }
      const result = await bringAll(load.window_ms, load.timeout_ms, () => random.next() * load.window_ms)
      for (const socket of frozen) socket.thaw()
      await new Promise(resolve => setTimeout(resolve, frozen.length > 0 ? THAW_MS : 0))
      const halfOpenClosed = frozen.filter(socket => !socket.isOpen).length
      for (const socket of frozen) socket.destroy()
      return { ...result, halfOpen: frozen.length, halfOpenClosed }
    },

    close: () => {
      for (const pile of piles) pile.release()?.destroy()
    },
  }
}

/** Sends heartbeat, status, start, readings, stop and status, repeatedly until the end of the run. */
function closedLoop(pile: LoadPile, tag: string, load: SessionLoad, until: number, end: () => void): void {
  const readings = load.readings ?? 6
  const step_wh = load.step_wh ?? 100
  let sessions = 0
  let reading = 0
  const next = (): void => {
    if (sessions >= (load.sessionsPerPile ?? Number.POSITIVE_INFINITY) || performance.now() >= until) end()
    else pile.heartbeat(charging)
  }
  const charging = (): void => pile.status('Charging', begin)
  const span_ms = load.span_ms ?? 0
  const behind_ms = (): number => Math.max(0, Math.round(span_ms * (1 - reading / (readings + 1))))
  const begin = (): void => {
    reading = 0
    pile.begin(tag, measure, span_ms)
  }
  const measure = (): void => {
    // A refused start is not a session. The pause keeps a refusing server from being flooded.
    if (!pile.isCharging) {
      sessions++
      setTimeout(next, RETRY_MS)
      return
    }
    more()
  }
  const more = (): void => {
    if (reading++ < readings) pile.meter(step_wh, more, behind_ms())
    else pile.end(tag, step_wh, free)
  }
  const free = (): void => {
    sessions++
    pile.status('Available', next)
  }
  next()
}

/** Sends one heartbeat and one reading per interval, with the piles spread evenly over it. */
function steady(pile: LoadPile, index: number, total: number, load: SteadyLoad, tag: string, end: () => void): void {
  const begun = performance.now()
  let due = begun + (load.every_ms * index) / Math.max(1, total)
  const finish = (): void => {
    if (pile.isCharging) pile.end(tag, 0, () => end())
    else end()
  }
  const turn = (): void => {
    due += load.every_ms
    if (due - begun > load.duration_ms + load.every_ms) return finish()
    pace.at(due - load.every_ms, () => pile.heartbeat(() => pile.meter(load.step_wh ?? 1, turn)))
  }
  if (tag === '') turn()
  else pace.at(due, () => pile.begin(tag, turn))
}

/** One timer for all piles: a look at the next slots every 20 ms costs less than a sorted schedule. */
const pace = (() => {
  const slots = new Map<number, (() => void)[]>()
  let timer: NodeJS.Timeout | null = null
  let looked = 0
  const look = (): void => {
    const now = Math.floor(performance.now() / PACE_EVERY_MS)
    for (let slot = looked; slot <= now; slot++) {
      const due = slots.get(slot)
      if (due === undefined) continue
      slots.delete(slot)
      for (const act of due) act()
    }
    looked = now
    if (slots.size === 0 && timer !== null) {
      clearInterval(timer)
      timer = null
    }
  }
  return {
    at(when: number, act: () => void): void {
      const now = Math.floor(performance.now() / PACE_EVERY_MS)
      if (timer === null) {
        looked = now
        timer = setInterval(look, PACE_EVERY_MS)
      }
      const slot = Math.max(now + 1, Math.floor(when / PACE_EVERY_MS))
      const due = slots.get(slot)
      if (due === undefined) slots.set(slot, [act])
      else due.push(act)
    },
  }
})()

function summary(
  counters: LoadCounters,
  elapsed_ms: number,
  cpu: NodeJS.CpuUsage,
  lost: number,
  disconnected: number,
): LoadResult {
  const all = new Histogram()
  for (const action of LOAD_ACTIONS) all.merge(counters.latency[action])
  const byAction = LOAD_ACTIONS.map(action => [
    action,
    { ...counters.latency[action].latency(), errors: counters.errors[action] },
  ])
  return {
    elapsed_ms,
    answered: counters.answered,
    perSecond: (counters.answered * 1_000) / Math.max(1, elapsed_ms),
    clientCpu_us: (cpu.user + cpu.system) / Math.max(1, counters.answered),
    all: all.latency(),
    byAction: Object.fromEntries(byAction) as LoadResult['byAction'], // one entry per action of the list
    sessions: counters.sessions,
    lost,
    disconnected,
    serverCalls: counters.serverCalls,
  }
}

import { performance } from 'node:perf_hooks'
import type { Database, Tx } from '@wattyard/server-kit'
import type { Metrics } from '../metrics.ts'
import type { FactConsumer } from '../ports.ts'
import { isTransient, restAfter } from '../transient.ts'
import { writeCursor } from './cursor.ts'
import type { FactQueue, FrameFacts } from './fact-queue.ts'

/** Tries of a single frame before it becomes a dead letter. */
const POISON_TRIES = 3
const RETRY_MS = [50, 200, 1_000, 5_000]
/**
 * A busy consumer pauses for this multiple of its last batch's duration, up to the maximum: frames that arrive meanwhile are
 * processed together and written once.
 */
const REST_FACTOR = 3
const MAX_REST_MS = 400

export interface ConsumerOptions {
  db: Database
  name: string
  stream: number
  queue: FactQueue
  consumer: FactConsumer
  every_ms: number
  most_facts: number
  metrics: Metrics
  /** Frames stored before this process began and not yet worked through, page by page; null at the end. */
  recover(): Promise<FrameFacts[] | null>
  /** States and configuration, in the transaction of the facts. */
  applyStates(tx: Tx, frames: readonly FrameFacts[]): Promise<() => void>
  deadLetter(tx: Tx, frame: FrameFacts, error: unknown): Promise<void>
  failing(error: unknown, attempt: number): void
}

export interface ConsumerLoop {
  /** Wakes the loop; it runs at most once per interval. */
  wake(): void
  /** Works until nothing waits. */
  drain(): Promise<void>
  /**
   * Works through what the last run left unprocessed.
   *
   * @throws Error when reading fails for a reason other than the database being unreachable
   */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

/**
 * Processes the stored stream: everything waiting, at least every `every_ms`, so that readings of one session come together.
 * Facts, states and cursor are written in one transaction; after a crash only the interrupted batch is repeated.
 */
export function startConsumer(options: ConsumerOptions): ConsumerLoop {
  const { db, queue, metrics } = options
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let recovered = false
  let stopping = false
  let lastStart = 0
  let lastTook = 0

  async function work(): Promise<void> {
    lastStart = performance.now()
    if (!recovered) await recoverAll()
    while (!queue.isEmpty && !stopping) {
      const frames = queue.take(options.most_facts)
      // Everything stored so far is taken: frames without facts need not be read again after a restart.
      const upTo = queue.isEmpty ? queue.committedSeq : lastSeqOf(frames)
      await handle(frames, upTo)
      // What arrived meanwhile may wait for the next interval unless it is a lot.
      if (queue.facts < options.most_facts) break
    }
    lastTook = performance.now() - lastStart
  }

  async function recoverAll(): Promise<void> {
    for (let page = await nextPage(); page !== null && !stopping; page = await nextPage())
      await handle(page, lastSeqOf(page))
    recovered = !stopping
  }

  /** One batch, or its halves when something in it cannot be handled. */
  async function handle(frames: readonly FrameFacts[], upTo: number): Promise<void> {
    for (let attempt = 0; !stopping; attempt++) {
      try {
        return await handleOnce(frames, upTo)
      } catch (error) {
        const transient = isTransient(error)
        if (!transient && frames.length > 1) {
          const middle = frames.length >>> 1
          await handle(frames.slice(0, middle), lastSeqOf(frames.slice(0, middle)))
          return handle(frames.slice(middle), upTo)
        }
        options.failing(error, attempt)
        const [only] = frames
        const isPoison = !transient && attempt + 1 >= POISON_TRIES && only !== undefined
        if (isPoison && (await bury(only, upTo, error))) return
        await restAfter({ error, attempt, db }, RETRY_MS)
      }
    }
    throw new Stopped()
  }

  async function handleOnce(frames: readonly FrameFacts[], upTo: number): Promise<void> {
    const started = performance.now()
    const facts = frames.length === 1 ? (frames[0]?.facts ?? []) : frames.flatMap(frame => frame.facts)
    const publish = await db.platform(async tx => {
      const after = await options.applyStates(tx, frames)
      if (facts.length > 0) await options.consumer.handle(tx, facts)
      await writeCursor(tx, options.name, options.stream, upTo)
      return after
    })
    publish()
    metrics.consumed += facts.length
    metrics.consumerBatches++
    metrics.consume_ms.add(performance.now() - started)
    metrics.lastConsumeAt = Date.now()
  }

  /** False when the database does not take even that; then the frame is tried again. */
  async function bury(frame: FrameFacts, upTo: number, error: unknown): Promise<boolean> {
    try {
      await db.platform(async tx => {
        await options.deadLetter(tx, frame, error)
        await writeCursor(tx, options.name, options.stream, upTo)
      })
    } catch (unburied) {
      options.failing(unburied, 0)
      return false
    }
    metrics.deadLetters++
    return true
  }

  /** The next page of what the last run left; waits while the database is unreachable. */
  async function nextPage(): Promise<FrameFacts[] | null> {
    for (let attempt = 0; !stopping; attempt++) {
      try {
        return await options.recover()
      } catch (error) {
        options.failing(error, attempt)
        if (!isTransient(error) && attempt + 1 >= POISON_TRIES) throw error
        await restAfter({ error, attempt, db }, RETRY_MS)
      }
    }
    throw new Stopped()
  }

  function run(): Promise<void> {
    timer = null
    running ??= work()
      .catch(error => {
        if (!(error instanceof Stopped)) throw error
      })
      .finally(() => {
        running = null
        if (!queue.isEmpty && !stopping) schedule()
      })
    return running
  }

  function schedule(): void {
    if (timer !== null || running !== null || stopping) return
    const rest = Math.max(options.every_ms, lastTook + Math.min(MAX_REST_MS, lastTook * REST_FACTOR))
    const wait = Math.max(0, lastStart + rest - performance.now())
    timer = setTimeout(() => void run(), wait)
  }

  return {
    wake: schedule,
    async drain() {
      while ((!queue.isEmpty || !recovered || running !== null) && !stopping) await run()
    },
    async catchUp() {
      while (!recovered && !stopping) await run()
    },
    async stop() {
      stopping = true
      if (timer !== null) clearTimeout(timer)
      queue.release()
      await running
    },
  }
}

class Stopped extends Error {}

function lastSeqOf(frames: readonly FrameFacts[]): number {
  return frames.at(-1)?.seq ?? 0
}

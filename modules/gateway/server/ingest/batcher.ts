import { performance } from 'node:perf_hooks'
import type { Metrics } from '../metrics.ts'
import { type CommitContext, type Committed, commitBatch } from './commit-batch.ts'
import type { Incoming } from './incoming.ts'

export interface BatcherOptions {
  context: CommitContext
  batch: { wait_ms: number; frames: number }
  metrics: Metrics
  /** Number of the last frame of this stream that is stored already. */
  lastSeq: number
  /** Resolves when the consumer has caught up enough for more facts to be made. */
  room(): Promise<void> | null
  /** After the commit, in the order of the stream. */
  committed(result: Committed): void
}

/**
 * Collects frames of all piles and stores them in batches, one batch in flight: while it is being committed the next one is
 * collected. Numbers are given in the order of arrival, and batches commit in order, so a smaller number is never stored after a
 * larger one was seen.
 */
export interface Batcher {
  add(item: Incoming): void
  /** Frames taken and not yet committed. */
  readonly size: number
  /** Waits until everything taken is committed. */
  drain(): Promise<void>
}

export function createBatcher(options: BatcherOptions): Batcher {
  const { context, metrics, batch } = options
  let gathering: Incoming[] = []
  let inFlight: Promise<void> | null = null
  let inFlightSize = 0
  let timer: NodeJS.Timeout | null = null
  let lastSeq = options.lastSeq
  let gatheringSince = 0

  /** Ascending, and the time in microseconds: so frames of several streams can be put in order, too. */
  function nextSeq(): number {
    lastSeq = Math.max(lastSeq + 1, Date.now() * 1000)
    return lastSeq
  }

  function arrange(): void {
    if (inFlight !== null || gathering.length === 0) return
    const waited = performance.now() - gatheringSince
    if (gathering.length >= batch.frames || waited >= batch.wait_ms) return start()
    timer ??= setTimeout(start, batch.wait_ms - waited)
  }

  function start(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (inFlight !== null || gathering.length === 0) return
    const taken = gathering.length <= batch.frames ? gathering : gathering.slice(0, batch.frames)
    gathering = gathering.length <= batch.frames ? [] : gathering.slice(batch.frames)
    inFlightSize = taken.length
    inFlight = commit(taken).finally(() => {
      inFlight = null
      inFlightSize = 0
      arrange()
    })
  }

  async function commit(taken: readonly Incoming[]): Promise<void> {
    const room = options.room()
    if (room !== null) await room
    const started = performance.now()
    const result = await commitBatch(context, taken)
    metrics.batches++
    metrics.batchSize.add(taken.length)
    metrics.commit_ms.add(performance.now() - started)
    metrics.lastCommitAt = Date.now()
    metrics.stored += result.stored.length
    options.committed(result)
  }

  return {
    add(item) {
      item.seq = nextSeq()
      if (gathering.length === 0) gatheringSince = performance.now()
      gathering.push(item)
      arrange()
    },
    get size() {
      return gathering.length + inFlightSize
    },
    async drain() {
      while (inFlight !== null || gathering.length > 0) {
        if (inFlight === null) start()
        await inFlight
      }
    },
  }
}

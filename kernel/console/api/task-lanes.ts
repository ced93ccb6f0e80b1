/** Tasks at once by default (contract §9). */
export const DEFAULT_CONCURRENCY = 2
/** Reads that make up one page run beside the queue, so that a slow write does not hold the screen. */
export const PAGE_CONCURRENCY = 4

/** Runs tasks in the order given, at most `concurrency` at once. A task aborted while waiting never starts. */
export function createLane(concurrency: number): <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0

  const next = (): void => {
    running -= 1
    waiting.shift()?.()
  }

  return async (task, signal) => {
    if (running >= concurrency) await new Promise<void>(start => waiting.push(start))
    running += 1
    try {
      signal?.throwIfAborted()
      return await task()
    } finally {
      next()
    }
  }
}

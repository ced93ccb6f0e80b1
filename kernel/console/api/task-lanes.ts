/** Largest number of queued tasks at once (contract §9). */
export const DEFAULT_CONCURRENCY = 2
/** Largest number of page reads at once. They run beside the queue, so that a slow write does not delay the screen. */
export const PAGE_CONCURRENCY = 4

/** Returns a function that runs tasks in order, at most `concurrency` at once. A task aborted while it waits never starts. */
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

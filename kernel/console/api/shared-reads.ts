/** Time in ms for which identical reads share one result (contract §7, §9). */
export const SHARE_WINDOW_MS = 3_000
/** Largest number of results kept; the oldest is dropped first. */
export const MAX_SHARED = 200

interface Shared {
  readonly promise: Promise<unknown>
  readonly abort: AbortController
  readonly startedAt: number
  waiting: number
  done: boolean
}

/**
 * Creates a store that shares identical reads. It is never used for writes (trust W5). The shared call is aborted only when every
 * caller has given up; a failed call is forgotten at once, so that a retry asks again.
 */
export function createSharedReads(now: () => number) {
  const shared = new Map<string, Shared>()

  function start<T>(key: string, read: (signal: AbortSignal) => Promise<T>): Shared {
    const abort = new AbortController()
    const promise = read(abort.signal)
    const entry: Shared = { promise, abort, startedAt: now(), waiting: 0, done: false }
    shared.set(key, entry)
    promise.then(
      () => {
        entry.done = true
      },
      () => {
        entry.done = true
        if (shared.get(key) === entry) shared.delete(key)
      },
    )
    const oldest = shared.size > MAX_SHARED ? shared.keys().next().value : undefined
    if (oldest !== undefined) shared.delete(oldest)
    return entry
  }

  /** Joins an identical read that is running or has just finished; starts one otherwise. */
  async function share<T>(key: string, read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const known = shared.get(key)
    const fresh = known !== undefined && now() - known.startedAt < SHARE_WINDOW_MS && !known.abort.signal.aborted
    const entry = fresh ? known : start(key, read)
    entry.waiting += 1
    try {
      // The key contains everything that determines the type of the answer.
      return (await untilAborted(entry.promise, signal)) as T
    } finally {
      entry.waiting -= 1
      if (entry.waiting === 0 && !entry.done) {
        if (shared.get(key) === entry) shared.delete(key)
        entry.abort.abort(signal?.reason)
      }
    }
  }

  return {
    share,
    /** Forgets all results, so that none is shown as new after a write, sign-in, sign-out or change of station. */
    forget: (): void => shared.clear(),
  }
}

async function untilAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise
  const aborted = Promise.withResolvers<never>()
  const onAbort = (): void => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

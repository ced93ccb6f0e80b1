/** Identical repeated reads share one result for this long (contract §7, §9). */
export const SHARE_WINDOW_MS = 3_000
/** Results kept at most; the oldest goes first. */
export const MAX_SHARED = 200

interface Shared {
  readonly promise: Promise<unknown>
  readonly abort: AbortController
  readonly startedAt: number
  waiting: number
  done: boolean
}

/**
 * Shares identical reads. Never used for writes (trust W5). The shared call is aborted only when every caller has
 * given up; a failed call is forgotten at once, so that a retry asks again.
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

  /** Joins the identical read under way or just finished, or starts one. */
  async function share<T>(key: string, read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const known = shared.get(key)
    const fresh = known !== undefined && now() - known.startedAt < SHARE_WINDOW_MS && !known.abort.signal.aborted
    const entry = fresh ? known : start(key, read)
    entry.waiting += 1
    try {
      // The key contains everything that decides the type of the answer.
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
    /** After any write, sign-in, sign-out or station change nothing old may be shown as new. */
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

/** Safe reads are asked again this many times after a failure that may pass by itself. */
export const MAX_RETRIES = 2
const FIRST_DELAY_MS = 400
const LONGEST_DELAY_MS = 8_000

/** Answers of proxies and of a server that restarts. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 429 || (status >= 502 && status <= 504)
}

/**
 * Wait before attempt `attempt` (1 is the first repeat): doubled each time, half of it random, so that many tabs do not
 * come back in step. `Retry-After` in seconds wins when it is longer.
 */
export function backOffMs(attempt: number, random: number, retryAfter?: string | null): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS)
  const asked = retryAfter && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1000 : 0
  return Math.min(Math.max(full / 2 + (full / 2) * random, asked), LONGEST_DELAY_MS)
}

/** Resolves after `ms`, rejects with the signal's reason when aborted first. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  const done = Promise.withResolvers<void>()
  const timer = setTimeout(() => done.resolve(), ms)
  const stop = (): void => done.reject(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await done.promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

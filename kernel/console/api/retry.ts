import type { ApiError } from './api-error.ts'

/** Number of times that a safe read is repeated after a failure that may be temporary. */
export const MAX_RETRIES = 2
const FIRST_DELAY_MS = 400
const LONGEST_DELAY_MS = 8_000

/** Returns whether an HTTP status is temporary: no answer (0), 429, and 502 to 504 from proxies and restarting servers. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 429 || (status >= 502 && status <= 504)
}

/**
 * Returns the wait in ms before repeat `attempt` (1 is the first): doubled each time, half of it random, so that many tabs do not
 * retry in step, and 8 s at most. A longer `Retry-After` (seconds) wins, within the same maximum.
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

/** Returns whether a failed read may succeed when it is repeated. */
export function isRetryable(error: ApiError): boolean {
  if (error.kind === 'offline' || error.kind === 'transport') return isPassing(error.status)
  return error.kind === 'business' && isPassing(error.status)
}

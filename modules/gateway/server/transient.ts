import { setTimeout } from 'node:timers/promises'
import { type Database, DatabaseAway } from '@wattyard/server-kit'

/** SQLSTATE classes of temporary failures: connection, resources, operator intervention, system errors. */
const CLASSES: ReadonlySet<string> = new Set(['08', '53', '57', '58'])
const CODES: ReadonlySet<string> = new Set([
  '40001',
  '40P01',
  '55P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
])

/** Whether trying again later may help. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (CODES.has(code) || (code.length === 5 && CLASSES.has(code.slice(0, 2)))) return true
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

/**
 * Shortest pause: a connection that recovers at once may have been cut only for us, so the next try is not made at the same
 * moment.
 */
const LEAST_MS = 50

/**
 * Waits after the failed try number `attempt`, counted from 0; the last pause is used for all further ones. When the database was
 * unreachable, the wait ends as soon as it is back.
 */
export async function restAfter(
  { error, attempt, db }: { error: unknown; attempt: number; db: Database },
  pauses_ms: readonly number[],
): Promise<void> {
  const pause = setTimeout(pauses_ms[Math.min(attempt, pauses_ms.length - 1)] ?? 0)
  if (!(error instanceof DatabaseAway)) return pause
  await Promise.race([pause, setTimeout(LEAST_MS).then(() => db.whenHere())])
}

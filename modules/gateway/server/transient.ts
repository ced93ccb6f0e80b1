import { setTimeout } from 'node:timers/promises'
import { type Database, DatabaseAway } from '@wattyard/server-kit'

/** SQLSTATE classes that say "not now": connection, resources, operator intervention, and lost races. */
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

/** Returns whether trying again later may help: then nothing is given up, it is only late. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (CODES.has(code) || (code.length === 5 && CLASSES.has(code.slice(0, 2)))) return true
  return /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
    error.message,
  )
}

/** A line that is whole again at once may only have been cut for us: the next try is not made in the same moment. */
const LEAST_MS = 50

/**
 * Rests after the failed try number `attempt`, counted from 0; the last pause serves for all further ones. A database
 * that was away is asked as soon as it is back.
 */
export async function restAfter(
  { error, attempt, db }: { error: unknown; attempt: number; db: Database },
  pauses_ms: readonly number[],
): Promise<void> {
  const pause = setTimeout(pauses_ms[Math.min(attempt, pauses_ms.length - 1)] ?? 0)
  if (!(error instanceof DatabaseAway)) return pause
  await Promise.race([pause, setTimeout(LEAST_MS).then(() => db.whenHere())])
}

import { DatabaseAway } from '@wattyard/server-kit'
import pino, { type Logger } from 'pino'
import type { Environment } from './environment.ts'
import type { DatabaseNews } from './open-database.ts'

/** Largest number of characters of an engine's last output. */
const LAST_WORDS = 400

/** Returns whether a log line only repeats that the database is unreachable. */
function isEcho(error: unknown): boolean {
  return error instanceof DatabaseAway || (error instanceof Error && isEcho(error.cause))
}

/**
 * Opens the product's log on standard output. A reader that has gone, such as a closed terminal, stops nothing. The connection
 * logs once that the database is unreachable; the repeated errors of its users are dropped.
 */
export function openLog({ logLevel }: Pick<Environment, 'logLevel'>): Logger {
  const out = pino.destination({ dest: 1, sync: true })
  out.on('error', () => {})
  return pino(
    {
      level: logLevel,
      redact: ['password', 'key', 'token', 'authorization', '*.password', '*.token'],
      hooks: {
        logMethod(args, method) {
          const [what] = args as readonly unknown[] // pino's type names only the text
          if (!(typeof what === 'object' && what !== null && 'err' in what && isEcho(what.err)))
            method.apply(this, args)
        },
      },
    },
    out,
  )
}

/** Returns handlers that log when the database goes away and comes back. */
export function databaseNews(log: Logger): DatabaseNews {
  return {
    ended(words) {
      const last = words.trim().split('\n').at(-1)?.slice(-LAST_WORDS)
      log.error({ last }, 'the database engine ended; it is started again')
    },
    away: cause =>
      log.error({ cause: String(cause) }, 'the database is away; calls are answered with 503 until it is back'),
    back: away_ms => log.warn({ away_ms: Math.round(away_ms) }, 'the database is back'),
  }
}

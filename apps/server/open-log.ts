import { DatabaseAway } from '@wattyard/server-kit'
import pino, { type Logger } from 'pino'
import type { Environment } from './environment.ts'
import type { DatabaseNews } from './open-database.ts'

/** Characters of what an engine said last. */
const LAST_WORDS = 400

/** Whether a line only says once more that the database is away. */
function isEcho(error: unknown): boolean {
  return error instanceof DatabaseAway || (error instanceof Error && isEcho(error.cause))
}

/**
 * The product's log on standard output. A reader that has gone, as a closed terminal, stops nothing. That the database is
 * away is said by its line, once; everybody who works with it would say it again and again.
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
          const [what] = args as readonly unknown[] // pino's type names the text alone
          if (!(typeof what === 'object' && what !== null && 'err' in what && isEcho(what.err)))
            method.apply(this, args)
        },
      },
    },
    out,
  )
}

/** The database's coming and going, for whoever reads the log. */
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

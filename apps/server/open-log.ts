import pino, { type Logger } from 'pino'
import type { Environment } from './environment.ts'

/** The product's log on standard output. A reader that has gone, as a closed terminal, stops nothing. */
export function openLog({ logLevel }: Pick<Environment, 'logLevel'>): Logger {
  const out = pino.destination({ dest: 1, sync: true })
  out.on('error', () => {})
  return pino({ level: logLevel, redact: ['password', 'key', 'token', 'authorization', '*.password', '*.token'] }, out)
}

import { runCommandLine } from './command-line.ts'

/** Time that a command may take to clean up after a signal. */
const GRACE_MS = 8_000

/**
 * Signals within this time are one request, because a Ctrl-C comes from the terminal and from the parent process. A later one
 * ends the process at once.
 */
const SAME_WISH_MS = 1_000

/** Returns a signal that aborts on Ctrl-C or a supervisor's signal, so that commands remove half-made files and databases. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController()
  let since = 0
  const end = (why: string): void => {
    if (ending.signal.aborted) {
      if (performance.now() - since > SAME_WISH_MS) process.exit(1)
      return
    }
    since = performance.now()
    ending.abort(new Error(`ended by ${why}`))
    setTimeout(() => process.exit(1), GRACE_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  // The parent process has ended. Listening for that does not keep this process alive.
  process.once('disconnect', () => end('its caller'))
  process.channel?.unref()
  return ending.signal
}

// A reader that stops early (`… | head`) is no failure of the command; the database is still closed in order.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  print: text => void process.stdout.write(`${text}\n`),
  tell: text => void process.stderr.write(`${text}\n`),
  ending: endOnSignals,
})

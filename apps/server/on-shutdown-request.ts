const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Calls `end` once, at the first request to end this process: a signal, or the end of the launcher at the other side of the
 * channel. A terminal sends its Ctrl-C to every process in it, and the launcher passes it on, so further signals are the same
 * request. An orderly shutdown is short enough to wait for.
 */
export function onShutdownRequest(end: (why: string) => void): void {
  let isEnding = false
  const hear = (why: string): void => {
    if (isEnding) return
    isEnding = true
    end(why)
  }
  for (const signal of SIGNALS) process.on(signal, () => hear(signal))
  process.once('disconnect', () => hear('the launcher ended'))
  process.channel?.unref()
  // A closed terminal accepts no text, which must not stop the process in another way.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/**
 * Calls `end` once, at the first sign that somebody wants this process to end: a signal, or the end of the launcher that
 * holds the other side of our channel. A terminal sends its Ctrl-C to every process in it and our launcher hands it on:
 * further signals are the same wish, and the end in order is short enough to be waited for.
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
  // A terminal that was closed takes no text any more; that is no reason to end otherwise than in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

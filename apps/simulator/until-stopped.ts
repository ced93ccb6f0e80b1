/** Waits until this process is to end: by a signal, or because the process that started it over a channel has ended. */
export async function untilStopped(): Promise<void> {
  await new Promise<void>(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
    // The parent process that started this one over a channel has ended, for any reason.
    process.once('disconnect', () => resolve())
    // A referenced channel would keep this process alive as long as the parent.
    process.channel?.unref()
  })
}

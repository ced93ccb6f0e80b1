/** The time in steps, as a store that many can listen to; one timer for all, and none while nobody listens. */
export interface Ticker {
  subscribe: (listener: () => void) => () => void
  /** The same between two steps, so that all who read it together agree. */
  read: () => number
}

export function createTicker(step_ms: number): Ticker {
  const listeners = new Set<() => void>()
  let now = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return {
    subscribe(listener) {
      listeners.add(listener)
      timer ??= setInterval(() => {
        now = Date.now()
        for (const tell of listeners) tell()
      }, step_ms)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    // While no timer runs, what was read last may be long ago.
    read() {
      if (timer === undefined) now = Math.max(now, Math.floor(Date.now() / step_ms) * step_ms)
      return now
    },
  }
}

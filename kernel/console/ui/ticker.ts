/** The time in steps, as a store for many listeners. It uses one timer, and none without listeners. */
export interface Ticker {
  subscribe: (listener: () => void) => () => void
  /** Returns the same value between two steps, so that all readers agree. */
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
    // Without a timer the last value may be old.
    read() {
      if (timer === undefined) now = Math.max(now, Math.floor(Date.now() / step_ms) * step_ms)
      return now
    },
  }
}

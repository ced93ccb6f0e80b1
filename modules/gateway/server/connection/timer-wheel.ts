const TICK_MS = 100
const SLOTS = 1024

/** A deadline that can be called off. */
export interface Deadline {
  due: number
  run: (() => void) | null
}

/**
 * All deadlines of the gateway on one timer, so that ten thousand piles do not need ten thousand timers. Exact to 100 ms, which
 * is enough for every limit here.
 */
export interface TimerWheel {
  after(delay_ms: number, run: () => void): Deadline
  cancel(deadline: Deadline | null): void
  stop(): void
}

export function createTimerWheel(now: () => number = () => performance.now()): TimerWheel {
  const slots: Set<Deadline>[] = Array.from({ length: SLOTS }, () => new Set())
  let tick = Math.floor(now() / TICK_MS)
  const slotOf = (due: number): Set<Deadline> => slots[Math.ceil(due / TICK_MS) % SLOTS] ?? new Set()

  const timer = setInterval(() => {
    const until = Math.floor(now() / TICK_MS)
    // After a stall, or a clock that was set, one round of the wheel visits everything.
    for (let steps = 0; tick < until && steps < SLOTS; steps++) {
      tick++
      const slot = slots[tick % SLOTS]
      if (slot === undefined || slot.size === 0) continue
      for (const deadline of slot) {
        if (deadline.due > until * TICK_MS) continue // a later round
        slot.delete(deadline)
        deadline.run?.()
      }
    }
    tick = until
  }, TICK_MS)
  timer.unref()

  return {
    after(delay_ms, run) {
      const deadline: Deadline = { due: now() + delay_ms, run }
      slotOf(deadline.due).add(deadline)
      return deadline
    },
    cancel(deadline) {
      if (deadline === null) return
      deadline.run = null
      slotOf(deadline.due).delete(deadline)
    },
    stop: () => clearInterval(timer),
  }
}

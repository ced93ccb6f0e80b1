import type { Deadline, TimerWheel } from '../server/connection/timer-wheel.ts'

/** A timer wheel whose deadlines pass only when the simulation advances it. */
export interface ManualTimerWheel extends TimerWheel {
  /** Runs everything due by now, in the order of the deadlines. */
  turn(): void
}

/** @param now epoch ms of the simulated clock */
export function manualTimerWheel(now: () => number): ManualTimerWheel {
  const waiting = new Set<Deadline>()
  return {
    after(delay_ms, run) {
      const deadline: Deadline = { due: now() + delay_ms, run }
      waiting.add(deadline)
      return deadline
    },
    cancel(deadline) {
      if (deadline === null) return
      deadline.run = null
      waiting.delete(deadline)
    },
    turn() {
      const due = [...waiting].filter(one => one.due <= now()).toSorted((a, b) => a.due - b.due)
      for (const deadline of due) {
        waiting.delete(deadline)
        deadline.run?.()
      }
    },
    stop: () => waiting.clear(),
  }
}

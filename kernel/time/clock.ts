/** Source of the time, epoch ms UTC. Rules get the time as a value, edges get the clock as a parameter. */
export type Clock = { now(): number }

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that moves only on command, for tests, simulation and replay. */
export type SettableClock = Clock & {
  /** Moves the clock by `ms`. Negative values turn it back, as happens on machines with a wrong time. */
  advance(ms: number): void
  set(at: number): void
}

/**
 * Returns a settable clock.
 * @param start epoch ms
 */
export function settableClock(start: number): SettableClock {
  let at = start
  return {
    now: () => at,
    advance: ms => {
      at += ms
    },
    set: to => {
      at = to
    },
  }
}

/** Where the code reads the time. Epoch milliseconds, UTC. Rules get it as a value, edges get it as a parameter. */
export type Clock = { now(): number }

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is told to move: tests, simulation, replay. */
export type SettableClock = Clock & {
  /** Moves by `ms`; negative values turn it back, as a badly set machine would. */
  advance(ms: number): void
  set(at: number): void
}

/** @param start epoch ms */
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

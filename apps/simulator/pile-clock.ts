/** Wall clock further away than this is taken over, when nothing is being measured. */
const DRIFT_MS = 1_000

/** The clock of one pile. */
export interface PileClock {
  /** Epoch ms. Energy is measured by it, so it never runs backwards and never stands still. */
  now(): number
  /** Takes the wall clock over, as a pile does when the server tells it the time. Not while energy flows. */
  adjust(): void
}

/**
 * A pile's clock runs by the machine's steady one and only starts from its wall clock. A wall clock that is set back
 * while a car charges would leave the same energy in less time: more than the pile can give.
 */
export function createPileClock(
  ahead_ms: number,
  wall: () => number = Date.now,
  steady: () => number = () => performance.now(),
): PileClock {
  let base = wall() + ahead_ms - steady()
  const now = () => Math.floor(base + steady())
  return {
    now,
    adjust: () => {
      const right = wall() + ahead_ms
      if (Math.abs(right - now()) > DRIFT_MS) base = right - steady()
    },
  }
}

/** The wall clock is taken over above this deviation, while nothing is being measured. */
const DRIFT_MS = 1_000

/** Clock of one pile. */
export interface PileClock {
  /** Returns epoch ms. Energy is measured with this clock, so it never runs backwards and never stands still. */
  now(): number
  /** Takes over the wall clock, as a pile does when the server sends the time. Not called while energy flows. */
  adjust(): void
}

/**
 * Creates a clock that runs on the machine's monotonic clock and takes only its start from the wall clock. If the wall clock were
 * set back during a charge, the same energy would fall into less time: more than the pile can deliver.
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

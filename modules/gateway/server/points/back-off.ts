/** A device that is away is asked less and less often, at most this far apart. */
export const MAX_BACK_OFF_S = 900

/** Seconds until the next question after `failures` in a row; its own period when the last one was answered. */
export function pauseAfter(period_s: number, failures: number): number {
  if (failures === 0) return period_s
  return Math.max(period_s, Math.min(MAX_BACK_OFF_S, period_s * 2 ** Math.min(failures, 10)))
}

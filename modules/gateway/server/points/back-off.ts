/** A device that does not answer is asked less and less often, at most this many seconds apart. */
export const MAX_BACK_OFF_S = 900

/** Seconds until the next read after `failures` in a row; the source's own period when the last read succeeded. */
export function pauseAfter(period_s: number, failures: number): number {
  if (failures === 0) return period_s
  return Math.max(period_s, Math.min(MAX_BACK_OFF_S, period_s * 2 ** Math.min(failures, 10)))
}

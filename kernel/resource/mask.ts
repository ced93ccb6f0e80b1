/** Number of last characters of a masked number that are shown and can be searched for. */
export const SHOWN_END = 4
/** Shortest number of which any part is shown. The shown ends of a shorter one would reveal nearly all of it. */
export const LEAST_TO_SHOW = 8

/** Returns a number with its middle hidden, 13800138000 → 138****8000, and `****` for fewer than `LEAST_TO_SHOW` characters. */
export function masked(number: string): string {
  return number.length < LEAST_TO_SHOW ? '****' : `${number.slice(0, 3)}****${number.slice(-SHOWN_END)}`
}

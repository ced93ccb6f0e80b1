/** How much of the end of a masked number is shown, and found by. */
export const SHOWN_END = 4
/** Of a shorter number the ends would be all of it. */
export const LEAST_TO_SHOW = 8

/** 13800138000 → 138****8000: enough to recognise, not enough to call. */
export function masked(number: string): string {
  return number.length < LEAST_TO_SHOW ? '****' : `${number.slice(0, 3)}****${number.slice(-SHOWN_END)}`
}

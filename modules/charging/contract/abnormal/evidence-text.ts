/** ISO text of an instant; devices send years that `Date` cannot show, those stay numbers. */
export function instantText(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString()
}

/** Whole seconds that have passed. */
export function secondsText(ms: number): string {
  return String(Math.floor(ms / 1_000))
}

/** Formats an instant in ISO form. Devices send years that `Date` cannot represent; those stay numbers. */
export function instantText(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString()
}

/** Formats milliseconds as whole seconds, rounded down. */
export function secondsText(ms: number): string {
  return String(Math.floor(ms / 1_000))
}

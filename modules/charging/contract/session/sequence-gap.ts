import type { SessionState } from './session-state.ts'

/** Most ranges of missing numbers that are listed; a pile that counts differently would fill a screen. */
const MAX_STRETCHES = 10

/**
 * Returns the missing numbers between the lowest and the highest event number of a pile (OCPP 2.0.1 E01.FR.07: `seqNo` counts by
 * one) as text: `3, 7–9`. Null when none is missing. A missing start or stop has a finding of its own.
 */
export function missingNumbers({ starts, stops, sequence }: SessionState): string | null {
  const seen = [...starts, ...stops, ...sequence].flatMap(({ seqNo }) => seqNo ?? []).toSorted((a, b) => a - b)
  const stretches: string[] = []
  let last = seen[0] ?? 0
  for (const number of seen) {
    if (number === last + 2) stretches.push(String(last + 1))
    else if (number > last + 2) stretches.push(`${last + 1}–${number - 1}`)
    last = number
  }
  if (stretches.length === 0) return null
  const named = stretches.slice(0, MAX_STRETCHES).join(', ')
  return stretches.length > MAX_STRETCHES ? `${named} …` : named
}

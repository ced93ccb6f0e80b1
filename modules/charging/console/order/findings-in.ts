/** Methods of energy that a person has decided on. */
const DECIDED: ReadonlySet<string | null> = new Set(['by-hand', 'by-power'])

/** States of an order whose stop is still to come. */
const RUNNING: ReadonlySet<string> = new Set(['starting', 'charging', 'stopping'])

/**
 * Returns the findings on a session in this state, whose energy came about by this method: while it runs, a stop that was not reported
 * is no fault, and where a person has decided on the energy, the registers are not its basis.
 */
export function findingsIn<T extends { readonly code: string; readonly effect: string }>(
  { state, method }: { readonly state: string; readonly method: string | null },
  flags: readonly T[],
): readonly T[] {
  return flags.filter(
    ({ code, effect }) => (code !== 'not-ended' || !RUNNING.has(state)) && (effect !== 'basis' || !DECIDED.has(method)),
  )
}

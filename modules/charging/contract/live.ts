import type { ShownConnectorState } from '@wattyard/assets/contract'

/**
 * Time in ms for which a session's last report counts as present; piles report every half minute or minute. After it the power is
 * unknown, and no screen or sum of the present may use it.
 */
export const READING_HOLDS_MS = 180_000

/** States in which a connector delivers nothing, whatever its session last reported. */
const GIVES_NOTHING: ReadonlySet<ShownConnectorState> = new Set(['idle', 'fault', 'unavailable', 'never'])

/**
 * Returns whether a session's last report describes the present. This is the single rule for power and state of charge on every
 * screen.
 */
export function isReadingLive(
  { lastFactAt, connectorState }: { lastFactAt: number; connectorState: ShownConnectorState | null },
  now: number,
): boolean {
  return now - lastFactAt <= READING_HOLDS_MS && (connectorState === null || !GIVES_NOTHING.has(connectorState))
}

/** Cost of a running order's energy so far, in its record as `soFar`; null when unknown. */
export interface AmountsSoFar {
  electricity: string
  service: string
  total: string
}

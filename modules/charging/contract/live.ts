import type { ConnectorState } from '@wattyard/gateway/contract'
import type { RunningOrder } from './calls/live.ts'

/**
 * What a session reported last holds for so long, in milliseconds: piles report every half minute or minute. Later nobody
 * knows what flows, and nothing that shows or adds up the present may count it.
 */
export const READING_HOLDS_MS = 180_000

/** States in which a connector gives nothing, whatever its session said before. */
const GIVES_NOTHING: ReadonlySet<ConnectorState> = new Set(['idle', 'fault', 'unavailable'])

/**
 * Returns whether what a session reported last is still so: the one rule for power and state of charge, on every
 * screen.
 */
export function isReadingLive(
  { lastFactAt, connectorState }: Pick<RunningOrder, 'lastFactAt' | 'connectorState'>,
  now: number,
): boolean {
  return now - lastFactAt <= READING_HOLDS_MS && (connectorState === null || !GIVES_NOTHING.has(connectorState))
}

/** What the energy so far of an order under way costs; beside its record as `soFar`, null when that cannot be said yet. */
export interface AmountsSoFar {
  electricity: string
  service: string
  total: string
}

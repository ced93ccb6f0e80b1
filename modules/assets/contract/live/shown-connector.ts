import { CONNECTOR_STATES, type ConnectorState } from '../words.ts'
import type { ReportedState } from './live-status.ts'

/** States of a connector on screens: what piles report, and `never` as long as the pile has not connected for the first time. */
export const SHOWN_CONNECTOR_STATES = [...CONNECTOR_STATES, 'never'] as const
export type ShownConnectorState = (typeof SHOWN_CONNECTOR_STATES)[number]

interface ShownConnector {
  /** People took the connector or its pile out of service. */
  readonly isOut: boolean
  /** What its pile does (`reportedOf`). */
  readonly pile: ReportedState
  /** State on record at the gateway, `offline` without connection; undefined when there is none. */
  readonly report: ConnectorState | undefined
}

/**
 * Returns the state of a connector as every screen shows and counts it: `unavailable` when people took it out of service, whatever
 * it reports. A connector of a pile that has not connected yet is `never`: it is not installed, so it is no outage.
 */
export function shownConnectorOf({ isOut, pile, report }: ShownConnector): ShownConnectorState {
  if (isOut) return 'unavailable'
  return report ?? (pile === 'never' ? 'never' : 'offline')
}

import type { EvseLayout } from '@wattyard/assets/contract'
import type { Random } from '@wattyard/charging/testing'
import type { Clock } from '@wattyard/time'
import type { Protocol } from './dialects.ts'
import type { FaultPlan } from './fault-plan.ts'

export interface PileTraits {
  index: number
  pileId: string
  identity: string
  authorization: string
  protocol: Protocol
  connectors: number
  /** Connectors that share one place to charge. */
  connectorsPerEvse: number
  /** Connectors of one EVSE are behind one meter. */
  sharesMeter: boolean
  power_w: number
  /** Pile clock minus true time, ms. */
  clockOffset_ms: number
  /** It never tells the stop of a start that was refused. */
  neverStops: boolean
  /** Sends an unanswered call again under its old id. */
  keepsIds: boolean
  /** Writes messages down when they happen, id or no id. */
  writesAtOnce: boolean
  /** The meter begins at 0 with every session. */
  countsPerSession: boolean
}

/** How the connectors of a pile are divided, as its record says. */
export const layoutOf = ({ connectors, connectorsPerEvse }: PileTraits): EvseLayout => ({
  connectorCount: connectors,
  connectorsPerEvse,
})

/** An acknowledged call, to be found in the log afterwards. */
export interface Acknowledged {
  pileId: string
  messageId: string
  frame: string
}

/** What a pile shares with its run. */
export interface Surroundings {
  random: Random
  clock: Clock
  plan: FaultPlan
  acknowledged: Acknowledged[]
  /** Answers that refused a call every pile may make: action and error. */
  refusals: string[]
}

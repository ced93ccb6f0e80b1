import type { Caller, LiveBus, Tx } from '@wattyard/server-kit'
import type { Clock, PeriodKind } from '@wattyard/time'
import type { PastSession, PeriodSum } from '../contract/index.ts'

/** Which orders a what-if looks at: started in from ≤ at < to. */
export interface PastSessionFilter {
  from: number
  to: number
  /** Null: every station of the caller's scope. */
  stationIds: readonly string[] | null
  /** At most this many are given, the latest first. */
  limit: number
}

export interface PastOrder extends PastSession {
  stationId: string
  /** What was billed per period; periods without energy may be missing. */
  billedByPeriod: Readonly<Partial<Record<PeriodKind, PeriodSum>>>
}

export interface PastOrders {
  list: readonly PastOrder[]
  /** How many fit the filter, given or not. */
  total: number
}

/** What pricing has to ask of modules below it in the order of the house; the app gives the answers. */
export interface PricingPorts {
  /** Billed sessions with their meter points inside the caller's scope. From charging; without it there is no what-if. */
  pastSessions?: (tx: Tx, caller: Caller, filter: PastSessionFilter) => Promise<PastOrders>
  /** Where screens hear of changes; nobody listens when absent. */
  live?: LiveBus
  /** The machine's when absent. */
  clock?: Clock
}

/** The ports with their defaults applied. */
export interface Wiring extends PricingPorts {
  clock: Clock
}

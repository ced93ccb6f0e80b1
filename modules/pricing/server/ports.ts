import type { Caller, LiveBus, Tx } from '@wattyard/server-kit'
import type { Clock, PeriodKind } from '@wattyard/time'
import type { PastSession, PeriodSum } from '../contract/index.ts'

/** Filter of the orders for a what-if: started in from ≤ at < to. */
export interface PastSessionFilter {
  from: number
  to: number
  /** Null: every station of the caller's scope. */
  stationIds: readonly string[] | null
  /** Null: orders of every price. Sessions that were never billed pass all the same. */
  versionIds: readonly string[] | null
  /** Most orders returned, latest first. */
  limit: number
}

export interface PastOrder extends PastSession {
  stationId: string
  /** Price version that it was billed by; null when it was never billed. */
  versionId: string | null
  /** Billed amounts per period; periods without energy may be absent. */
  billedByPeriod: Readonly<Partial<Record<PeriodKind, PeriodSum>>>
}

export interface PastOrders {
  list: readonly PastOrder[]
  /** How many fit the filter, given or not. */
  total: number
}

/** Services that pricing needs from other modules; the app provides them. */
export interface PricingPorts {
  /** Returns billed sessions with their meter points inside the caller's scope. From charging; without it there is no what-if. */
  pastSessions?: (tx: Tx, caller: Caller, filter: PastSessionFilter) => Promise<PastOrders>
  /** Bus for live updates; no updates when absent. */
  live?: LiveBus
  /** The system clock when absent. */
  clock?: Clock
}

/** The ports with their defaults applied. */
export interface Wiring extends PricingPorts {
  clock: Clock
}

import type { ConnectorState } from '@wattyard/gateway/contract'
import type { Evidence } from './abnormal/abnormal-rule.ts'
import type { OrderState } from './order-table.ts'

/*
 * What live screens are told, in wire form: money and energy as decimal text, power in whole watts, states of charge in
 * permille, instants as epoch milliseconds.
 */

/**
 * What a session reported last holds for so long, in milliseconds: piles report every half minute or minute. Later nobody
 * knows what flows, and nothing that shows or adds up the present may count it.
 */
export const READING_HOLDS_MS = 180_000

/** States in which a connector gives nothing, whatever its session said before. */
const GIVES_NOTHING: ReadonlySet<ConnectorState> = new Set(['idle', 'fault', 'unavailable'])

/** Whether what a session reported last is still so: the one rule for power and state of charge, on every screen. */
export function isReadingLive(
  { lastFactAt, connectorState }: Pick<RunningOrder, 'lastFactAt' | 'connectorState'>,
  now: number,
): boolean {
  return now - lastFactAt <= READING_HOLDS_MS && (connectorState === null || !GIVES_NOTHING.has(connectorState))
}

/** A case that is open on an order. */
export interface OpenCase {
  rule: string
  code: string
  severity: 'notice' | 'warning' | 'critical'
}

/** A session under way. */
export interface RunningOrder {
  id: string
  version: number
  orderNo: string
  state: OrderState
  station: { id: string; name: string }
  pile: { id: string; code: string; name: string }
  connector: number
  /** What people call it: its EVSE, and the connector of it where it has several. */
  connectorName: string
  connectorState: ConnectorState | null
  /** Since when its pile is unreachable; null while it is connected. */
  offlineSince: number | null
  ratedPower: number | null
  startedAt: number
  lastFactAt: number
  startMethod: string
  /** What flows now, and how full the car is; null when nobody knows it now (`isReadingLive`). */
  power: number | null
  maxPower: number | null
  soc: number | null
  /** What was reported last is no longer taken for the present. */
  isStale: boolean
  socStart: number | null
  energy: string | null
  /** What the energy so far costs under the order's own price; null without one, and before the first reading. */
  electricity: string | null
  service: string | null
  amount: string | null
  /** Set aside in the wallet. */
  held: string
  hasMember: boolean
  wish: 'cancel' | 'refund' | null
  cases: OpenCase[]
  canStop: boolean
}

/** What the energy so far of an order under way costs; beside its record as `soFar`, null when that cannot be said yet. */
export interface AmountsSoFar {
  electricity: string
  service: string
  total: string
}

/** Answer of `/api/charging/monitor`. */
export interface MonitorAnswer {
  list: RunningOrder[]
  /** Above the length of the list when there are more than one answer holds. */
  total: number
  asOf: number
}

export interface WallConnector {
  /** Counted over the pile; commands take it. */
  number: number
  /** What people call it (`connectorLabel`). */
  name: string
  kind: string
  bay: string | null
  state: ConnectorState
  /** Since when; null when it never reported. */
  at: number | null
  error: string | null
  /** The session under way on it. */
  order: RunningOrder | null
}

export interface WallPile {
  id: string
  code: string
  name: string
  stationId: string
  currentType: string
  power: number
  protocol: string
  status: string
  online: boolean
  /** Since when it is connected or not; null when it never was. */
  since: number | null
  connectors: WallConnector[]
}

/** Answer of `/api/charging/wall`. */
export interface WallAnswer {
  stations: { id: string; name: string; zone: string }[]
  piles: WallPile[]
  /** There are more piles than one answer holds. */
  capped: boolean
  asOf: number
}

/** Answer of `/api/charging/order/course`. */
export interface CourseAnswer {
  orderNo: string
  state: OrderState
  startedAt: number
  endedAt: number | null
  meterStart: string | null
  meterStop: string | null
  energy: string | null
  method: string | null
  confidence: string | null
  readings: number
  setAside: number
  points: { at: number; power: number | null; soc: number | null; register: string | null; energy: string | null }[]
  flags: { code: string; effect: string; evidence: Evidence }[]
}

/** Answer of `/api/charging/abnormal/counts`: open cases by rule, the most first. */
export interface CaseCounts {
  list: { kind: string; rule: string; code: string; severity: 'notice' | 'warning' | 'critical'; count: number }[]
  total: number
  /** Of them, those that keep an order from being billed. */
  blocking: number
  /** Drivers' money that is set aside for orders that wait for a person. */
  held: HeldMoney
  asOf: number
}

/** Decimal text by how long it has been set aside. */
export interface HeldMoney {
  orders: number
  amount: string
  /** Longer than a day. */
  olderThanDay: string
  /** Since when the oldest of it is; null when there is none. */
  since: number | null
  /** It goes back by itself after so many days. */
  goesBackAfter_d: number
}

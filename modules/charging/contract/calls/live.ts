import { CONNECTOR_STATES } from '@wattyard/assets/contract'
import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { z } from 'zod'
import { SEVERITIES } from '../abnormal/abnormal-rule.ts'
import { ORDER_STATES } from '../order-table.ts'

/*
 * What live screens are told, in wire form: money and energy as decimal text, power in whole watts, states of charge in
 * permille.
 */

/** A case that is open on an order. */
const openCase = z.object({ rule: z.string(), code: z.string(), severity: z.enum(SEVERITIES) })
export type OpenCase = z.output<typeof openCase>

const runningOrder = z.object({
  id: z.string(),
  version: z.int(),
  orderNo: z.string(),
  state: z.enum(ORDER_STATES),
  station: z.object({ id: z.string(), name: z.string() }),
  pile: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  connector: z.int(),
  /** What people call it: its EVSE, and the connector of it where it has several. */
  connectorName: z.string(),
  connectorState: z.enum(CONNECTOR_STATES).nullable(),
  /** Since when its pile is unreachable; null while it is connected. */
  offlineSince: instant.nullable(),
  ratedPower: z.int().nullable(),
  startedAt: instant,
  lastFactAt: instant,
  startMethod: z.string(),
  /** What flows now, and how full the car is; null when nobody knows it now (`isReadingLive`). */
  power: z.int().nullable(),
  maxPower: z.int().nullable(),
  soc: z.int().nullable(),
  /** What was reported last is no longer taken for the present. */
  isStale: z.boolean(),
  socStart: z.int().nullable(),
  energy: decimalText.nullable(),
  /** What the energy so far costs under the order's own price; null without one, and before the first reading. */
  electricity: decimalText.nullable(),
  service: decimalText.nullable(),
  amount: decimalText.nullable(),
  /** Set aside in the wallet. */
  held: decimalText,
  hasMember: z.boolean(),
  wish: z.enum(['cancel', 'refund']).nullable(),
  cases: z.array(openCase),
  canStop: z.boolean(),
})
/** A session under way. */
export type RunningOrder = z.output<typeof runningOrder>

export const readMonitor = defineCall({
  method: 'GET',
  path: '/api/charging/monitor',
  access: 'charging.order:read',
  summary: 'sessions under way in the caller’s scope',
  input: z.strictObject({ station: idInput.optional() }),
  output: z.object({
    list: z.array(runningOrder),
    /** Above the length of the list when there are more than one answer holds. */
    total: z.int(),
    asOf: instant,
  }),
})
export type MonitorAnswer = CallAnswer<typeof readMonitor>

const wallConnector = z.object({
  /** Counted over the pile; commands take it. */
  number: z.int(),
  /** What people call it (`connectorLabel`). */
  name: z.string(),
  kind: z.string(),
  bay: z.string().nullable(),
  state: z.enum(CONNECTOR_STATES),
  /** Since when; null when it never reported. */
  at: instant.nullable(),
  error: z.string().nullable(),
  /** The session under way on it. */
  order: runningOrder.nullable(),
})
export type WallConnector = z.output<typeof wallConnector>

const wallPile = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  stationId: z.string(),
  currentType: z.string(),
  power: z.int(),
  protocol: z.string(),
  status: z.string(),
  online: z.boolean(),
  /** Since when it is connected or not; null when it never was. */
  since: instant.nullable(),
  connectors: z.array(wallConnector),
})
export type WallPile = z.output<typeof wallPile>

export const readWall = defineCall({
  method: 'GET',
  path: '/api/charging/wall',
  access: 'assets.pile:read',
  summary: 'every pile in the caller’s scope with its connectors and what they are doing',
  input: z.strictObject({ station: idInput.optional() }),
  output: z.object({
    stations: z.array(z.object({ id: z.string(), name: z.string(), zone: z.string() })),
    piles: z.array(wallPile),
    /** There are more piles than one answer holds. */
    capped: z.boolean(),
    asOf: instant,
  }),
})
export type WallAnswer = CallAnswer<typeof readWall>

export const readChargingCurve = defineCall({
  method: 'GET',
  path: '/api/charging/order/course',
  access: 'charging.order:read',
  summary: 'power, state of charge and energy of a session over time, and what the rule book says of its readings',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    orderNo: z.string(),
    state: z.enum(ORDER_STATES),
    startedAt: instant,
    endedAt: instant.nullable(),
    meterStart: decimalText.nullable(),
    meterStop: decimalText.nullable(),
    energy: decimalText.nullable(),
    method: z.string().nullable(),
    confidence: z.string().nullable(),
    readings: z.int(),
    setAside: z.int(),
    points: z.array(
      z.object({
        at: instant,
        power: z.int().nullable(),
        soc: z.int().nullable(),
        register: decimalText.nullable(),
        energy: decimalText.nullable(),
      }),
    ),
    /** Values of the evidence are those that its rule names. */
    flags: z.array(z.object({ code: z.string(), effect: z.string(), evidence: z.record(z.string(), z.string()) })),
  }),
})
export type ChargingCurveAnswer = CallAnswer<typeof readChargingCurve>

/** Decimal text by how long it has been set aside. */
const heldMoney = z.object({
  orders: z.int(),
  amount: decimalText,
  /** Longer than a day. */
  olderThanDay: decimalText,
  /** Since when the oldest of it is; null when there is none. */
  since: instant.nullable(),
  /** It goes back by itself after so many days. */
  goesBackAfter_d: z.int(),
})
export type HeldMoney = z.output<typeof heldMoney>

export const countCases = defineCall({
  method: 'GET',
  path: '/api/charging/abnormal/counts',
  access: 'charging.abnormal:read',
  summary: 'open cases by rule, the most first, and money set aside for them',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        kind: z.string(),
        rule: z.string(),
        code: z.string(),
        severity: z.enum(SEVERITIES),
        count: z.int(),
      }),
    ),
    total: z.int(),
    /** Of them, those that keep an order from being billed. */
    blocking: z.int(),
    /** Drivers' money that is set aside for orders that wait for a person. */
    held: heldMoney,
    asOf: instant,
  }),
})
export type CaseCounts = CallAnswer<typeof countCases>

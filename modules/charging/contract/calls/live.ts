import {
  CONNECTOR_STATES,
  PILE_LIVES,
  REPORTED_STATES,
  SHOWN_CONNECTOR_STATES,
  STATION_LIVES,
} from '@wattyard/assets/contract'
import { type CallAnswer, decimalText, defineCall, idInput, instant } from '@wattyard/calls'
import { PERIOD_KINDS } from '@wattyard/time'
import { z } from 'zod'
import { SEVERITIES } from '../abnormal/abnormal-rule.ts'
import { ORDER_STATES } from '../order-table.ts'

/* Data for live screens in wire form: money and energy as decimal text, power in whole watts, states of charge in permille. */

/** An open case of an order. */
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
  /** Label of the connector: its EVSE, followed by the connector where the EVSE has several. */
  connectorName: z.string(),
  connectorState: z.enum(CONNECTOR_STATES).nullable(),
  /** Start of the pile's outage; null while it is connected. */
  offlineSince: instant.nullable(),
  ratedPower: z.int().nullable(),
  startedAt: instant,
  lastFactAt: instant,
  startMethod: z.string(),
  /** Present power and state of charge; null when not known at present (`isReadingLive`). */
  power: z.int().nullable(),
  maxPower: z.int().nullable(),
  soc: z.int().nullable(),
  /** The last report is too old to describe the present. */
  isStale: z.boolean(),
  socStart: z.int().nullable(),
  energy: decimalText.nullable(),
  /** Cost of the energy so far at the order's own price; null without a price, and before the first reading. */
  electricity: decimalText.nullable(),
  service: decimalText.nullable(),
  amount: decimalText.nullable(),
  /** Money held in the wallet. */
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
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(runningOrder),
    /** Number of running orders; larger than the list when one answer cannot hold all. */
    total: z.int(),
    asOf: instant,
  }),
})
export type MonitorAnswer = CallAnswer<typeof readMonitor>

const wallConnector = z.object({
  /** Number within the pile; commands use it. */
  number: z.int(),
  /** Label of the connector (`connectorLabel`). */
  name: z.string(),
  kind: z.string(),
  bay: z.string().nullable(),
  state: z.enum(SHOWN_CONNECTOR_STATES),
  /** Start of the state; null when the connector never reported. */
  at: instant.nullable(),
  error: z.string().nullable(),
  /** The maker's own code of the fault. */
  vendorError: z.string().nullable(),
  /** What the pile adds to its report in words of its own. */
  info: z.string().nullable(),
  /** The session running on it. */
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
  /** Live status of the pile, what it reports itself, and since when; null when it never connected. */
  live: z.enum(PILE_LIVES),
  reported: z.enum(REPORTED_STATES),
  liveSince: instant.nullable(),
  online: z.boolean(),
  connectors: z.array(wallConnector),
})
export type WallPile = z.output<typeof wallPile>

export const readWall = defineCall({
  method: 'GET',
  path: '/api/charging/wall',
  access: 'assets.pile:read',
  summary: 'every pile in the caller’s scope with its connectors and what they are doing',
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({
    stations: z.array(z.object({ id: z.string(), name: z.string(), zone: z.string(), live: z.enum(STATION_LIVES) })),
    piles: z.array(wallPile),
    /** More piles exist than one answer holds. */
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
    /** Readings that count nowhere, with the registers that they stated; at most `MAX_SET_ASIDE`. */
    notCounted: z.array(z.object({ at: instant, register: decimalText })),
    /** Tariff periods of the session by the order's own price; empty without a price. */
    periods: z.array(z.object({ from: instant, to: instant, period: z.enum(PERIOD_KINDS) })),
    /** Values of the evidence are those that its rule names. */
    flags: z.array(z.object({ code: z.string(), effect: z.string(), evidence: z.record(z.string(), z.string()) })),
  }),
})
export type ChargingCurveAnswer = CallAnswer<typeof readChargingCurve>

/** Money held, by age; amounts as decimal text. */
const heldMoney = z.object({
  orders: z.int(),
  amount: decimalText,
  /** Part held for longer than a day. */
  olderThanDay: decimalText,
  /** Instant of the oldest hold; null when there is none. */
  since: instant.nullable(),
  /** Days after which held money is released automatically. */
  goesBackAfter_d: z.int(),
})
export type HeldMoney = z.output<typeof heldMoney>

export const countCases = defineCall({
  method: 'GET',
  path: '/api/charging/abnormal/counts',
  access: 'charging.abnormal:read',
  summary: 'open abnormal orders by the rule of their worst finding, the worst first, and money set aside for them',
  stations: 'narrowed',
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
    /** Orders that need a person's decision; those with notices alone are counted apart. */
    total: z.int(),
    notices: z.int(),
    /** Orders with a finding that keeps them from being settled. */
    blocking: z.int(),
    /** What the orders of `total` would cost by their estimates, each once. */
    amount: decimalText,
    /** Drivers' money held for orders that need a person's decision. */
    held: heldMoney,
    asOf: instant,
  }),
})
export type CaseCounts = CallAnswer<typeof countCases>

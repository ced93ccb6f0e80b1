import { type CallAnswer, decimalText, defineCall, instant } from '@wattyard/calls'
import { PERIOD_KINDS } from '@wattyard/time'
import { PILE_LIVES, STATION_LIVES } from '@wattyard/assets/contract'
import { z } from 'zod'
import { HOME_FIGURE_KEYS } from '../home-day.ts'

/** Link to the rows behind a figure: a console route and its filter. */
const rowsLink = z.object({ path: z.string(), query: z.record(z.string(), z.string()) })
export type RowsLink = z.output<typeof rowsLink>

/** Decimal text, or a count. */
const figureValue = z.union([decimalText, z.number()])

const figure = z.object({
  key: z.enum(HOME_FIGURE_KEYS),
  value: figureValue,
  unit: z.enum(['kwh', 'yuan', 'count', 'watt', 'percent']),
  asOf: instant,
  /** The same figure yesterday and on the same weekday last week, each up to the same time of day. */
  yesterday: figureValue.exactOptional(),
  lastWeek: figureValue.exactOptional(),
  /** Number of orders behind `yesterday`: a percentage of a handful says nothing. */
  yesterdayOrders: z.number().exactOptional(),
  /** The figure in the past, oldest first: whole days, or hours for what runs now. */
  course: z.array(figureValue).exactOptional(),
  /** Number of members, orders or the like behind an amount. */
  of: z.number().exactOptional(),
  /** First day concerned. */
  day: z.string().exactOptional(),
  /** Number of sessions with no current value, which the figure leaves out. */
  silent: z.number().exactOptional(),
  link: rowsLink,
})
export type Figure = z.output<typeof figure>

export const homeFigures = defineCall({
  method: 'GET',
  path: '/api/home/figures',
  access: 'signed-in',
  summary: 'how today is going',
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({
    /** Keys of the figures on top, the most important first. */
    top: z.array(z.enum(HOME_FIGURE_KEYS)),
    list: z.array(figure),
    asOf: instant,
  }),
})

/** An item of the to-do list. */
const todo = z.object({
  kind: z.enum([
    'abnormal',
    'offline',
    'fault',
    'draft',
    'dayClose',
    'approveClose',
    'monthClose',
    'approval',
    'refund',
    'payOut',
    'payOutFailed',
    'payOutStuck',
    'payOutUnheard',
    'difference',
    'channelFile',
    'pendingPile',
    'unopened',
    'ledger',
  ]),
  severity: z.enum(['critical', 'warning', 'notice']),
  count: z.number(),
  /** Epoch ms of the oldest case; null when it has no start. */
  since: instant.nullable(),
  /** Parameter of the text, such as a rule, a day or the code of a fault. */
  subject: z.string().nullable(),
  /** Amount concerned. */
  amount: decimalText.exactOptional(),
  /** The pile, where every pile has an item of its own. */
  pile: z.object({ id: z.string(), code: z.string() }).exactOptional(),
  /** Names of some of the cases. */
  examples: z.array(z.string()),
  /** Ids of what the item's own action acts on, such as piles to restart. */
  targets: z.array(z.string()).exactOptional(),
  /** Abnormal orders that only a decision about the order ends, such as settling it. */
  held: z.boolean().exactOptional(),
  link: rowsLink,
})
export type Todo = z.output<typeof todo>

export const homeTodo = defineCall({
  method: 'GET',
  path: '/api/home/todo',
  access: 'signed-in',
  summary: 'what is wrong and what has to be done',
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({ list: z.array(todo), asOf: instant }),
})

/** A day in quarter-hours, from its first to the current one (today) or its last. */
const dayLoadProfile = z.object({
  day: z.string(),
  /** Start instants of the quarter-hours. */
  at: z.array(instant),
  /** kWh. */
  energy: z.array(decimalText),
  /** Yuan. */
  revenue: z.array(decimalText),
})
export type DayLoadProfile = z.output<typeof dayLoadProfile>

export const homeLoadProfile = defineCall({
  method: 'GET',
  path: '/api/home/course',
  access: 'signed-in',
  summary: 'energy and revenue per quarter of an hour, today and yesterday',
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({
    today: dayLoadProfile,
    yesterday: dayLoadProfile,
    /** End of today. */
    until: instant,
    /** Whether the caller may read prices (`maySeePrices`). */
    mayReadPrices: z.boolean(),
    /** Price periods of today at most of the stations; null when there is no price, or the caller may not read prices. */
    prices: z
      .object({
        periods: z.array(z.object({ from: instant, to: instant, period: z.enum(PERIOD_KINDS) })),
        /** Number of stations with these periods, and of all with a price. */
        stations: z.int(),
        of: z.int(),
      })
      .nullable(),
    asOf: instant,
  }),
})
export type HomeLoadProfile = CallAnswer<typeof homeLoadProfile>

/** A station of the ranking. Money, energy and utilisation are absent for callers who may not read orders. */
const rankedStation = z.object({
  id: z.string(),
  name: z.string(),
  live: z.enum(STATION_LIVES),
  /** Piles by live status; a status without piles is missing. */
  lives: z.partialRecord(z.enum(PILE_LIVES), z.int()),
  /** Connectors in service. */
  connectors: z.int(),
  revenue: decimalText.exactOptional(),
  energy: decimalText.exactOptional(),
  /** Percent of the time of the connectors in service; null without any. */
  utilisation: decimalText.nullable().exactOptional(),
})
export type RankedStation = z.output<typeof rankedStation>

export const homeStations = defineCall({
  method: 'GET',
  path: '/api/home/stations',
  access: 'signed-in',
  summary: 'stations ranked by how well they are used today, or those first of whose piles most are out of order',
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({
    by: z.enum(['utilisation', 'availability']),
    list: z.array(rankedStation),
    /** Number of stations in the caller's scope. */
    total: z.int(),
    asOf: instant,
  }),
})

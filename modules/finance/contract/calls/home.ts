import { type CallAnswer, decimalText, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'

/** Link to the rows behind a figure: a console route and its filter. */
const rowsLink = z.object({ path: z.string(), query: z.record(z.string(), z.string()) })
export type RowsLink = z.output<typeof rowsLink>

/** Decimal text, or a count. */
const figureValue = z.union([decimalText, z.number()])

const figure = z.object({
  key: z.string(),
  value: figureValue,
  unit: z.enum(['kwh', 'yuan', 'count', 'watt']),
  asOf: instant,
  /** The same figure yesterday and on the same weekday last week, each up to the same time of day. */
  yesterday: figureValue.exactOptional(),
  lastWeek: figureValue.exactOptional(),
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
  output: z.object({ list: z.array(figure), asOf: instant }),
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
    'approval',
    'pendingPile',
    'ledger',
  ]),
  severity: z.enum(['critical', 'warning', 'notice']),
  count: z.number(),
  /** Epoch ms of the oldest case; null when it has no start. */
  since: instant.nullable(),
  /** Parameter of the text, such as a rule or a day. */
  subject: z.string().nullable(),
  /** Amount concerned. */
  amount: decimalText.exactOptional(),
  /** Names of some of the cases. */
  examples: z.array(z.string()),
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
  access: 'charging.order:read',
  summary: 'energy and revenue per quarter of an hour, today and yesterday',
  stations: 'narrowed',
  input: z.strictObject({}),
  output: z.object({ today: dayLoadProfile, yesterday: dayLoadProfile, asOf: instant }),
})
export type HomeLoadProfile = CallAnswer<typeof homeLoadProfile>

import { type CallAnswer, decimalText, defineCall, instant } from '@wattyard/calls'
import { z } from 'zod'

/** Where the rows behind a figure are: a route of the console and the filter it opens with. */
const rowsLink = z.object({ path: z.string(), query: z.record(z.string(), z.string()) })
export type RowsLink = z.output<typeof rowsLink>

/** Decimal text, or a count. */
const figureValue = z.union([decimalText, z.number()])

const figure = z.object({
  key: z.string(),
  value: figureValue,
  unit: z.enum(['kwh', 'yuan', 'count', 'watt']),
  asOf: instant,
  /** The same figure yesterday, and on the same weekday of last week, up to the same time of day. */
  yesterday: figureValue.exactOptional(),
  lastWeek: figureValue.exactOptional(),
  /** Sessions whose figure is unknown now and which it therefore leaves out. */
  silent: z.number().exactOptional(),
  link: rowsLink,
})
export type Figure = z.output<typeof figure>

export const homeFigures = defineCall({
  method: 'GET',
  path: '/api/home/figures',
  access: 'signed-in',
  summary: 'how today is going',
  input: z.strictObject({}),
  output: z.object({ list: z.array(figure), asOf: instant }),
})

/** One thing that is wrong or has to be done. */
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
  /** Since when the oldest waits; null when it has no beginning. */
  since: instant.nullable(),
  /** A rule, a day: what the words need to say which. */
  subject: z.string().nullable(),
  /** Money at stake. */
  amount: decimalText.exactOptional(),
  /** Some of what stands behind it, named as people know it. */
  examples: z.array(z.string()),
  link: rowsLink,
})
export type Todo = z.output<typeof todo>

export const homeTodo = defineCall({
  method: 'GET',
  path: '/api/home/todo',
  access: 'signed-in',
  summary: 'what is wrong and what has to be done',
  input: z.strictObject({}),
  output: z.object({ list: z.array(todo), asOf: instant }),
})

/** A day in quarters of an hour, from its first to the quarter that is running (today) or its last. */
const dayLoadProfile = z.object({
  day: z.string(),
  /** Beginnings of the quarters. */
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
  input: z.strictObject({}),
  output: z.object({ today: dayLoadProfile, yesterday: dayLoadProfile, asOf: instant }),
})
export type HomeLoadProfile = CallAnswer<typeof homeLoadProfile>

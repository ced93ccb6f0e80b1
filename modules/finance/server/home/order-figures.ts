import { divideHalfUp, formatEnergy, formatFen, formatPpm, ppm, PPM_ONE, sumFen, ZERO_ENERGY } from '@wattyard/money'
import { connectorsInService } from '@wattyard/assets/server'
import {
  type BookedDay,
  bookedPerDay,
  chargingTimes,
  type DayFigures,
  figuresOfDay,
  openOrdersAt,
  refundsAsked,
  runningAt,
  runningNow,
} from '@wattyard/charging/server'
import { DECIDED_SEVERITIES } from '@wattyard/charging/contract'
import { addDays, dayRange, HOUR_MS } from '@wattyard/time'
import type { Figure, HomeFigure } from '../../contract/index.ts'
import { cacheFor } from './cache-for.ts'
import { keyOf, partOf, pastSpans, type Question, upToNow } from './past.ts'

const keptDays = cacheFor<DayFigures & { asOf: number }>()
const keptCourses = cacheFor<readonly BookedDay[]>()
const keptShares = cacheFor<readonly string[]>()
const keptHours = cacheFor<readonly number[]>()
/** Many screens poll every few seconds; today's sums are computed once for all of them. */
const TODAY_KEPT_MS = 3_000
const PAST_KEPT_MS = 60_000
/** Whole days of the past change only by refunds and corrections. */
const COURSE_KEPT_MS = 600_000
/** Hours in the small line of what runs now. */
const HOURS_BACK = 24

const NOTHING: BookedDay = {
  orders: 0,
  energy: ZERO_ENERGY,
  electricity_fen: sumFen([]),
  service_fen: sumFen([]),
  paid_fen: sumFen([]),
}

/** Figures of what was booked, by key. */
const OF_DAY = {
  energy: ['kwh', (of: BookedDay) => formatEnergy(of.energy)],
  revenue: ['yuan', (of: BookedDay) => formatFen(sumFen([of.electricity_fen, of.service_fen]))],
  electricity: ['yuan', (of: BookedDay) => formatFen(of.electricity_fen)],
  service: ['yuan', (of: BookedDay) => formatFen(of.service_fen)],
  orders: ['count', (of: BookedDay) => of.orders],
  received: ['yuan', (of: BookedDay) => formatFen(of.paid_fen)],
} as const satisfies Partial<Record<HomeFigure, readonly [Figure['unit'], (of: BookedDay) => string | number]>>

/** Keys of the figures that one read of the day gives together. */
export const DAY_FIGURES = Object.keys(OF_DAY) as (keyof typeof OF_DAY)[] // a closed literal

/** Returns figures of what was booked today, beside yesterday and a week ago up to the same time of day. */
export async function dayFigures(question: Question, keys: readonly (keyof typeof OF_DAY)[]): Promise<Figure[]> {
  const { tx, now, today, past } = question
  const part = partOf(question)
  const figuresAgo = (days: number) =>
    keptDays(keyOf(question, String(days)), {
      now,
      forMs: days === 0 ? TODAY_KEPT_MS : PAST_KEPT_MS,
      make: async () => ({
        ...(await figuresOfDay(tx, part, addDays(today, -days), upToNow(question, days).to)),
        asOf: now,
      }),
    })
  const [is, yesterday, lastWeek] = [await figuresAgo(0), await figuresAgo(1), await figuresAgo(7)]
  const course = await keptCourses(keyOf(question), {
    now,
    forMs: COURSE_KEPT_MS,
    make: async () => {
      const booked = await bookedPerDay(tx, part, { from: past[0] ?? today, to: addDays(today, -1) })
      return past.map(day => booked.get(day) ?? NOTHING)
    },
  })
  const link = { path: '/cwdata2/orderDeatil', query: { 'f.bookedOn.from': today, 'f.bookedOn.to': today } }
  return keys.map(key => {
    const [unit, pick] = OF_DAY[key]
    return {
      key,
      unit,
      value: pick(is),
      yesterday: pick(yesterday),
      lastWeek: pick(lastWeek),
      yesterdayOrders: yesterday.orders,
      course: course.map(one => pick(one)),
      asOf: is.asOf,
      link,
    }
  })
}

/** Returns the running sessions and their power. */
export async function runningFigures(question: Question, keys: readonly HomeFigure[]): Promise<Figure[]> {
  const { tx, now } = question
  const part = partOf(question)
  const link = { path: '/znyy/orderMonitoring', query: {} }
  const running = await runningNow(tx, part, now)
  const course = await keptHours(keyOf(question), {
    now,
    forMs: COURSE_KEPT_MS,
    make: () =>
      runningAt(
        tx,
        part,
        Array.from({ length: HOURS_BACK }, (_, index) => now - (HOURS_BACK - 1 - index) * HOUR_MS),
      ),
  })
  const both: Figure[] = [
    { key: 'charging', value: running.sessions, unit: 'count', course: [...course], asOf: now, link },
    { key: 'power', value: running.power_w, unit: 'watt', silent: running.silent, asOf: now, link },
  ]
  return both.filter(({ key }) => keys.includes(key))
}

/** Returns what part of the time of the connectors in service cars charged, as percent with one decimal; null without any. */
export function shareOfTime(charged_ms: number, connectors: number, span_ms: number): string | null {
  if (connectors === 0 || span_ms <= 0) return null
  const tenths = divideHalfUp(BigInt(charged_ms) * 1_000n, BigInt(connectors) * BigInt(span_ms))
  // Sessions of connectors that have left service since count too, so the sum may exceed the time of those that are left.
  return formatPpm(ppm((tenths > 1_000n ? 1_000n : tenths) * (PPM_ONE / 1_000n)))
}

/** Returns how much of their time the connectors in service charged today; nothing where there is no connector. */
export async function utilisationFigure(question: Question): Promise<Figure[]> {
  const { tx, caller, now } = question
  const part = partOf(question)
  const service = await connectorsInService(tx, caller)
  const connectors = sumOf(service.values())
  const [is, yesterday, lastWeek] = [0, 1, 7].map(days => upToNow(question, days))
  if (!is || !yesterday || !lastWeek) return []
  const shares = async (spans: readonly { from: number; to: number }[]) => {
    const times = await chargingTimes(tx, part, spans)
    return spans.map(({ from, to }, at) => shareOfTime(sumOf(times[at]?.values() ?? []), connectors, to - from) ?? '0')
  }
  const [value] = await keptShares(keyOf(question, 'now'), { now, forMs: TODAY_KEPT_MS, make: () => shares([is]) })
  const [before, week, ...course] = await keptShares(keyOf(question, 'past'), {
    now,
    forMs: PAST_KEPT_MS,
    make: () => shares([yesterday, lastWeek, ...pastSpans(question)]),
  })
  if (value === undefined || before === undefined || week === undefined || connectors === 0) return []
  const link = { path: '/device/deviceView', query: {} }
  return [
    {
      key: 'utilisation',
      unit: 'percent',
      value,
      yesterday: before,
      lastWeek: week,
      course,
      of: connectors,
      asOf: now,
      link,
    },
  ]
}

const sumOf = (numbers: Iterable<number>): number => [...numbers].reduce((sum, one) => sum + one, 0)

/** Returns the orders with open findings and the money they concern. */
export async function caseFigures(question: Question, keys: readonly HomeFigure[]): Promise<Figure[]> {
  const { tx, now, past, zone } = question
  const ends = past.map(day => dayRange(day, zone).to)
  const counts = await openOrdersAt(tx, partOf(question), [...ends, now])
  const is = counts.at(-1)
  if (!is) return []
  const course = counts.slice(0, -1)
  const link = {
    path: '/cwdata2/errOrderDetail',
    query: { 'f.state': 'open', 'f.severity': DECIDED_SEVERITIES.join(',') },
  }
  const both: Figure[] = [
    { key: 'openCases', value: is.orders, unit: 'count', course: course.map(one => one.orders), asOf: now, link },
    {
      key: 'abnormalAmount',
      value: formatFen(is.estimate_fen),
      unit: 'yuan',
      of: is.orders,
      course: course.map(one => formatFen(one.estimate_fen)),
      asOf: now,
      link,
    },
  ]
  return both.filter(({ key }) => keys.includes(key))
}

/** Returns the refunds that wait for the end of their session. */
export async function refundFigure(question: Question): Promise<Figure[]> {
  const value = await refundsAsked(question.tx, partOf(question))
  const link = { path: '/cwdata2/orderDeatil', query: { 'f.wish': 'refund' } }
  return [{ key: 'refundsWaiting', value, unit: 'count', asOf: question.now, link }]
}

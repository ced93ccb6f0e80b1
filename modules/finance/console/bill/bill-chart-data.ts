import { type ChartData, PERIOD_COLOURS } from '@wattyard/console-kit'
import { addFen, formatFen, parseFen } from '@wattyard/money'
import { MONEY_SIGN } from '@wattyard/resource'
import { businessDay, eachDay } from '@wattyard/time'
import type { BillsAnswer, DayOfBills, OperatorOfBills, Sums } from '../../contract/index.ts'

/** Translates a key of the page. */
type Say = (key: string) => string

/** Number of days above which the chart has a zoom slider. */
const LONG_DAYS = 31

const feesOf = ({ electricity, service }: Pick<Sums, 'electricity' | 'service'>): string =>
  formatFen(addFen(parseFen(electricity), parseFen(service)))

/** Bills of a run of days; days without bills are missing. */
type BillsOfDays = Pick<BillsAnswer, 'days' | 'from' | 'to'> & Partial<Pick<BillsAnswer, 'firstDay'>>

/**
 * Returns every day in order, with the sums of those that have bills; the others had no income. Days before the company's first
 * order are left out: it had no income to lose then.
 */
export function daysOfSpan({ days, from, to, firstDay }: BillsOfDays): { day: string; sums?: DayOfBills }[] {
  const byDay = new Map(days.map(one => [one.day, one]))
  const begin = firstDay && firstDay > from && firstDay <= to ? firstDay : from
  return eachDay(businessDay(begin), businessDay(to)).map(day => {
    const sums = byDay.get(day)
    return sums ? { day, sums } : { day }
  })
}

/** Returns the days that are over, for a small line: with the part of a day, it would fall every morning. Home draws none either. */
export function wholeDays(bills: BillsOfDays, today: string): ReturnType<typeof daysOfSpan> {
  return daysOfSpan(bills).filter(({ day }) => day < today)
}

interface Course {
  readonly bills: BillsOfDays
  /** Bills of the compared days, drawn day by day beside the others. */
  readonly before?: BillsOfDays
  /** Colour of the compared days. */
  readonly quiet: string
}

/** Returns the fees of each day as stacked bars, its energy as a line on the other axis, and the compared days' fees. */
export function courseChart({ bills, before, quiet }: Course, t: Say): ChartData {
  const all = daysOfSpan(bills)
  const compared = before ? daysOfSpan({ ...before, firstDay: null }) : []
  // Compared days stand beside those of the same place in their period.
  const skipped = daysOfSpan({ ...bills, firstDay: null }).length - all.length
  return {
    kind: 'bar',
    labels: all.map(({ day }) => day),
    left: { unit: MONEY_SIGN },
    right: { unit: 'kWh' },
    zoom: all.length > LONG_DAYS,
    series: [
      {
        name: t('finance.dailyBill.electricity'),
        values: all.map(one => one.sums?.electricity ?? '0.00'),
        stack: 'fees',
      },
      { name: t('finance.dailyBill.service'), values: all.map(one => one.sums?.service ?? '0.00'), stack: 'fees' },
      {
        name: t('finance.dailyBill.energy'),
        values: all.map(one => one.sums?.energy ?? '0'),
        as: 'line',
        axis: 'right',
      },
      ...(before
        ? [
            {
              name: t('finance.bill.comparedFees'),
              values: all.map((_, index) => {
                const other = compared[index + skipped]
                return other === undefined ? null : other.sums ? feesOf(other.sums) : '0.00'
              }),
              as: 'line' as const,
              colour: quiet,
            },
          ]
        : []),
    ],
  }
}

/** Sources that paid an operator's fees. */
const MET = ['paidPrincipal', 'paidGift', 'receivable', 'discount'] as const
const FEES = ['electricity', 'service'] as const

/**
 * Returns the flow of the money: the sources of the fees, the operators whose stations took them, and the kinds of fees. Both
 * sides of an operator are equal: electricity + service = paid + owed + discount.
 */
export function moneyChart(operators: readonly OperatorOfBills[], t: Say): ChartData {
  const isThere = (value: string): boolean => parseFen(value) > 0n
  const names = namesApart(
    operators,
    [...MET, ...FEES].map(key => t(`finance.dailyBill.${key}`)),
  )
  return {
    kind: 'sankey',
    unit: MONEY_SIGN,
    links: operators.flatMap((sums, index) => {
      const name = names[index] ?? sums.operator
      return [
        ...MET.map(key => ({ from: t(`finance.dailyBill.${key}`), to: name, value: sums[key] })),
        ...FEES.map(key => ({ from: name, to: t(`finance.dailyBill.${key}`), value: sums[key] })),
      ].filter(({ value }) => isThere(value))
    }),
  }
}

/**
 * Returns distinct names of the operators. Two operators with the same name, or one named like a kind of money, would otherwise
 * become one node of the chart.
 */
function namesApart(operators: readonly OperatorOfBills[], taken: readonly string[]): string[] {
  const seen = new Set(taken)
  return operators.map(({ name }) => {
    let apart = name
    for (let number = 2; seen.has(apart); number++) apart = `${name} (${number})`
    seen.add(apart)
    return apart
  })
}

/** Periods of the tariff, the most expensive first. */
const PERIODS = ['J', 'F', 'P', 'G', 'S'] as const

/** Returns the energy by period of the tariff in kWh, each in the colour that the price editor gives its period. */
export function periodChart(totals: Sums, t: Say): ChartData {
  return {
    kind: 'pie',
    unit: 'kWh',
    slices: PERIODS.map(period => ({
      name: t(`finance.bill.period.${period}`),
      value: totals[`energy${period}`],
      colour: PERIOD_COLOURS[period],
    })).filter(({ value }) => /[1-9]/.test(value)),
  }
}

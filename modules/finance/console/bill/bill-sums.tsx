import { type Figure, type Stat, StatGrid, useWords } from '@wattyard/console-kit'
import type { BillsAnswer, Sums } from '../../contract/index.ts'
import { wholeDays } from './bill-chart-data.ts'
import type { ComparedBills } from './use-compared-bills.ts'

type FigureOf = (sums: Sums) => Figure

const MONEY =
  (key: 'total' | 'refunded' | 'receivable'): FigureOf =>
  sums => ({ kind: 'money', value: sums[key] })

/** Main figures of a period, with the direction of improvement where there is one. */
const FIGURES: readonly { key: keyof Sums; of: FigureOf; better?: 'more' | 'less'; hasCourse?: true }[] = [
  { key: 'total', of: MONEY('total'), better: 'more', hasCourse: true },
  { key: 'energy', of: sums => ({ kind: 'energy', value: sums.energy }), better: 'more', hasCourse: true },
  { key: 'orders', of: sums => ({ kind: 'count', value: sums.orders }), better: 'more', hasCourse: true },
  { key: 'receivable', of: MONEY('receivable'), better: 'less' },
  { key: 'refunded', of: MONEY('refunded') },
]

interface BillSumsProps {
  readonly bills: BillsAnswer | undefined
  /** Bills of the compared days; null without a comparison. */
  readonly before: ComparedBills | null
  readonly today: string
}

/** Draws the sums of the period against the compared days. */
export function BillSums({ bills, before, today }: BillSumsProps) {
  const { t } = useWords()
  // The wire has the newest day first; a line runs from left to right.
  const days = bills ? wholeDays(bills, today) : []
  const stats = FIGURES.map(({ key, of, better, hasCourse }): Stat => {
    // Days without a single bill are no base: nothing was recorded of them, and 0.00 would say that something was.
    const base = before?.bills && (before.bills.total === 0 ? null : of(before.bills.totals).value)
    return {
      key,
      label: t(`finance.dailyBill.${key}`),
      figure: bills && of(bills.totals),
      ...(base === undefined ? {} : { before: base }),
      ...(better ? { better } : {}),
      ...(hasCourse && days.length > 1 ? { course: days.map(({ sums }) => (sums ? of(sums).value : 0)) } : {}),
      ...(before?.hasFailed ? { note: t('finance.bill.notCompared') } : {}),
      hint: t(`finance.bill.counted.${key}`),
    }
  })
  return (
    <div className="fb-sums">
      <StatGrid label={t('finance.bill.sums')} stats={stats} look="plain" />
    </div>
  )
}

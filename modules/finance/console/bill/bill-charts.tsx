import { Chart, usePalette, useWords } from '@wattyard/console-kit'
import { useMemo } from 'react'
import type { BillsAnswer } from '../../contract/index.ts'
import { courseChart, daysOfSpan, moneyChart, periodChart } from './bill-chart-data.ts'

interface BillChartsProps {
  readonly bills: BillsAnswer
  /** Bills of the compared days. */
  readonly before: BillsAnswer | undefined
  readonly onDay: (day: string) => void
}

/** Draws the period as charts: fees and energy by day, the flow of the money, and the energy by period of the tariff. */
export function BillCharts({ bills, before, onDay }: BillChartsProps) {
  const { t } = useWords()
  const { palette } = usePalette()
  const { operators, totals } = bills
  const course = useMemo(
    () => courseChart({ bills, ...(before ? { before } : {}), quiet: palette.text3 }, t),
    [bills, before, palette, t],
  )
  const money = useMemo(() => moneyChart(operators, t), [operators, t])
  const periods = useMemo(() => periodChart(totals, t), [totals, t])
  const pick = (index: number): void => {
    const picked = daysOfSpan(bills)[index]
    if (picked) onDay(picked.day)
  }
  return (
    <div className="fb-charts">
      <div data-wide="">
        <Chart
          title={t('finance.bill.chart.course')}
          hint={t('finance.bill.chart.courseHint')}
          data={course}
          height={300}
          onPick={pick}
        />
      </div>
      <Chart title={t('finance.bill.chart.money')} hint={t('finance.bill.chart.moneyHint')} data={money} height={280} />
      <Chart
        title={t('finance.bill.chart.periods')}
        hint={t('finance.bill.chart.periodsHint')}
        data={periods}
        height={280}
      />
    </div>
  )
}

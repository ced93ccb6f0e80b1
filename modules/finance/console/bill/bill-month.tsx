import { type MonthEntry, MonthGrid, showMoney, toneOf, useWords, valueWord } from '@wattyard/console-kit'
import type { DayOfBills } from '../../contract/index.ts'
import type { KnownClosing } from './quiet-days.ts'
import { type BillView, monthParams } from './use-bill-filter.ts'

interface BillMonthProps {
  readonly view: BillView
  readonly days: readonly DayOfBills[]
  readonly closings: readonly KnownClosing[]
  readonly isLoading: boolean
}

/**
 * States of closings to show: proposals and refusals concern a day that is still open, while a sealed closing shows in the day's
 * own state.
 */
const TOLD: ReadonlySet<string> = new Set(['proposed', 'rejected'])

/** Draws the days of a month: the income of each and whether it is closed; a day opens its row of the list. */
export function BillMonth({ view, days, closings, isLoading }: BillMonthProps) {
  const words = useWords()
  const { t, language } = words
  const entries = new Map<string, MonthEntry[]>()
  for (const { day, state, total } of days)
    entries.set(day, [
      {
        key: 'state',
        label: valueWord(words, 'finance.dailyBill.state', state),
        tone: toneOf('finance.dailyBill.state', state),
        figure: showMoney(total, language),
      },
    ])
  for (const { id, day, state } of closings.filter(one => TOLD.has(one.state)))
    entries.set(day, [
      ...(entries.get(day) ?? []),
      {
        key: id,
        label: valueWord(words, 'finance.dayClose.state', state),
        tone: toneOf('finance.dayClose.state', state),
      },
    ])
  const month = view.filter.to.slice(0, 7)
  return (
    <MonthGrid
      label={t('finance.bill.calendar')}
      month={month}
      onMonth={next => view.set(monthParams(view.days, next))}
      entries={entries}
      today={view.days.today}
      max={view.days.today}
      isLoading={isLoading}
      onDay={day => view.set({ ...monthParams(view.days, day), day, view: '' })}
    />
  )
}

import { businessDay } from '@wattyard/time'
import { useId, useState } from 'react'
import { DayInput, UnitInput } from '../ui/date-input.tsx'
import { useWords } from '../words/use-words.ts'
import { daysOf, movedEnd } from './period-address.ts'
import { type DaySpan, periodOf } from './period.ts'
import type { PeriodView } from './use-period.ts'

/** Draws the control that picks or types the period itself: a day, a month, a quarter, a year, or the two ends of a range. */
export function PeriodInput({ view }: { readonly view: PeriodView }) {
  const { t } = useWords()
  const { unit, from } = view.period
  if (unit === 'range') return <Ends view={view} />
  const choose = (day: string): void => {
    if (day !== '') view.choose(periodOf(unit, businessDay(day)))
  }
  const shared = { label: t(`kit.period.unit.${unit}`), value: from, max: view.today, onChange: choose }
  // A week is chosen by any of its days.
  return unit === 'day' || unit === 'week' ? <DayInput {...shared} /> : <UnitInput {...shared} unit={unit} />
}

/** Draws the two ends of a range. A range longer than the page allows is kept here until an end is moved closer. */
function Ends({ view: { shown, today, maxDays, choose } }: { readonly view: PeriodView }) {
  const { t } = useWords()
  const note = useId()
  const [span, setSpan] = useState<DaySpan>(shown)
  const isTooLong = daysOf(span) > maxDays
  const change = (end: 'from' | 'to', day: string): void => {
    if (day === '') return
    const next = movedEnd(span, end, day)
    setSpan(next)
    if (daysOf(next) <= maxDays) choose({ unit: 'range', ...next })
  }
  const input = (end: 'from' | 'to') => (
    <DayInput
      label={t(`kit.${end}`)}
      value={span[end]}
      max={today}
      invalid={isTooLong}
      describedBy={isTooLong ? note : undefined}
      onChange={day => change(end, day)}
    />
  )
  return (
    <span className="w-period-ends">
      {input('from')}
      <span aria-hidden="true">–</span>
      {input('to')}
      {isTooLong && (
        <span id={note} role="alert" className="w-period-problem">
          {t('kit.period.tooLong', { max: maxDays })}
        </span>
      )}
    </span>
  )
}

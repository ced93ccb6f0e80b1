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
  const ahead = useAhead()
  const { unit, from } = view.period
  if (unit === 'range') return <Ends view={view} />
  const choose = (day: string): void => {
    if (day !== '') view.choose(periodOf(unit, businessDay(day)))
  }
  const shared = { label: t(`kit.period.unit.${unit}`), value: from, max: view.today, onChange: choose, ...ahead.props }
  return (
    <span className="w-period-ends">
      {/* A week is chosen by any of its days. */}
      {unit === 'day' || unit === 'week' ? <DayInput {...shared} /> : <UnitInput {...shared} unit={unit} />}
      {ahead.note}
    </span>
  )
}

/** Says of a typed day after today that it is not chosen, until the period changes. */
function useAhead() {
  const { t } = useWords()
  const id = useId()
  const [day, setDay] = useState('')
  return {
    props: day === '' ? { onBeyond: setDay } : { onBeyond: setDay, invalid: true, describedBy: id },
    note: day !== '' && (
      <span id={id} role="alert" className="w-period-problem">
        {day} · {t('kit.period.ahead')}
      </span>
    ),
  }
}

/** Draws the two ends of a range. A range longer than the page allows is kept here until an end is moved closer. */
function Ends({ view: { shown, today, maxDays, choose } }: { readonly view: PeriodView }) {
  const { t } = useWords()
  const note = useId()
  const [span, setSpan] = useState<DaySpan>(shown)
  const isTooLong = daysOf(span) > maxDays
  const ahead = { from: useAhead(), to: useAhead() }
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
      onChange={day => change(end, day)}
      {...ahead[end].props}
      {...(isTooLong ? { invalid: true, describedBy: note } : {})}
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
      {ahead.from.note}
      {ahead.to.note}
    </span>
  )
}

import { Button } from 'antd'
import { DayInput, useWords } from '@wattyard/console-kit'
import { businessDay, eachDay, isBusinessDay } from '@wattyard/time'
import { useState } from 'react'
import { MAX_DATES_PER_PLAN, MAX_KEY_LENGTH } from '../../contract/index.ts'
import { changePlan } from './edit-model.ts'
import { useIsNarrow } from '../use-is-narrow.ts'
import { useEditor } from './editor-context.tsx'
import { conditionText } from './plan-words.ts'

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
/** Largest number of days that one range can add. Spring Festival has nine. */
const MAX_RANGE = 62

/** Draws the name and the days of the plan shown. All given parts must match: July and weekend means a weekend in July. */
export function PlanDays() {
  const { edit, plan, readOnly, change } = useEditor()
  const { t } = useWords()
  const isNarrow = useIsNarrow()
  if (!plan || plan.when === null || readOnly) return null
  const { when } = plan
  const set = (part: 'months' | 'weekdays' | 'dates', list: readonly (number | string)[]): void => {
    const { [part]: _old, ...rest } = when
    change(
      changePlan(edit, plan.id, {
        when: list.length === 0 && Object.keys(rest).length > 0 ? rest : { ...when, [part]: list },
      }),
    )
  }
  const form = (
    <div className="pr-plan-days">
      <label>
        <span>{t('pricing.plan.name')}</span>
        <input
          className="pr-input"
          value={plan.key}
          maxLength={MAX_KEY_LENGTH}
          onChange={event => change(changePlan(edit, plan.id, { key: event.target.value }))}
        />
      </label>
      <Toggles
        legend={t('pricing.plan.monthsLabel')}
        all={MONTHS}
        chosen={when.months ?? []}
        nameOf={month => t(`pricing.month.${month}`)}
        onChange={list => set('months', list)}
      />
      <Toggles
        legend={t('pricing.plan.weekdaysLabel')}
        all={WEEKDAYS}
        chosen={when.weekdays ?? []}
        nameOf={day => t(`pricing.weekday.${day}`)}
        onChange={list => set('weekdays', list)}
      />
      <Dates chosen={when.dates ?? []} onChange={list => set('dates', list)} />
    </div>
  )
  // On a narrow screen the form is folded, so that the day itself comes first.
  return isNarrow ? (
    <details className="pr-plan-fold">
      <summary>{t('pricing.plan.days', { days: conditionText(when, t) })}</summary>
      {form}
    </details>
  ) : (
    form
  )
}

interface TogglesProps {
  readonly legend: string
  readonly all: readonly number[]
  readonly chosen: readonly number[]
  readonly nameOf: (value: number) => string
  readonly onChange: (chosen: number[]) => void
}

function Toggles({ legend, all, chosen, nameOf, onChange }: TogglesProps) {
  return (
    <fieldset className="pr-toggles">
      <legend>{legend}</legend>
      {all.map(value => (
        <label key={value} className="pr-toggle">
          <input
            type="checkbox"
            className="w-sr"
            checked={chosen.includes(value)}
            onChange={event =>
              onChange(
                event.target.checked
                  ? [...chosen, value].toSorted((a, b) => a - b)
                  : chosen.filter(one => one !== value),
              )
            }
          />
          {nameOf(value)}
        </label>
      ))}
    </fieldset>
  )
}

function Dates({ chosen, onChange }: { chosen: readonly string[]; onChange: (dates: string[]) => void }) {
  const { t } = useWords()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const days = daysBetween(from, to === '' ? from : to)
  const add = (): void => {
    onChange([...new Set([...chosen, ...days])].toSorted().slice(0, MAX_DATES_PER_PLAN))
    setFrom('')
    setTo('')
  }
  return (
    <fieldset className="pr-toggles">
      <legend>{t('pricing.plan.datesLabel')}</legend>
      <DayInput canClear label={t('pricing.editor.from')} value={from} onChange={setFrom} />
      <span aria-hidden="true">–</span>
      <DayInput canClear label={t('pricing.editor.until')} value={to} min={from} onChange={setTo} />
      <Button size="small" disabled={days.length === 0} onClick={add}>
        {t(days.length === 0 ? 'pricing.plan.addDatesNone' : 'pricing.plan.addDates', { count: days.length })}
      </Button>
      {chosen.map(day => (
        <span key={day} className="pr-date">
          <span className="w-num">{day}</span>
          <button
            type="button"
            className="w-icon-button"
            aria-label={t('pricing.plan.removeDate', { day })}
            onClick={() => onChange(chosen.filter(one => one !== day))}
          >
            ×
          </button>
        </span>
      ))}
    </fieldset>
  )
}

function daysBetween(from: string, to: string): string[] {
  if (!isBusinessDay(from) || !isBusinessDay(to) || to < from) return []
  return eachDay(businessDay(from), businessDay(to)).slice(0, MAX_RANGE)
}

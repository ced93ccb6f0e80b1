import type { Translate } from '@wattyard/console-kit'
import type { DraftCondition } from '../../contract/index.ts'
import { DEFAULT_KEY } from './edit-model.ts'

/** Returns the displayed name of a plan. The default plan has its own word unless it was given a name. */
export function planName(key: string | null, t: Translate): string {
  if (key === null || key === DEFAULT_KEY) return t('pricing.plan.default')
  // Plans of a province template are named after their months.
  const months = /^months-([\d-]+)$/.exec(key)?.[1]
  return months === undefined ? key : monthsText(months.split('-').map(Number), t)
}

/** Formats months as `1月–3月、12月` or `Jan–Mar, Dec`; consecutive months are joined. */
export function monthsText(months: readonly number[], t: Translate): string {
  const runs: [number, number][] = []
  for (const month of [...new Set(months)].toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === month - 1) last[1] = month
    else runs.push([month, month])
  }
  const nameOf = (month: number): string => t(`pricing.month.${month}`)
  return runs
    .map(([from, to]) => (from === to ? nameOf(from) : `${nameOf(from)}–${nameOf(to)}`))
    .join(t('pricing.listSeparator'))
}

/** Returns the days of a condition in one line. */
export function conditionText(when: DraftCondition | null, t: Translate): string {
  if (when === null) return t('pricing.plan.otherDays')
  const parts = [
    when.months && when.months.length > 0 ? monthsText(when.months, t) : '',
    when.weekdays && when.weekdays.length > 0 ? when.weekdays.map(day => t(`pricing.weekday.${day}`)).join(' ') : '',
    when.dates && when.dates.length > 0 ? datesText(when.dates, t) : '',
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : t('pricing.plan.noDays')
}

function datesText(dates: readonly string[], t: Translate): string {
  return dates.length <= 2
    ? dates.join(t('pricing.listSeparator'))
    : t('pricing.plan.dates', { count: dates.length, first: dates[0] ?? '' })
}

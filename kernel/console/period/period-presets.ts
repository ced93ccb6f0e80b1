import { addDays, type BusinessDay } from '@wattyard/time'
import { daysOf } from './period-address.ts'
import { type Period, periodOf, stepPeriod } from './period.ts'

const DAYS_BACK = [7, 30, 90] as const

export interface PeriodPreset {
  /** Last part of its word's key, `kit.period.preset.…`. */
  readonly word: string
  readonly period: Period
}

/** Returns the common periods, the nearest first; only those that fit into `maxDays`. */
export function presetPeriods(today: BusinessDay, maxDays: number): PeriodPreset[] {
  const before = (unit: 'day' | 'week' | 'month' | 'quarter' | 'year'): Period => stepPeriod(periodOf(unit, today), -1)
  const back = (days: number): PeriodPreset => ({
    word: `last${days}`,
    period: { unit: 'range', from: addDays(today, 1 - days), to: today },
  })
  const presets: PeriodPreset[] = [
    { word: 'yesterday', period: before('day') },
    ...DAYS_BACK.map(back),
    { word: 'lastWeek', period: before('week') },
    { word: 'lastMonth', period: before('month') },
    { word: 'lastQuarter', period: before('quarter') },
    { word: 'lastYear', period: before('year') },
  ]
  return presets.filter(({ period }) => daysOf(period) <= maxDays)
}

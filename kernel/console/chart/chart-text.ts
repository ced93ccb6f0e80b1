import type { DisplayLocale } from '@wattyard/money'
import { decimalsOfUnit } from '@wattyard/resource'
import { NO_VALUE, roundedText, showDecimalText, showNumber } from '@wattyard/resource'
import type { ChartAxis, ChartValue } from './chart-data.ts'

type Format = Pick<ChartAxis, 'unit' | 'decimals'>

/** Most decimals of a measured number without a kind. */
const MEASURED_DECIMALS = 2
/** Most decimals at the marks of an axis, which are round numbers. */
const MARK_DECIMALS = 6

/**
 * Returns a value of a chart for people: the decimals of its kind where its unit has one (decision 391), else at most `decimals`
 * of a number and every digit of a text. NO_VALUE for a gap.
 */
export function chartText(value: unknown, { unit, decimals = MEASURED_DECIMALS }: Format, lang: DisplayLocale): string {
  const ofKind = decimalsOfUnit(unit)
  if (typeof value === 'number') return showNumber(value, lang, ofKind ?? decimals, ofKind ?? 0)
  if (typeof value !== 'string' || value === '') return NO_VALUE
  return showDecimalText(ofKind === undefined ? value : roundedText(value, ofKind), lang)
}

/** Returns the text at a mark of an axis, as short as its number. */
export function markText(value: number, lang: DisplayLocale): string {
  return showNumber(value, lang, MARK_DECIMALS)
}

/** Returns a value for a file, in the wire's form: the decimals of its kind where its unit has one; empty for a gap. */
export function fileText(value: ChartValue, { unit }: Format): string {
  if (value === null) return ''
  const ofKind = decimalsOfUnit(unit)
  return ofKind === undefined ? String(value) : roundedText(String(value), ofKind)
}

import { isBusinessDay, parseLocalInstant } from '@wattyard/time'
import { typedDecimal } from '../format/typed-decimal.ts'
import type { Language } from '../session/settings.ts'

/**
 * Returns typed kilowatts as whole watts: `60,5` (es) → 60500. Text that is no number comes back as typed, for the server to
 * refuse.
 */
export function typedPower(typed: string, language: Language): number | string | null {
  const text = typedDecimal(typed, language)
  if (text === '') return null
  const [, whole, fraction = ''] = /^(\d{1,6})(?:\.(\d{1,3}))?$/.exec(text) ?? []
  return whole === undefined ? typed.trim() : Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** Returns a typed duration in seconds: `1:02:03`, `1:30` (minutes and seconds) or seconds; other text comes back as typed. */
export function typedDuration(typed: string): number | string | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  if (!/^\d{1,9}(:[0-5]?\d){0,2}$/.test(text)) return text
  return text.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0)
}

/** Returns a typed time of day: `8:30`, `8.30`, `0830`, `８：３０` → `08:30`; other text comes back as typed. */
export function typedTime(typed: string): string | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  const [, hour = '', minute = ''] = /^(\d{1,2})\s*[:.时h]?\s*(\d{2})分?$/.exec(text) ?? []
  return hour === '' ? text : `${hour.padStart(2, '0')}:${minute}`
}

/** Returns a typed whole number without grouping; other text comes back as typed. */
export function typedInteger(typed: string, language: Language): string | null {
  const text = typedDecimal(typed, language)
  return text === '' ? null : text
}

const YEAR_FIRST = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})日?$/
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/
const DAY_FIRST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/

/**
 * Returns a typed day as `YYYY-MM-DD`: `2026/1/5`, `2026年1月5日`, `20260105`, in Spanish also `5/1/2026`; other text comes back as
 * typed.
 */
export function typedDay(typed: string, language: Language): string | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  const dayFirst = language === 'es' ? DAY_FIRST.exec(text) : null
  const [year = '', month = '', day = ''] =
    (YEAR_FIRST.exec(text) ?? DIGITS.exec(text))?.slice(1) ?? dayFirst?.slice(1).toReversed() ?? []
  const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isBusinessDay(read) ? read : text
}

/** `8:30`, `08:30:15`, `8时30分`. */
const CLOCK = /^(\d{1,2})[:时](\d{2})(?:[:分](\d{2}))?[分秒]?$/

/**
 * Returns a typed moment in epoch milliseconds. Seconds may be left out, and the time of day too, which then is midnight. A
 * wall-clock time that occurs twice is the earlier moment, one that never occurs the moment of the clock change. Text that is no
 * moment comes back as typed.
 */
export function typedInstant(typed: string, zone: string, language: Language): number | string | null {
  const text = typed.normalize('NFKC').trim()
  if (text === '') return null
  const [, dayText = '', clockText = '0:00'] = /^(.*?)(?:(?:\s+|(?<=\d)T)(\d{1,2}[:时]\S*))?$/.exec(text) ?? []
  const day = typedDay(dayText, language) ?? ''
  const [, hour = '', minute = '', second = '00'] = CLOCK.exec(clockText) ?? []
  if (!isBusinessDay(day) || hour === '') return text
  const parsed = parseLocalInstant(`${day} ${hour.padStart(2, '0')}:${minute}:${second}`, 'YYYY-MM-DD HH:mm:ss', zone)
  if (parsed.kind === 'exact') return parsed.at
  if (parsed.kind === 'ambiguous') return parsed.earlier
  return parsed.kind === 'missing' ? parsed.gapAt : text
}

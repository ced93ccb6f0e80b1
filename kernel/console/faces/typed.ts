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

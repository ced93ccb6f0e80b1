import type { Language } from '../session/settings.ts'

/** Format of days on every page, in every language. */
export const DAY = 'YYYY-MM-DD'

/** The same format as a placeholder, in each language's letters for year, month and day. */
export const DAY_SHAPE: Readonly<Record<Language, string>> = { zh: DAY, en: DAY, es: 'AAAA-MM-DD' }

/**
 * Further formats in which people type days. None is complete before its last character: otherwise the control would rewrite a
 * day that is still being typed (`2026-11-2`).
 */
const TYPED: Readonly<Record<Language, readonly string[]>> = {
  zh: ['YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY年M月D日'],
  en: ['YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD'],
  es: ['YYYYMMDD', 'YYYY/MM/DD', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY'],
}

/** Returns the formats of days; the first is the shown one. */
export function dayFormats(language: Language): readonly string[] {
  return [DAY, ...TYPED[language]]
}

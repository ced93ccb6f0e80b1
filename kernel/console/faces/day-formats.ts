import type { Language } from '../session/settings.ts'

/** How days are written on every page, in every language. */
export const DAY = 'YYYY-MM-DD'

/** The same for people, in the letters of their own words for year, month and day. */
export const DAY_SHAPE: Readonly<Record<Language, string>> = { zh: DAY, en: DAY, es: 'AAAA-MM-DD' }

/**
 * How people type days as well. None is complete before its last character: a day that could still go on (`2026-11-2`)
 * would be written out under the typing hand.
 */
const TYPED: Readonly<Record<Language, readonly string[]>> = {
  zh: ['YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYY年M月D日'],
  en: ['YYYYMMDD', 'YYYY/MM/DD', 'YYYY.MM.DD'],
  es: ['YYYYMMDD', 'YYYY/MM/DD', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY'],
}

/** The first is how a day is shown. */
export function dayFormats(language: Language): readonly string[] {
  return [DAY, ...TYPED[language]]
}

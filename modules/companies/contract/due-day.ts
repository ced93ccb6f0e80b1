import { addDays, type BusinessDay, businessDay } from '@wattyard/time'

/** When a company pays or is paid: so many days after a document, then on a day of the month. */
export interface PaymentTerms {
  /** Days after the day of the document, 0 to 365. */
  readonly days: number
  /** Day of the month, 1 to 31, on which payments are made; null for any day. In shorter months it is the last one. */
  readonly monthDay: number | null
}

export const USUAL_TERMS: PaymentTerms = { days: 30, monthDay: null }

const lastOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Returns the day on which a document of a day is due: the days of the terms later, then the next day of payment. */
export function dueDay(issued: BusinessDay, { days, monthDay }: PaymentTerms): BusinessDay {
  const from = addDays(issued, days)
  if (monthDay === null) return from
  const [year = 0, month = 0, day = 0] = from.split('-').map(Number)
  const here = Math.min(monthDay, lastOf(year, month))
  if (day <= here) return dayOf(year, month, here)
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  return dayOf(nextYear, nextMonth, Math.min(monthDay, lastOf(nextYear, nextMonth)))
}

const dayOf = (year: number, month: number, day: number): BusinessDay =>
  businessDay(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)

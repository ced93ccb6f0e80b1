import { type Currency, CURRENCY_SCALE, type Fen, fen, isCurrency, negFen } from '@wattyard/money'
import { isBusinessDay } from '@wattyard/time'
import { readAmount } from '../reading/amounts.ts'
import type { Book } from '../reading/book.ts'
import type { Balance } from '../reading/statement.ts'

/** Years of two digits from here on are of the last century, by SWIFT's rule. */
const FIRST_YEAR_OF_1900 = 80

/** Returns `YYMMDD` as a day, null when there is none. */
export function dayOfSix(text: string): string | null {
  const year = Number(text.slice(0, 2))
  const day = `${year >= FIRST_YEAR_OF_1900 ? 19 : 20}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  return isBusinessDay(day) ? day : null
}

/** Returns the entry day `MMDD` beside a value day: the one of the years around it that lies nearest. */
export function entryDay(valueDay: string, text: string): string | null {
  const year = Number(valueDay.slice(0, 4))
  const valueMonth = Number(valueDay.slice(5, 7))
  const month = Number(text.slice(0, 2))
  const shift = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0
  const day = `${year + shift}-${text.slice(0, 2)}-${text.slice(2, 4)}`
  return isBusinessDay(day) ? day : null
}

/** Reads an amount with its decimal comma. A point is no grouping here: nobody knows what a bank means by it. */
export function readMinor(text: string, code: Currency, line: number, tag: string, book: Book): Fen | null {
  if (!/^[0-9]+,?[0-9]*$/.test(text)) {
    book.finding(line, tag, 'amount-unreadable', text)
    return null
  }
  // The comma is mandatory, also for currencies without decimals.
  const read = readAmount(text.replace(/,$/, ''), { scale: CURRENCY_SCALE[code], decimalComma: true })
  if (read.value !== null) return fen(read.value)
  book.finding(line, tag, read.problem, text)
  return null
}

const BALANCE = /^([CD])([0-9]{6})([A-Z]{3})([0-9,.]+)$/

/** Reads a balance, `C280229EUR1234,56`. */
export function readBalance(text: string, line: number, tag: string, book: Book): Balance | null {
  const match = BALANCE.exec(text.trim())
  if (match === null) {
    book.finding(line, tag, 'amount-unreadable', text)
    return null
  }
  const [, sign, date = '', code = '', amount = ''] = match
  const day = dayOfSix(date)
  if (day === null) book.finding(line, tag, 'time-unreadable', date)
  if (!isCurrency(code)) {
    book.finding(line, tag, 'currency-unknown', code)
    return null
  }
  const value = readMinor(amount, code, line, tag, book)
  if (value === null || day === null) return null
  return { value: sign === 'D' ? negFen(value) : value, currency: code, day }
}

export interface Entry {
  readonly valueDay: string
  readonly bookedDay: string
  /** Whether it came in: a debit taken back does. */
  readonly isIn: boolean
  readonly isExpected: boolean
  readonly amount: string
  /** Four signs: how it was sent and what it is. */
  readonly type: string
  readonly ownNo: string
  readonly bankNo: string
  readonly supplement: string
}

const ENTRY =
  /^([0-9]{6})([0-9]{4})?([RE]?)([CD])([A-Z]?)([0-9,.]+)([A-Z][A-Z0-9]{3})([^/\n]*(?:\/(?!\/)[^/\n]*)*)(?:\/\/([^\n]*))?(?:\n(.*))?$/s

/** Reads an entry (tag 61); null when it is none, `time-unreadable` when its day does not exist. */
export function readEntry(text: string): Entry | 'time-unreadable' | null {
  const match = ENTRY.exec(text)
  if (match === null) return null
  const [, date = '', booked, mark, sign, , amount = '', type = '', ownNo = '', bankNo = '', supplement = ''] = match
  const valueDay = dayOfSix(date)
  const bookedDay = valueDay === null || booked === undefined ? valueDay : entryDay(valueDay, booked)
  if (valueDay === null || bookedDay === null) return 'time-unreadable'
  return {
    valueDay,
    bookedDay,
    isIn: (sign === 'C') !== (mark === 'R'),
    isExpected: mark === 'E',
    amount,
    type,
    ownNo: ownNo.trim(),
    bankNo: bankNo.trim(),
    supplement: supplement.trim(),
  }
}

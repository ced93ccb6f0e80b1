import type { Currency, Fen } from '@wattyard/money'
import type { Book } from './book.ts'

export interface Balance {
  readonly value: Fen
  readonly currency: Currency
  /** Local day, `YYYY-MM-DD`. */
  readonly day: string
}

/** One account statement while its entries are read. */
export interface OpenStatement {
  readonly account: string
  readonly number: string
  readonly opening: Balance
  /** Sum of the entries read so far, in minor units. */
  sum: bigint
}

/** Closes a statement: opening and entries must give the closing balance, in one currency. */
export function closeStatement(book: Book, open: OpenStatement, closing: Balance, line: number): void {
  const { account, number, opening, sum } = open
  const isOne = opening.currency === closing.currency
  if (!isOne) book.finding(line, null, 'currency-mixed', `${opening.currency} ≠ ${closing.currency}`)
  const expected = opening.value + sum
  const agrees = isOne && expected === closing.value
  if (isOne && !agrees) book.finding(line, null, 'balance-broken', `${expected} ≠ ${closing.value}`)
  book.statement({
    account,
    number,
    currency: opening.currency,
    opening: opening.value,
    closing: closing.value,
    openingDay: opening.day,
    closingDay: closing.day,
    agrees,
  })
}

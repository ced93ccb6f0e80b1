import { absFen, type Currency, type Fen, isCurrency, negFen } from '@wattyard/money'
import type { AmountStyle } from '../reading/amounts.ts'
import { amountAt, type Cells, isBlankAt, nameAt, numberAt, textAt } from '../reading/cells.ts'
import { recordOf } from '../reading/head.ts'
import type { ReadInstant } from '../reading/instants.ts'
import type { RowKind, RowState } from '../reading/result.ts'
import { createBalances } from './balances.ts'
import type { FieldName, FileMapping } from './mapping.ts'

/** Where each field stands; −1 for one the mapping does not have. */
export type Places = Readonly<Record<FieldName, number>>

const KINDS = ['payment', 'refund', 'fee', 'payout'] as const
const STATES = ['done', 'pending', 'failed', 'revoked'] as const

/** Returns a function that reads one line of cells as a row into the book. */
export function createRowReader(
  mapping: FileMapping,
  styleOf: (code: Currency) => AmountStyle,
  readInstant: (text: string) => ReadInstant,
): (row: Cells, at: Places, isMerchantWanted: boolean) => void {
  const kinds = wordsOf(KINDS, mapping.kinds)
  const states = wordsOf(STATES, mapping.states)
  const balances = createBalances()

  function currencyOf(row: Cells, at: Places): Currency | null {
    const code = isBlankAt(row, at.currency) ? mapping.currency : textAt(row, at.currency)
    if (isCurrency(code)) return code
    row.book.finding(row.line, nameAt(row, at.currency), 'currency-unknown', code)
    return null
  }

  function stateOf(row: Cells, at: Places): RowState {
    if (mapping.states === undefined || at.state < 0) return 'done'
    const word = textAt(row, at.state)
    const state = states.get(word)
    if (state === undefined) row.book.finding(row.line, nameAt(row, at.state), 'state-unknown', word)
    return state ?? 'pending'
  }

  function instantOf(row: Cells, at: Places): number | null {
    const isSplit = at.time < 0
    const place = isSplit ? at.date : at.time
    const text = isSplit ? `${textAt(row, at.date)} ${textAt(row, at.timeOfDay)}`.trim() : textAt(row, at.time)
    const found = readInstant(text)
    const name = nameAt(row, place)
    if (found.at === null) {
      row.book.finding(row.line, name, found.problem, text)
      return null
    }
    if (found.notice !== null) row.book.finding(row.line, name, found.notice, text)
    row.book.day(row.line, name ?? '', found.day)
    return found.at
  }

  return (row, at, isMerchantWanted) => {
    const { book, line } = row
    if (isMerchantWanted || at.merchant >= 0)
      book.checkMerchant(line, nameAt(row, at.merchant) ?? '', [textAt(row, at.merchant)])
    const currency = currencyOf(row, at)
    const style = currency === null ? null : styleOf(currency)
    const amount = style === null ? null : signedAmount(row, at, mapping.sign, style)
    const fee = style === null ? null : amountAt(row, at.fee, style, true)
    const balance = style === null ? null : amountAt(row, at.balance, style, true)
    const isLost = (value: Fen | null, place: number) => value === null && !isBlankAt(row, place)
    const instant = instantOf(row, at)
    if (currency === null || amount === null || isLost(fee, at.fee) || isLost(balance, at.balance)) {
      book.unread()
      return
    }
    const kind: RowKind =
      kinds.get(textAt(row, at.kind)) ?? (at.kind < 0 && amount < 0n ? 'other' : at.kind < 0 ? 'payment' : 'other')
    const [channelNo, orderNo] = [numberAt(row, at.channelNo), numberAt(row, at.orderNo)]
    const [refundNo, channelRefundNo] = [numberAt(row, at.refundNo), numberAt(row, at.channelRefundNo)]
    if (channelNo !== null || channelRefundNo !== null)
      book.key(
        `${kind} ${channelNo ?? ''} ${refundNo ?? ''} ${channelRefundNo ?? ''}`,
        line,
        nameAt(row, at.channelNo) ?? '',
      )
    book.count('count', 1n)
    book.count('amount', amount)
    book.count(amount < 0n ? 'expense' : 'income', absFen(amount))
    if (balance !== null && !balances.follows(amount, balance))
      book.finding(line, nameAt(row, at.balance), 'balance-broken', textAt(row, at.balance))
    if (fee !== null) book.count('fees', fee)
    book.row({
      type: 'row',
      line,
      kind,
      at: instant,
      channelNo,
      orderNo,
      refundNo,
      channelRefundNo,
      amount,
      gross: null,
      fee,
      balance,
      currency,
      state: stateOf(row, at),
      counterparty: textAt(row, at.counterparty) || null,
      text: textAt(row, at.text) || null,
      record: recordOf(row.names, row.cells),
    })
  }
}

function wordsOf<Name extends string>(
  names: readonly Name[],
  words: Readonly<Partial<Record<NoInfer<Name>, readonly string[] | undefined>>> | undefined,
): ReadonlyMap<string, Name> {
  return new Map(names.flatMap(name => (words?.[name] ?? []).map(word => [word, name] as const)))
}

function signedAmount(row: Cells, at: Places, sign: FileMapping['sign'], style: AmountStyle): Fen | null {
  if (sign.kind === 'two-columns') return ofTwoColumns(row, at, style)
  const amount = amountAt(row, at.amount, style)
  if (amount === null || sign.kind === 'signed') return amount
  if (sign.kind === 'reversed') return negFen(amount)
  const word = textAt(row, at.direction)
  const isIncome = sign.income.includes(word)
  if (!isIncome && !sign.expense.includes(word)) {
    row.book.finding(row.line, nameAt(row, at.direction), 'kind-unknown', word)
    return null
  }
  if (amount < 0n) row.book.finding(row.line, nameAt(row, at.amount), 'amount-negative', `${amount}`)
  return isIncome ? amount : negFen(amount)
}

/** Banks fill the other column with nothing or a zero, and write expenses with or without a minus. */
function ofTwoColumns(row: Cells, at: Places, style: AmountStyle): Fen | null {
  const isBlank = isBlankAt(row, at.income) && isBlankAt(row, at.expense)
  const income = amountAt(row, at.income, style, !isBlank)
  const expense = amountAt(row, at.expense, style, true)
  if ((income === null && !isBlankAt(row, at.income)) || (expense === null && !isBlankAt(row, at.expense))) return null
  if (isBlank) return null
  if (income !== null && income !== 0n && expense !== null && expense !== 0n) {
    row.book.finding(row.line, nameAt(row, at.expense), 'kind-unknown', textAt(row, at.expense))
    return null
  }
  if (income !== null && income !== 0n) return income
  return expense === null ? income : expense > 0n ? negFen(expense) : expense
}

import { type Fen, negFen } from '@wattyard/money'
import type { AmountStyle } from '../reading/amounts.ts'
import { amountAt, type Cells, instantAt, isBlankAt, nameAt, numberAt, textAt } from '../reading/cells.ts'
import { type Head, recordOf } from '../reading/head.ts'
import { createInstantReader } from '../reading/instants.ts'
import { createLineFile } from '../reading/line-file.ts'
import type { FileReader, ReaderOptions, RowKind, TotalName } from '../reading/result.ts'
import { readWechatLines } from './wechat-file.ts'

export const WECHAT_FUNDS_VERSION = 1

const AMOUNT = ['收支金额(元)', '收支金额'] as const
const BALANCE = ['账户结余(元)', '账户结余'] as const
const REQUIRED = [['记账时间'], ['资金流水单号'], ['业务类型'], ['收支类型'], AMOUNT, BALANCE] as const

/** Words of 业务类型 as far as they matter to reconciliation; every other kind of business is `other`. */
const KINDS: readonly (readonly [RegExp, RowKind])[] = [
  [/手续费|服务费/, 'fee'],
  [/退款/, 'refund'],
  [/提现/, 'payout'],
  [/^交易$|支付|收款/, 'payment'],
]
const COUNTS: readonly (readonly [TotalName, string])[] = [
  ['count', '资金流水总笔数'],
  ['income-count', '收入笔数'],
  ['expense-count', '支出笔数'],
]
const SUMS: readonly (readonly [TotalName, readonly string[]])[] = [
  ['income', ['收入金额', '收入金额(元)']],
  ['expense', ['支出金额', '支出金额(元)']],
]
const YUAN: AmountStyle = { scale: 2 }

/**
 * Reads the fund-flow bill of WeChat Pay, unpacked. It names no merchant: an expected one cannot be checked. Its currency is
 * the account's, CNY. A balance that does not follow from the row before is reported.
 * @throws TimeError `time.unknown-zone`
 */
export function readWechatFunds({ zone, expected = {} }: ReaderOptions): FileReader {
  const format = { format: 'wechat-funds', version: WECHAT_FUNDS_VERSION, encoding: 'utf-8' } as const
  const checked = expected.days === undefined ? {} : { days: expected.days }
  return createLineFile(format, { zone, expected: checked }, book => {
    const readInstant = createInstantReader(zone)
    let before: Fen | null = null
    return readWechatLines(book, {
      marks: ['记账时间', '资金流水单号'],
      summaryMark: '资金流水总笔数',
      required: REQUIRED,
      row(head, cells, line) {
        before = readRow({ book, line, names: head.names, cells }, head, readInstant, before)
      },
      summary(head, cells, line) {
        readSummary({ book, line, names: head.names, cells }, head)
      },
    })
  })
}

/** Returns the signed amount of a row, null when its direction or amount cannot be read. */
function signedAmount(row: Cells, head: Head): Fen | null {
  const place = head.find('收支类型')
  const word = textAt(row, place)
  const isIncome = word === '收入'
  if (!isIncome && word !== '支出') {
    row.book.finding(row.line, nameAt(row, place), 'kind-unknown', word)
    return null
  }
  const magnitude = amountAt(row, head.find(...AMOUNT), YUAN)
  if (magnitude === null) return null
  if (magnitude < 0n) row.book.finding(row.line, nameAt(row, head.find(...AMOUNT)), 'amount-negative', `${magnitude}`)
  return isIncome ? magnitude : negFen(magnitude)
}

/** Reads one row; returns the balance after it, null when it is not known. */
function readRow(
  row: Cells,
  head: Head,
  readInstant: ReturnType<typeof createInstantReader>,
  before: Fen | null,
): Fen | null {
  const { book, line } = row
  const amount = signedAmount(row, head)
  const instant = instantAt(row, head.find('记账时间'), readInstant)
  const balance = amountAt(row, head.find(...BALANCE), YUAN, true)
  if (amount === null || (balance === null && !isBlankAt(row, head.find(...BALANCE)))) {
    book.unread()
    return null
  }
  const flowNo = numberAt(row, head.find('资金流水单号'))
  if (flowNo === null) book.finding(line, '资金流水单号', 'number-missing', '')
  // One flow may have two rows, an amount and its fee.
  else book.key(`${flowNo} ${textAt(row, head.find('业务类型'))}`, line, '资金流水单号')
  if (before !== null && balance !== null && before + amount !== balance)
    book.finding(line, nameAt(row, head.find(...BALANCE)), 'balance-broken', `${before + amount} ≠ ${balance}`)
  book.count('count', 1n)
  const isIncome = textAt(row, head.find('收支类型')) === '收入'
  book.count(isIncome ? 'income-count' : 'expense-count', 1n)
  book.count(isIncome ? 'income' : 'expense', isIncome ? amount : negFen(amount))
  const word = textAt(row, head.find('业务类型'))
  const kind = KINDS.find(([pattern]) => pattern.test(word))?.[1] ?? 'other'
  const voucher = numberAt(row, head.find('业务凭证号'))
  book.row({
    type: 'row',
    line,
    kind,
    at: instant,
    channelNo: numberAt(row, head.find('微信支付业务单号')),
    orderNo: kind === 'refund' ? null : voucher,
    refundNo: kind === 'refund' ? voucher : null,
    channelRefundNo: null,
    amount,
    gross: null,
    fee: null,
    balance,
    currency: 'CNY',
    state: 'done',
    counterparty: null,
    text: textAt(row, head.find('备注')) || null,
    record: recordOf(row.names, row.cells),
  })
  return balance
}

function readSummary(row: Cells, head: Head): void {
  const { book, line } = row
  for (const [name, column] of COUNTS) {
    const text = textAt(row, head.find(column)).replaceAll(',', '')
    if (/^[0-9]{1,12}$/.test(text)) book.declare(name, BigInt(text))
    else book.finding(line, column, 'totals-unreadable', text)
  }
  for (const [name, columns] of SUMS) {
    const place = head.find(...columns)
    const value = amountAt(row, place, YUAN)
    if (value === null) book.finding(line, columns[0] ?? null, 'totals-unreadable', textAt(row, place))
    else book.declare(name, value)
  }
}

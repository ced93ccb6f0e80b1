import { type Fen, negFen } from '@wattyard/money'
import type { AmountStyle } from '../reading/amounts.ts'
import type { Book } from '../reading/book.ts'
import { amountAt, type Cells, instantAt, isBlankAt, nameAt, numberAt, splitCells, textAt } from '../reading/cells.ts'
import { misread } from '../reading/encoding.ts'
import { type Head, readHead, recordOf, sameForm } from '../reading/head.ts'
import { createInstantReader } from '../reading/instants.ts'
import { createLineFile, type LineHandler } from '../reading/line-file.ts'
import { isAnswer, saysNoBill } from '../reading/no-bill.ts'
import type { FileReader, ReaderOptions } from '../reading/result.ts'
import { createTrailer } from './trailer.ts'

export const ALIPAY_TRADE_VERSION = 1

const MARKS = ['支付宝交易号', '商户订单号'] as const
const AMOUNT = ['商家实收（元）', '商家实收'] as const
const ORDERED = ['订单金额（元）', '订单金额'] as const
const FEE = ['服务费（元）', '服务费'] as const
const BATCH = ['退款批次号/请求号', '退款批次号'] as const
const REQUIRED = [['支付宝交易号'], ['商户订单号'], ['业务类型'], ['完成时间'], ORDERED, AMOUNT, FEE] as const
const YUAN: AmountStyle = { scale: 2 }

/**
 * Reads the trade detail (业务明细) of Alipay, taken out of its ZIP: GBK, comment lines, a head, rows, an end mark and totals in
 * comments. `amount` is what the merchant received (商家实收), a refund negative; Alipay writes the fee as a negative number of
 * the merchant's account, here it is what Alipay kept.
 * @throws TimeError `time.unknown-zone`
 */
export function readAlipayTrade(options: ReaderOptions): FileReader {
  const format = { format: 'alipay-trade', version: ALIPAY_TRADE_VERSION, encoding: 'gb18030' } as const
  return createLineFile(format, options, book => readLines(book, options))
}

function readLines(book: Book, options: ReaderOptions): LineHandler {
  const readInstant = createInstantReader(options.zone)
  const trailer = createTrailer(book)
  let head: Head | null = null
  let isGivenUp = false
  let hasAccount = false

  function comment(text: string, line: number): void {
    const account = /^#\s*(?:账号|支付宝账号|合作伙伴)[：:]\s*\[?([0-9]+)/.exec(text)?.[1]
    if (account !== undefined) {
      hasAccount = true
      book.checkMerchant(line, '账号', [account])
    }
    // The comments before the head describe the period asked for; those after the rows are the end.
    if (head !== null) trailer.comment(text, line)
  }

  function findHead(text: string, line: number): void {
    const cells = cellsOf(text)
    if (cells !== null && MARKS.every(mark => cells.some(cell => sameForm(cell) === mark))) {
      const found = readHead(cells, line, book)
      for (const names of REQUIRED)
        if (found.find(...names) < 0) book.finding(line, names[0] ?? null, 'column-missing', text)
      head = found
      return
    }
    isGivenUp = true
    if (saysNoBill(text)) book.finding(line, null, 'no-bill', text)
    else if (isAnswer(text)) book.finding(line, null, 'not-this-format', text)
    else if (text.includes(misread('支付宝').slice(0, 3))) book.finding(line, null, 'encoding-twice', text)
    else book.finding(line, null, 'head-missing', text)
  }

  function row(text: string, line: number, known: Head): void {
    const cells = cellsOf(text)
    if (cells === null) {
      book.unread()
      book.finding(line, null, 'quote-unclosed', text)
      return
    }
    const width = known.names.length
    if (cells.length !== width) {
      book.unread()
      book.finding(line, null, 'cell-count', `${cells.length} ≠ ${width}`)
    } else if (MARKS.every(mark => cells.some(cell => sameForm(cell) === mark))) {
      book.finding(line, null, 'head-twice', text)
    } else {
      if (trailer.isOver()) book.finding(line, null, 'row-after-trailer', text)
      readRow({ book, line, names: known.names, cells }, known, readInstant)
    }
  }

  return {
    line(text, number) {
      if (isGivenUp || text.trim() === '') return
      if (text.trimStart().replace('\ufeff', '').startsWith('#')) comment(text.trim().replace('\ufeff', ''), number)
      else if (head === null) findHead(text, number)
      else row(text, number, head)
    },
    end() {
      if (head === null) {
        if (!isGivenUp && book.rows() === 0) book.finding(0, null, 'head-missing', '')
        return
      }
      if (!hasAccount && options.expected?.merchant !== undefined) book.finding(0, null, 'merchant-missing', '')
      trailer.end()
    },
  }
}

/** Alipay pads cells with tabs, so that spreadsheets keep long numbers as text. */
function cellsOf(text: string): string[] | null {
  return splitCells(text, ',', '"')?.map(cell => cell.trim()) ?? null
}

interface Amounts {
  readonly amount: Fen
  readonly ordered: Fen
  readonly fee: Fen
}

function amountsOf(row: Cells, head: Head): Amounts | null {
  const amount = amountAt(row, head.find(...AMOUNT), YUAN)
  const ordered = amountAt(row, head.find(...ORDERED), YUAN)
  const fee = amountAt(row, head.find(...FEE), YUAN)
  return amount === null || ordered === null || fee === null ? null : { amount, ordered, fee: negFen(fee) }
}

function readRow(row: Cells, head: Head, readInstant: ReturnType<typeof createInstantReader>): void {
  const { book, line } = row
  const kindPlace = head.find('业务类型')
  const word = textAt(row, kindPlace)
  const isRefund = word === '退款'
  const amounts = amountsOf(row, head)
  const instant = instantAt(row, head.find('完成时间'), readInstant)
  if (!isRefund && word !== '交易') book.finding(line, nameAt(row, kindPlace), 'kind-unknown', word)
  if (amounts === null || (!isRefund && word !== '交易')) {
    book.unread()
    return
  }
  const { amount, ordered, fee } = amounts
  if (isRefund ? amount > 0n || ordered > 0n : amount < 0n || ordered < 0n)
    book.finding(line, nameAt(row, head.find(...AMOUNT)), 'amount-negative', `${amount}`)
  const channelNo = numberAt(row, head.find('支付宝交易号'))
  const refundNo = isRefund ? numberAt(row, head.find(...BATCH)) : null
  if (channelNo === null || (isRefund && refundNo === null))
    book.finding(line, nameAt(row, head.find(channelNo === null ? '支付宝交易号' : BATCH[0])), 'number-missing', '')
  else book.key(`${word} ${channelNo} ${refundNo ?? ''}`, line, '支付宝交易号')
  const side = isRefund ? 'refund' : 'payment'
  book.count(`${side}-count`, 1n)
  book.count(`${side}s`, ordered)
  book.count('amount', amount)
  book.count('fees', fee)
  const counterparty = head.find('对方账户')
  book.row({
    type: 'row',
    line,
    kind: side,
    at: instant,
    channelNo,
    orderNo: numberAt(row, head.find('商户订单号')),
    refundNo,
    channelRefundNo: null,
    amount,
    gross: ordered,
    fee,
    balance: null,
    currency: 'CNY',
    state: 'done',
    counterparty: isBlankAt(row, counterparty) ? null : textAt(row, counterparty),
    text: textAt(row, head.find('商品名称')) || null,
    record: recordOf(row.names, row.cells),
  })
}

import { formatScaled } from '@wattyard/money'
import { formatInstant } from '@wattyard/time'
import type { FileMapping } from '../described/mapping.ts'
import { type TrueRow, ZONE } from './true-rows.ts'

/** Pipe-delimited text of an aggregator: fen without a point, a direction by word, a line of totals. */
export const AGGREGATOR: FileMapping = {
  encoding: 'gb18030',
  layout: { kind: 'delimited', delimiter: '|', quote: '' },
  skipLines: 1,
  hasHead: true,
  trailer: { start: '合计', count: 1, amount: 2, fee: 3 },
  needsTrailer: true,
  sign: { kind: 'word', income: ['消费'], expense: ['退货'] },
  unit: 'minor',
  decimalComma: false,
  dateFormats: ['YYYYMMDD HHmmss'],
  currency: 'CNY',
  kinds: { payment: ['消费'], refund: ['退货'] },
  columns: {
    date: '交易日期',
    timeOfDay: '交易时间',
    channelNo: '系统参考号',
    orderNo: '商户订单号',
    refundNo: '退货单号',
    channelRefundNo: '退货参考号',
    direction: '交易类型',
    kind: '交易类型',
    amount: '交易金额',
    fee: '手续费',
    counterparty: '卡号',
    text: '备注',
  },
}

const HEAD = [
  '交易日期',
  '交易时间',
  '系统参考号',
  '商户订单号',
  '退货单号',
  '退货参考号',
  '交易类型',
  '交易金额',
  '手续费',
  '卡号',
  '备注',
]

/** Yields the lines of an aggregator's file that `AGGREGATOR` describes. */
export function* aggregatorLines(rows: Iterable<TrueRow>): Generator<string> {
  const sums = { count: 0, amount: 0n, fee: 0n }
  yield '清算明细文件\r\n'
  yield `${HEAD.join('|')}\r\n`
  for (const row of rows) {
    sums.count += 1
    sums.amount += row.amount
    sums.fee += row.fee
    const [date = '', time = ''] = formatInstant(row.at, ZONE).replaceAll(/[-:]/g, '').split(' ')
    const isRefund = row.kind === 'refund'
    const magnitude = isRefund ? -row.amount : row.amount
    const numbers = [row.channelNo, row.orderNo, row.refundNo ?? '', row.channelRefundNo ?? '']
    const cells = [date, time, ...numbers, isRefund ? '退货' : '消费', `${magnitude}`, `${row.fee}`]
    yield `${[...cells, row.counterparty ?? '', row.text ?? ''].join('|')}\r\n`
  }
  yield `合计|${sums.count}|${sums.amount}|${sums.fee}\r\n`
}

/** Fixed-width text of an acquirer, GBK: a Chinese character takes two places. */
export const ACQUIRER: FileMapping = {
  encoding: 'gb18030',
  layout: {
    kind: 'widths',
    columns: {
      time: { from: 0, to: 14 },
      trace: { from: 14, to: 46 },
      order: { from: 46, to: 78 },
      refund: { from: 78, to: 98 },
      refundTrace: { from: 98, to: 130 },
      type: { from: 130, to: 131 },
      amount: { from: 131, to: 146 },
      fee: { from: 146, to: 158 },
      payer: { from: 158, to: 200 },
      text: { from: 200, to: 242 },
      end: { from: 242, to: 243 },
    },
  },
  skipLines: 0,
  hasHead: false,
  trailer: { start: 'T', count: 1, amount: 2, fee: 3 },
  needsTrailer: true,
  sign: { kind: 'signed' },
  unit: 'minor',
  decimalComma: false,
  dateFormats: ['YYYYMMDDHHmmss'],
  currency: 'CNY',
  kinds: { payment: ['S'], refund: ['R'] },
  columns: {
    time: 'time',
    channelNo: 'trace',
    orderNo: 'order',
    refundNo: 'refund',
    channelRefundNo: 'refundTrace',
    kind: 'type',
    amount: 'amount',
    fee: 'fee',
    counterparty: 'payer',
    text: 'text',
  },
}

/** Pads to bytes of GBK. */
function padded(text: string, width: number): string {
  const taken = text.split('').reduce((sum, sign) => sum + (sign.charCodeAt(0) > 0x7f ? 2 : 1), 0)
  return text + ' '.repeat(Math.max(width - taken, 0))
}

/** Yields the lines of an acquirer's file that `ACQUIRER` describes. */
export function* acquirerLines(rows: Iterable<TrueRow>): Generator<string> {
  const sums = { count: 0, amount: 0n, fee: 0n }
  for (const row of rows) {
    sums.count += 1
    sums.amount += row.amount
    sums.fee += row.fee
    const time = formatInstant(row.at, ZONE).replaceAll(/[-: ]/g, '')
    const numbers = [padded(row.channelNo, 32), padded(row.orderNo, 32), padded(row.refundNo ?? '', 20)]
    const money = `${row.amount}`.padStart(15) + `${row.fee}`.padStart(12)
    const kind = row.kind === 'refund' ? 'R' : 'S'
    const texts = padded(row.counterparty ?? '', 42) + padded(row.text ?? '', 42)
    yield `${time}${numbers.join('')}${padded(row.channelRefundNo ?? '', 32)}${kind}${money}${texts}.\n`
  }
  yield `T ${sums.count} ${sums.amount} ${sums.fee}\n`
}

/** A Spanish bank's CSV: decimal comma, semicolons, quotes, two columns, the balance after each line. */
export const SPANISH_BANK: FileMapping = {
  encoding: 'windows-1252',
  layout: { kind: 'delimited', delimiter: ';', quote: '"' },
  skipLines: 0,
  hasHead: true,
  needsTrailer: false,
  sign: { kind: 'two-columns' },
  unit: 'major',
  decimalComma: true,
  dateFormats: ['DD/MM/YYYY'],
  currency: 'EUR',
  columns: {
    date: 'Fecha',
    channelNo: 'Referencia',
    expense: 'Cargo',
    income: 'Abono',
    balance: 'Saldo',
    text: 'Concepto',
  },
}

const EURO = (minor: bigint) => {
  const [whole = '', decimals = ''] = formatScaled(minor, 2).split('.')
  return `${whole.replace(/\B(?=(?:[0-9]{3})+$)/g, '.')},${decimals}`
}

/** Yields the lines of a Spanish bank's file; times become days. */
export function* spanishBankLines(rows: Iterable<TrueRow>, opening: bigint): Generator<string> {
  let balance = opening
  yield 'Fecha;Referencia;Concepto;Cargo;Abono;Saldo\r\n'
  for (const row of rows) {
    balance += row.amount
    const [year = '', month = '', day = ''] = formatInstant(row.at, ZONE).slice(0, 10).split('-')
    const text = `"${(row.text ?? '').replaceAll('"', '""')}"`
    const money = row.amount < 0n ? [EURO(row.amount), ''] : ['', EURO(row.amount)]
    yield `${[`${day}/${month}/${year}`, row.channelNo, text, ...money, EURO(balance)].join(';')}\r\n`
  }
}

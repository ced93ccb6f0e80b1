import { splitCells } from '../reading/cells.ts'
import { createDecoder, type Encoding, PROBE_BYTES, reads } from '../reading/encoding.ts'
import { sameForm } from '../reading/head.ts'
import { createInstantReader } from '../reading/instants.ts'
import type { FieldName, FileMapping } from './mapping.ts'

/** Bytes of a file that are looked at. */
export const GUESS_BYTES = 65_536
const MAX_LINES = 60
/** As long as the stored description allows. */
const MAX_NAME_LENGTH = 80
/** A head is looked for among the first lines; banks print an address above it. */
const MAX_HEAD_LINE = 30

export interface MappingGuess {
  readonly mapping: FileMapping
  /** 0 … 100. Below 60 a person should look at every part. */
  readonly certainty: number
  /** What could not be told and was assumed. */
  readonly doubts: readonly GuessDoubt[]
}

export type GuessDoubt =
  | 'encoding'
  | 'delimiter'
  | 'time'
  | 'day-or-month-first'
  | 'amount'
  | 'decimal-sign'
  | 'unit'
  | 'order-no'

/** Names of columns as banks and channels write them; the first that a head has is taken. */
const NAMES: readonly (readonly [FieldName, readonly string[]])[] = [
  ['time', ['交易时间', '入账时间', '完成时间', '支付时间', '清算时间', 'transactiontime', 'datetime', 'paymenttime']],
  [
    'date',
    [
      '交易日期',
      '记账日期',
      '入账日期',
      '日期',
      'bookingdate',
      'transactiondate',
      'date',
      'fecha',
      'fechaoperación',
      'fechaoperacion',
      'fvalor',
      'buchungstag',
    ],
  ],
  ['timeOfDay', ['交易时刻', 'time', 'hora']],
  ['merchant', ['商户号', '商户编号', '账号', 'merchantid', 'account', 'cuenta', 'iban']],
  [
    'channelNo',
    [
      '系统参考号',
      '检索参考号',
      '渠道订单号',
      '平台订单号',
      '交易流水号',
      '流水号',
      'transactionid',
      'reference',
      'referencia',
    ],
  ],
  ['orderNo', ['商户订单号', '商户单号', '订单号', 'merchantorderno', 'orderid', 'pedido']],
  ['refundNo', ['商户退款单号', '退货单号', '退款单号', 'refundid']],
  ['income', ['收入金额', '收入', '贷方发生额', '贷方金额', 'credit', 'abono', 'abonos', 'haber', 'ingreso']],
  ['expense', ['支出金额', '支出', '借方发生额', '借方金额', 'debit', 'cargo', 'cargos', 'debe', 'gasto']],
  ['amount', ['交易金额', '金额', '订单金额', '发生额', 'amount', 'importe', 'betrag']],
  ['direction', ['收支类型', '借贷标志', '借贷方向', '收/支']],
  ['kind', ['交易类型', '业务类型', 'type', 'tipo']],
  ['fee', ['手续费', '服务费', 'fee', 'comisión', 'comision']],
  ['balance', ['余额', '账户余额', '账户结余', 'balance', 'saldo']],
  ['currency', ['币种', '货币', 'currency', 'divisa', 'moneda']],
  ['state', ['交易状态', '状态', 'status', 'estado']],
  ['counterparty', ['对方户名', '对方账户', '付款人', '卡号', 'counterparty', 'payee', 'beneficiario']],
  ['text', ['摘要', '备注', '附言', '用途', 'description', 'concepto', 'verwendungszweck']],
]

const DATE_FORMATS = [
  'YYYY-MM-DD HH:mm:ss',
  'YYYY/MM/DD HH:mm:ss',
  'YYYYMMDDHHmmss',
  'YYYYMMDD HHmmss',
  'YYYYMMDD HH:mm:ss',
  'YYYY-MM-DD HH:mm',
  'YYYY/M/D H:mm',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'DD/MM/YYYY HH:mm:ss',
] as const

interface Table {
  readonly delimiter: string
  readonly headLine: number
  readonly columns: FileMapping['columns']
  readonly names: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/**
 * Proposes how to read a delimited file, from its first bytes. Returns null when no line looks like a head with a date and an
 * amount; fixed-width files have no head to guess from.
 */
export function guessMapping(bytes: Uint8Array, currency: string): MappingGuess | null {
  const sample = bytes.subarray(0, GUESS_BYTES)
  const { encoding, isSure } = encodingOf(sample)
  const text = createDecoder(encoding)(sample).replace('\ufeff', '')
  const lines = text.split(/\r?\n/).slice(0, MAX_LINES)
  const table = bestTable(bytes.length > GUESS_BYTES ? lines.slice(0, -1) : lines)
  if (table === null) return null
  const doubts = new Set<GuessDoubt>(isSure ? [] : ['encoding'])
  const amounts = cellsOf(table, ['amount', 'income', 'expense', 'balance'])
  const { decimalComma, unit } = numbersOf(amounts, doubts)
  const dateFormats = formatsOf(timesOf(table), doubts)
  if (table.columns.orderNo === undefined && table.columns.text === undefined) doubts.add('order-no')
  if (amounts.length === 0) doubts.add('amount')
  const mapping: FileMapping = {
    encoding,
    layout: { kind: 'delimited', delimiter: table.delimiter, quote: '"' },
    skipLines: table.headLine,
    hasHead: true,
    needsTrailer: false,
    sign: signOf(table),
    unit,
    decimalComma,
    dateFormats,
    currency,
    columns: table.columns,
  }
  return { mapping, certainty: Math.max(100 - doubts.size * 20, 0), doubts: [...doubts] }
}

function encodingOf(sample: Uint8Array): { encoding: Encoding; isSure: boolean } {
  // A character cut off by the end of the sample is no mistake.
  if (reads(sample, 'utf-8')) return { encoding: 'utf-8', isSure: true }
  const probe = sample.subarray(0, PROBE_BYTES)
  const isChinese = reads(sample, 'gb18030') && /[\u4e00-\u9fff]{2}/.test(createDecoder('gb18030')(probe))
  return isChinese ? { encoding: 'gb18030', isSure: true } : { encoding: 'windows-1252', isSure: false }
}

/** The head is the line with most names that are known. */
function bestTable(lines: readonly string[]): Table | null {
  let best: Table | null = null
  for (const delimiter of [',', ';', '|', '\t'])
    for (const [headLine, line] of lines.slice(0, MAX_HEAD_LINE).entries()) {
      const names = splitCells(line, delimiter, '"')?.map(cell => cell.trim()) ?? []
      const columns = columnsOf(names)
      const known = Object.keys(columns).length
      if (!isTable(columns) || known <= Object.keys(best?.columns ?? {}).length) continue
      const rows = lines
        .slice(headLine + 1)
        .map(row => splitCells(row, delimiter, '"') ?? [])
        .filter(row => row.length === names.length)
      best = { delimiter, headLine, columns, names, rows }
    }
  return best
}

function columnsOf(names: readonly string[]): FileMapping['columns'] {
  const columns: FileMapping['columns'] = {}
  const forms = names.map(name =>
    sameForm(name)
      .toLowerCase()
      .replace(/（[^（）]{0,40}）$/, ''),
  )
  for (const [field, known] of NAMES) {
    const place = known.map(name => forms.indexOf(name)).find(found => found >= 0) ?? -1
    const name = names[place]
    if (name !== undefined && name.length <= MAX_NAME_LENGTH) columns[field] = name
  }
  // 交易时间 beside 交易日期 is the time of day.
  if (columns.date !== undefined && columns.time !== undefined && columns.timeOfDay === undefined) {
    columns.timeOfDay = columns.time
    delete columns.time
  }
  return columns
}

function isTable(columns: FileMapping['columns']): boolean {
  const hasTime = columns.time !== undefined || columns.date !== undefined
  return hasTime && (columns.amount !== undefined || (columns.income !== undefined && columns.expense !== undefined))
}

function cellsOf({ columns, names, rows }: Table, fields: readonly FieldName[]): string[] {
  const places = fields.map(field => names.indexOf(columns[field] ?? '\0')).filter(place => place >= 0)
  return rows.flatMap(row => places.map(place => (row[place] ?? '').trim())).filter(cell => cell !== '')
}

function timesOf(table: Table): string[] {
  if (table.columns.time !== undefined) return cellsOf(table, ['time'])
  const days = cellsOf(table, ['date'])
  const times = cellsOf(table, ['timeOfDay'])
  return days.map((day, i) => `${day} ${times[i] ?? ''}`.trim())
}

function numbersOf(cells: readonly string[], doubts: Set<GuessDoubt>): Pick<FileMapping, 'decimalComma' | 'unit'> {
  const commas = cells.filter(cell => /,[0-9]{1,2}$/.test(cell)).length
  const points = cells.filter(cell => /\.[0-9]{1,2}$/.test(cell)).length
  if (commas > 0 && points > 0) doubts.add('decimal-sign')
  const isWhole = commas === 0 && points === 0
  // 1250 may be 1250 yuan or 12.50: only a person knows.
  if (isWhole) doubts.add('unit')
  return { decimalComma: commas > points, unit: isWhole ? 'minor' : 'major' }
}

function formatsOf(cells: readonly string[], doubts: Set<GuessDoubt>): string[] {
  const fits = DATE_FORMATS.filter(format => {
    const read = createInstantReader('UTC', [format])
    return cells.length > 0 && cells.every(cell => read(cell).at !== null)
  })
  const [first] = fits
  if (first === undefined) {
    doubts.add('time')
    return ['YYYY-MM-DD']
  }
  if (fits.length > 1) doubts.add('day-or-month-first')
  return [first]
}

function signOf({ columns, names, rows }: Table): FileMapping['sign'] {
  if (columns.income !== undefined && columns.expense !== undefined) return { kind: 'two-columns' }
  const place = names.indexOf(columns.direction ?? columns.kind ?? '\0')
  const words = [...new Set(rows.map(row => (row[place] ?? '').trim()))].filter(word => word !== '').slice(0, 40)
  const income = words.filter(word => /^(收入|收|贷|贷方|消费|交易|支付|C|CR|credit)$/i.test(word))
  const expense = words.filter(word => /^(支出|支|借|借方|退货|退款|撤销|D|DR|debit)$/i.test(word))
  const isTold = words.length > 0 && income.length + expense.length === words.length
  const isSigned = cellsOf({ columns, names, rows, delimiter: '', headLine: 0 }, ['amount']).some(cell =>
    cell.startsWith('-'),
  )
  return isTold && !isSigned ? { kind: 'word', income, expense } : { kind: 'signed' }
}

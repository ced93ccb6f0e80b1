import fc from 'fast-check'
import { absFen, type Fen, formatScaled, negFen } from '@wattyard/money'
import { formatInstant } from '@wattyard/time'
import type { FieldName, FileMapping } from '../described/mapping.ts'
import { gbk } from './bytes.ts'
import { type TrueRow, ZONE } from './true-rows.ts'

/** How a file is written that a mapping describes, beside what the mapping says. */
export interface WrittenStyle {
  readonly mapping: FileMapping
  /** Columns in their order; some are nobody's. */
  readonly names: readonly string[]
  readonly preface: readonly string[]
  readonly lineEnd: '\n' | '\r\n'
  readonly hasGroups: boolean
  readonly hasMark: boolean
  readonly endsRows: boolean
}

const FIELD_NAMES = {
  time: '完成时间',
  date: '日期',
  timeOfDay: '时刻',
  channelNo: '流水号',
  orderNo: '商户订单号',
  refundNo: '退款单号',
  channelRefundNo: '渠道退款号',
  amount: '金额（元）',
  income: '收入',
  expense: '支出',
  direction: '借贷',
  kind: '类型',
  fee: '手续费',
  counterparty: '对方',
  text: '摘要',
} as const satisfies Partial<Record<FieldName, string>>
type Written = keyof typeof FIELD_NAMES

const SIGNS: readonly FileMapping['sign'][] = [
  { kind: 'signed' },
  { kind: 'reversed' },
  { kind: 'word', income: ['贷'], expense: ['借'] },
  { kind: 'two-columns' },
]
const FORMATS = [
  'YYYY-MM-DD HH:mm:ss',
  'YYYYMMDDHHmmss',
  'DD/MM/YYYY HH:mm:ss',
  'YYYY年MM月DD日 HH:mm:ss',
  'YYYY/M/D H:mm:ss',
]

/** Draws a mapping and a style of files that it describes. */
export const anyStyle: fc.Arbitrary<WrittenStyle> = fc
  .record({
    encoding: fc.constantFrom('utf-8', 'gb18030', 'utf-16le', 'utf-16be'),
    delimiter: fc.constantFrom(',', ';', '|', '\t', '||', '^'),
    quote: fc.constantFrom('"', "'"),
    sign: fc.constantFrom(...SIGNS),
    unit: fc.constantFrom('minor', 'major'),
    decimalComma: fc.boolean(),
    format: fc.constantFrom(...FORMATS),
    isSplit: fc.boolean(),
    hasHead: fc.boolean(),
    hasTrailer: fc.boolean(),
    hasGroups: fc.boolean(),
    hasMark: fc.boolean(),
    endsRows: fc.boolean(),
    preface: fc.array(fc.constantFrom('某银行对账文件', '账号：6222', '# 说明', '', '"'), { maxLength: 4 }),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    order: fc.infiniteStream(fc.nat(1_000_000)),
    strangers: fc.nat(2),
  })
  .map(({ order, strangers, isSplit, format, hasTrailer, preface, delimiter, quote, ...drawn }) => {
    const fields = fieldsOf(drawn.sign.kind, isSplit && format !== 'YYYYMMDDHHmmss')
    const known = fields.map(field => FIELD_NAMES[field])
    const names = [...known, ...Array.from({ length: strangers }, (_, i) => `备用${i}`)]
      .map(name => ({ name, at: order.next().value ?? 0 }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ name }) => name)
    const nameOf = (name: string) => (drawn.hasHead ? name : `${names.indexOf(name) + 1}`)
    const mapping: FileMapping = {
      encoding: drawn.encoding,
      layout: { kind: 'delimited', delimiter, quote },
      skipLines: drawn.hasHead ? 0 : preface.length,
      hasHead: drawn.hasHead,
      ...(hasTrailer ? { trailer: { start: '合计', count: 1, amount: 2, fee: 3, income: 4, expense: 5 } } : {}),
      needsTrailer: hasTrailer,
      sign: drawn.sign,
      unit: drawn.unit,
      decimalComma: drawn.decimalComma,
      dateFormats: [format],
      currency: 'CNY',
      kinds: { payment: ['收'], refund: ['退'] },
      columns: Object.fromEntries(fields.map(field => [field, nameOf(FIELD_NAMES[field])])),
    }
    return { mapping, names, preface, ...drawn }
  })

function fieldsOf(sign: FileMapping['sign']['kind'], isSplit: boolean): Written[] {
  return [
    ...(isSplit ? (['date', 'timeOfDay'] as const) : (['time'] as const)),
    ...(sign === 'two-columns' ? (['income', 'expense'] as const) : (['amount'] as const)),
    ...(sign === 'word' ? (['direction'] as const) : []),
    'channelNo',
    'orderNo',
    'refundNo',
    'channelRefundNo',
    'kind',
    'fee',
    'counterparty',
    'text',
  ]
}

/** Writes rows as the style says. */
export function writeStyled(rows: readonly TrueRow[], style: WrittenStyle): Uint8Array {
  const { mapping, names, preface, lineEnd, endsRows } = style
  const { layout } = mapping
  const { delimiter, quote } = layout.kind === 'delimited' ? layout : { delimiter: '', quote: '' }
  const said = (text: string) =>
    needsQuote(text, delimiter, quote) ? `${quote}${text.replaceAll(quote, quote + quote)}${quote}` : text
  const line = (cells: readonly string[]) => cells.map(said).join(delimiter)
  const lines = [...preface]
  if (mapping.hasHead) lines.push(line(names))
  for (const row of rows) {
    const cells = cellsOf(row, style)
    lines.push(line(names.map(name => cells[name] ?? '')) + (endsRows ? delimiter : ''))
  }
  if (mapping.trailer) {
    const money = (amounts: readonly bigint[]) =>
      amountText(
        amounts.reduce((sum, one) => sum + one, 0n),
        style,
      )
    const [income, expense] = [rows.filter(row => row.amount > 0n), rows.filter(row => row.amount < 0n)]
    lines.push(
      line([
        '合计',
        `笔数：${rows.length}`,
        money(rows.map(row => row.amount)),
        money(rows.map(row => row.fee)),
        money(income.map(row => row.amount)),
        money(expense.map(row => row.amount)),
      ]),
    )
  }
  return encoded(lines.map(one => one + lineEnd).join(''), style)
}

const needsQuote = (text: string, delimiter: string, quote: string): boolean =>
  text.includes(delimiter) || text.includes(quote) || text.includes('\n')

function cellsOf(row: TrueRow, style: WrittenStyle): Record<string, string> {
  const { mapping } = style
  const [format = ''] = mapping.dateFormats
  const at = dateText(row.at, format)
  const [day = '', clock = ''] = at.split(' ')
  const amount = row.amount as Fen
  const isIncome = amount >= 0n
  const told =
    mapping.sign.kind === 'reversed' ? negFen(amount) : mapping.sign.kind === 'signed' ? amount : absFen(amount)
  const text = amountText(told, style)
  return {
    [FIELD_NAMES.time]: at,
    [FIELD_NAMES.date]: day,
    [FIELD_NAMES.timeOfDay]: clock,
    [FIELD_NAMES.channelNo]: row.channelNo,
    [FIELD_NAMES.orderNo]: row.orderNo,
    [FIELD_NAMES.refundNo]: row.refundNo ?? '',
    [FIELD_NAMES.channelRefundNo]: row.channelRefundNo ?? '',
    [FIELD_NAMES.amount]: text,
    [FIELD_NAMES.income]: isIncome ? text : '',
    [FIELD_NAMES.expense]: isIncome ? '' : text,
    [FIELD_NAMES.direction]: isIncome ? '贷' : '借',
    [FIELD_NAMES.kind]: row.kind === 'refund' ? '退' : '收',
    [FIELD_NAMES.fee]: amountText(row.fee, style),
    [FIELD_NAMES.counterparty]: row.counterparty ?? '',
    [FIELD_NAMES.text]: row.text ?? '',
  }
}

/** `formatInstant` writes one format; the others are made of its parts. */
function dateText(at: number, format: string): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = formatInstant(at, ZONE).split(/[- :]/)
  const parts: Readonly<Record<string, string>> = {
    YYYY: year,
    MM: month,
    M: `${Number(month)}`,
    DD: day,
    D: `${Number(day)}`,
    HH: hour,
    H: `${Number(hour)}`,
    mm: minute,
    ss: second,
  }
  return format.replace(/YYYY|MM|DD|HH|mm|ss|M|D|H/g, token => parts[token] ?? token)
}

function amountText(amount: bigint, { mapping: { unit, decimalComma }, hasGroups }: WrittenStyle): string {
  const [whole = '', decimals] = (unit === 'minor' ? `${amount}` : formatScaled(amount, 2)).split('.')
  const grouped = hasGroups ? whole.replace(/\B(?=(?:[0-9]{3})+$)/g, decimalComma ? '.' : ',') : whole
  return decimals === undefined ? grouped : `${grouped}${decimalComma ? ',' : '.'}${decimals}`
}

function encoded(text: string, { mapping: { encoding }, hasMark }: WrittenStyle): Uint8Array {
  if (encoding === 'gb18030') return gbk([text])
  if (encoding === 'utf-8') return Buffer.from((hasMark ? '\ufeff' : '') + text)
  const wide = Buffer.from((hasMark ? '\ufeff' : '') + text, 'utf16le')
  return encoding === 'utf-16le' ? wide : wide.swap16()
}

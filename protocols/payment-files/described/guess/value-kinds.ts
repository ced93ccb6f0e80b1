import { createInstantReader } from '../../reading/instants.ts'

/** Formats that are tried, in this order. */
export const DATE_FORMATS = [
  'YYYY-MM-DD HH:mm:ss',
  'YYYY/MM/DD HH:mm:ss',
  'YYYYMMDDHHmmss',
  'YYYYMMDD HHmmss',
  'YYYYMMDD HH:mm:ss',
  'YYYY-MM-DD HHmmss',
  'YYYY-MM-DD HH:mm',
  'YYYY/M/D H:mm:ss',
  'YYYY/M/D H:mm',
  'YYYY年MM月DD日 HH:mm:ss',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYY/M/D',
  'YYYYMMDD',
  'YYYY年MM月DD日',
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'D/M/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'DD/MM/YYYY HH:mm:ss',
  'DD/MM/YYYY HH:mm',
  'MM/DD/YYYY HH:mm:ss',
  'DD.MM.YYYY HH:mm:ss',
] as const

/** Returns the formats that read every one of some cells; none for no cells. */
export function formatsOf(cells: readonly string[]): string[] {
  if (cells.length === 0) return []
  return DATE_FORMATS.filter(format => {
    const read = createInstantReader('UTC', [format])
    return cells.every(cell => read(cell).at !== null)
  })
}

/** Returns the formats that read most of some cells, and no less than four in five: a note may stand among them. */
export function likelyFormatsOf(cells: readonly string[]): string[] {
  const counts = DATE_FORMATS.map(format => {
    const read = createInstantReader('UTC', [format])
    return { format, count: cells.filter(cell => read(cell).at !== null).length }
  })
  const most = Math.max(...counts.map(({ count }) => count))
  return most * 5 < cells.length * 4 || most === 0
    ? []
    : counts.filter(({ count }) => count === most).map(({ format }) => format)
}

const MONEY = /^[+-]?[0-9]{1,3}(?:(?:[.,][0-9]{3})*|[0-9]*)[.,][0-9]{2}$/
const WHOLE = /^[+-]?[0-9]{1,9}$/
const REFERENCE = /^(?=.*[0-9])[0-9A-Za-z_-]{10,40}$/

/** Returns whether cells are amounts: of two decimals each, or zero. */
export const areMoney = (cells: readonly string[]): boolean =>
  cells.some(cell => MONEY.test(cell)) && cells.every(cell => MONEY.test(cell) || /^0?$/.test(cell))

/** Returns whether cells may be amounts in minor units. */
export const areWhole = (cells: readonly string[]): boolean => cells.length > 0 && cells.every(cell => WHOLE.test(cell))

/** Returns whether cells are numbers of movements: long, and each its own. */
export const areReferences = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every(cell => REFERENCE.test(cell)) && new Set(cells).size === cells.length

export const INCOME_WORD =
  /^(收入|收|贷|贷方|消费|交易|支付|付款成功|支付成功|C|CR|H|credit|sale|payment|abono|cobro|venta)$/i
export const EXPENSE_WORD = /^(支出|支|借|借方|退货|退款|撤销|D|DR|debit|refund|cargo|devolución)$/i
/** Words that tell what a row is, for the column `kind`. */
export const KIND_WORDS = {
  payment: /^(收|消费|交易|支付|收款|付款|充值|sale|payment|pay|compra|venta|cobro|pago)$/i,
  refund: /^(退|退货|退款|部分退款|全额退款|撤销|消费撤销|refund|reversal|devolución|reembolso)$/i,
  fee: /^(手续费|服务费|扣费|fee|fees|charge|commission|comisión|gastos)$/i,
  payout: /^(提现|结算|划款|出款|转出|payout|settlement|withdrawal|transferencia|liquidación)$/i,
} as const
export const STATE_WORDS = {
  done: /^(成功|交易成功|支付成功|退款成功|已完成|完成|已入账|success|succeeded|completed|settled|paid|ok|correcta|liquidada)$/i,
  pending: /^(处理中|待处理|待支付|pending|processing|pendiente)$/i,
  failed: /^(失败|交易失败|已关闭|failed|declined|rejected|error|denegada|fallida)$/i,
  revoked: /^(已撤销|撤销|已冲正|revoked|reversed|cancelled|canceled|anulada)$/i,
} as const

/** Returns words by what they mean; `rest`: those that nothing is known of. */
export function sortWords<Name extends string>(
  words: readonly string[],
  known: Readonly<Record<Name, RegExp>>,
): { sorted: Partial<Record<Name, string[]>>; rest: string[] } {
  const sorted: Partial<Record<Name, string[]>> = {}
  const rest: string[] = []
  for (const word of words) {
    // Object.keys loses the key types; the table is a closed literal.
    const name = (Object.keys(known) as Name[]).find(one => known[one].test(word))
    if (name === undefined) rest.push(word)
    else sorted[name] = [...(sorted[name] ?? []), word]
  }
  return { sorted, rest }
}

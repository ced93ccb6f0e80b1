import { type Fen, formatFen, formatPpm, negFen, type Ppm, sumFen, ZERO_FEN } from '@wattyard/money'
import { formatInstant } from '@wattyard/time'

/** The files are written in the time of China. */
const CHINA = 'Asia/Shanghai'
const LINE_END = '\r\n'
/** Files begin with it: a spreadsheet would otherwise not take them for UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Columns of the trade bills (pay.weixin.qq.com/docs/merchant/apis/native-payment/get-trade-bill.html, its sheets ALL, SUCCESS and REFUND); the reader of
 * `@wattyard/payment-files` finds them by name.
 */
const BEFORE =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额'
const REFUND_TIMES = '退款申请时间,退款成功时间'
const REFUND_COLUMNS = '微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态'
const COMMON = '商品名称,商户数据包,手续费,费率,订单金额'
const TRADE_HEADS = {
  ALL: `${BEFORE},${REFUND_COLUMNS},${COMMON},申请退款金额,费率备注`,
  SUCCESS: `${BEFORE},${COMMON},费率备注`,
  REFUND: `${BEFORE},${REFUND_TIMES},${REFUND_COLUMNS},${COMMON},申请退款金额,费率备注`,
} as const
export type TradeBillKind = keyof typeof TRADE_HEADS
const TRADE_SUMMARY = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

const FUND_FLOW_HEAD =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额（元）,账户结余（元）,资金变更提交申请人,备注,业务凭证号'
const FUND_FLOW_SUMMARY = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额'

/** A payment or a refund as the trade bill tells it. Without coupons: what is settled is what was ordered. */
export interface TradeBillRow {
  /** Epoch ms: success of the payment, acceptance of the refund. */
  at: number
  appid: string
  mchid: string
  transaction_id: string
  out_trade_no: string
  openid: string
  trade_type: string
  bank_type: string
  /** What the order asked for, also in the row of a refund. */
  description: string
  attach: string
  /** Of a payment what was paid, of a refund what is given back; positive in both. */
  amount_fen: Fen
  /** What the channel keeps of a payment, or gives back of its fee with a refund; positive in both. */
  fee_fen: Fen
  rate: Ppm
  /** Null for a payment. */
  refund: {
    refund_id: string
    out_refund_no: string
    state: 'SUCCESS' | 'PROCESSING' | 'CHANGE' | 'FAIL'
    /** Epoch ms; null as long as it has not succeeded. */
    success_at: number | null
  } | null
}

/** A movement of the merchant's account as the fund-flow bill tells it. */
export interface FundFlowRow {
  at: number
  /** The channel's number of the payment, refund or withdrawal. */
  channel_no: string
  flow_no: string
  /** 业务名称 and 业务类型, such as 交易, 退款, 扣除交易手续费, 提现. */
  business: string
  kind: string
  /** Negative for what leaves the account. */
  amount_fen: Fen
  balance_fen: Fen
  applicant: string
  remark: string
  /** The merchant's number of the payment or refund. */
  voucher: string
}

/** Yields the lines of a trade bill with its head and its totals. `SUCCESS` and `REFUND` take rows of their kind alone. */
export function* writeTradeBill(kind: TradeBillKind, rows: Iterable<TradeBillRow>): Generator<string> {
  const head = TRADE_HEADS[kind]
  const columns = head.split(',')
  const payments: Fen[] = []
  const refunds: Fen[] = []
  const fees: Fen[] = []
  yield `${BYTE_ORDER_MARK}${head}${LINE_END}`
  for (const row of rows) {
    if (kind !== 'ALL' && (kind === 'REFUND') !== (row.refund !== null)) continue
    const values = tradeValues(row)
    ;(row.refund === null ? payments : refunds).push(row.amount_fen)
    fees.push(signedFee(row))
    yield lineOf(columns.map(name => values[name] ?? ''))
  }
  yield `${TRADE_SUMMARY}${LINE_END}`
  const [paid, back] = [sumFen(payments), sumFen(refunds)]
  const sums = [paid, back, ZERO_FEN, sumFen(fees), paid, back].map(formatFen)
  yield lineOf([String(payments.length + refunds.length), ...sums])
}

/** Yields the lines of a fund-flow bill with its head and its totals. */
export function* writeFundFlowBill(rows: Iterable<FundFlowRow>): Generator<string> {
  const incomes: Fen[] = []
  const expenses: Fen[] = []
  yield `${BYTE_ORDER_MARK}${FUND_FLOW_HEAD}${LINE_END}`
  for (const row of rows) {
    const isIncome = row.amount_fen >= 0n
    const magnitude = isIncome ? row.amount_fen : negFen(row.amount_fen)
    ;(isIncome ? incomes : expenses).push(magnitude)
    yield lineOf([
      formatInstant(row.at, CHINA),
      row.channel_no,
      row.flow_no,
      row.business,
      row.kind,
      isIncome ? '收入' : '支出',
      formatFen(magnitude),
      formatFen(row.balance_fen),
      row.applicant,
      row.remark,
      row.voucher,
    ])
  }
  yield `${FUND_FLOW_SUMMARY}${LINE_END}`
  yield lineOf([
    String(incomes.length + expenses.length),
    String(incomes.length),
    formatFen(sumFen(incomes)),
    String(expenses.length),
    formatFen(sumFen(expenses)),
  ])
}

function tradeValues(row: TradeBillRow): Readonly<Record<string, string>> {
  const { refund } = row
  const amount = formatFen(row.amount_fen)
  const zero = formatFen(ZERO_FEN)
  return {
    交易时间: formatInstant(row.at, CHINA),
    公众账号ID: row.appid,
    商户号: row.mchid,
    // Of a merchant without a service provider.
    特约商户号: '0',
    微信订单号: row.transaction_id,
    商户订单号: row.out_trade_no,
    用户标识: row.openid,
    交易类型: row.trade_type,
    交易状态: refund === null ? 'SUCCESS' : 'REFUND',
    付款银行: row.bank_type,
    货币种类: 'CNY',
    应结订单金额: refund === null ? amount : zero,
    代金券金额: zero,
    退款申请时间: formatInstant(row.at, CHINA),
    退款成功时间: refund === null || refund.success_at === null ? '' : formatInstant(refund.success_at, CHINA),
    微信退款单号: refund?.refund_id ?? '0',
    商户退款单号: refund?.out_refund_no ?? '0',
    退款金额: refund === null ? zero : amount,
    充值券退款金额: zero,
    退款类型: refund === null ? '' : 'ORIGINAL',
    退款状态: refund?.state ?? '',
    商品名称: row.description,
    商户数据包: row.attach,
    手续费: formatFen(signedFee(row)),
    费率: `${formatPpm(row.rate).replace(/(\.[0-9]{2})0+$/, '$1')}%`,
    订单金额: refund === null ? amount : zero,
    申请退款金额: refund === null ? zero : amount,
  }
}

const signedFee = ({ refund, fee_fen: fee }: TradeBillRow): Fen => (refund === null ? fee : negFen(fee))

/** Nothing is quoted in these files: a back-tick or a line end inside a value would begin another. */
const lineOf = (values: readonly string[]): string =>
  `\`${values.map(value => value.replace(/[`\r\n]/g, ' ')).join(',`')}${LINE_END}`

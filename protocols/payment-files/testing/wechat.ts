import { formatScaled } from '@wattyard/money'
import { formatInstant } from '@wattyard/time'
import { type TrueRow, ZONE } from './true-rows.ts'

/** The head of the ALL bill as it is written today. */
export const WECHAT_HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'.split(
    ',',
  )
const SUMMARY_HEAD = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'

export const WECHAT_MERCHANT = '1900000109'

export interface WechatOptions {
  /** Columns in this order; absent: as today. */
  readonly head?: readonly string[]
  readonly lineEnd?: string
  readonly hasMark?: boolean
}

const yuan = (fen: bigint) => formatScaled(fen, 2)

function valuesOf(row: TrueRow): Record<string, string> {
  const isRefund = row.kind === 'refund'
  return {
    交易时间: formatInstant(row.at, ZONE),
    公众账号ID: 'wx8888888888888888',
    商户号: WECHAT_MERCHANT,
    特约商户号: '0',
    子商户号: '0',
    微信订单号: row.channelNo,
    商户订单号: row.orderNo,
    用户标识: row.counterparty ?? '',
    交易类型: 'JSAPI',
    交易状态: isRefund ? 'REFUND' : 'SUCCESS',
    付款银行: 'OTHERS',
    货币种类: 'CNY',
    应结订单金额: isRefund ? '0.00' : yuan(row.amount),
    代金券金额: isRefund ? '0.00' : yuan(row.gross - row.amount),
    微信退款单号: row.channelRefundNo ?? '0',
    商户退款单号: row.refundNo ?? '0',
    退款金额: isRefund ? yuan(-row.amount) : '0.00',
    充值券退款金额: '0.00',
    退款类型: isRefund ? 'ORIGINAL' : '',
    退款状态: isRefund ? (row.refundState ?? 'SUCCESS') : '',
    商品名称: row.text ?? '',
    手续费: yuan(row.fee),
    费率: '0.60%',
    订单金额: isRefund ? '0.00' : yuan(row.gross),
    申请退款金额: isRefund ? yuan(-row.gross) : '0.00',
  }
}

/** Yields the lines of a trade bill of WeChat Pay with its summary. */
export function* wechatTradeLines(rows: Iterable<TrueRow>, options: WechatOptions = {}): Generator<string> {
  const { head = WECHAT_HEAD, lineEnd = '\r\n', hasMark = true } = options
  const sums = { count: 0, payments: 0n, refunds: 0n, fees: 0n, orders: 0n, requested: 0n }
  yield `${hasMark ? '\ufeff' : ''}${head.join(',')}${lineEnd}`
  for (const row of rows) {
    const values = valuesOf(row)
    const isRefund = row.kind === 'refund'
    sums.count += 1
    sums.payments += isRefund ? 0n : row.amount
    sums.refunds -= isRefund ? row.amount : 0n
    sums.fees += row.fee
    sums.orders += isRefund ? 0n : row.gross
    sums.requested -= isRefund ? row.gross : 0n
    yield `\`${head.map(name => values[name] ?? '').join(',`')}${lineEnd}`
  }
  yield SUMMARY_HEAD + lineEnd
  const { count, payments, refunds, fees, orders, requested } = sums
  yield `\`${[`${count}`, ...[payments, refunds, 0n, fees, orders, requested].map(yuan)].join(',`')}${lineEnd}`
}

const FUNDS_HEAD =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号'
const FUNDS_SUMMARY = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额'

/** Yields the lines of a fund-flow bill: each payment or refund without its fee, and the fee as an expense of its own. */
export function* wechatFundsLines(rows: Iterable<TrueRow>, opening: bigint): Generator<string> {
  let balance = opening
  const sums = { incomes: 0, income: 0n, expenses: 0, expense: 0n }
  const line = (row: TrueRow, kind: string, amount: bigint, flow: string) => {
    balance += amount
    sums.incomes += amount > 0n ? 1 : 0
    sums.expenses += amount > 0n ? 0 : 1
    sums.income += amount > 0n ? amount : 0n
    sums.expense -= amount > 0n ? 0n : amount
    const sign = amount > 0n ? '收入' : '支出'
    const magnitude = yuan(amount < 0n ? -amount : amount)
    const voucher = row.refundNo ?? row.orderNo
    const time = formatInstant(row.at, ZONE)
    const values = [time, row.channelNo, flow, kind, kind, sign, magnitude, yuan(balance), 'system', '', voucher]
    return `\`${values.join(',`')}\r\n`
  }
  yield `\ufeff${FUNDS_HEAD}\r\n`
  for (const row of rows) {
    const flow = row.channelRefundNo ?? row.channelNo
    yield line(row, row.kind === 'refund' ? '退款' : '交易', row.amount, flow)
    if (row.fee !== 0n) yield line(row, '扣除交易手续费', -row.fee, `${flow}F`)
  }
  yield `${FUNDS_SUMMARY}\r\n`
  const { incomes, income, expenses, expense } = sums
  const values = [`${incomes + expenses}`, `${incomes}`, yuan(income), `${expenses}`, yuan(expense)]
  yield `\`${values.join(',`')}\r\n`
}

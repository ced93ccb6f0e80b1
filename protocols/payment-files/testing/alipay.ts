import { formatScaled } from '@wattyard/money'
import { addDays, businessDay, formatInstant } from '@wattyard/time'
import { type TrueRow, ZONE } from './true-rows.ts'

export const ALIPAY_MERCHANT = '20887215678901230156'

export const ALIPAY_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'.split(
    ',',
  )

const yuan = (fen: bigint) => formatScaled(fen, 2)

function valuesOf(row: TrueRow): Record<string, string> {
  const time = formatInstant(row.at, ZONE)
  return {
    支付宝交易号: row.channelNo,
    商户订单号: row.orderNo,
    业务类型: row.kind === 'refund' ? '退款' : '交易',
    商品名称: row.text ?? '',
    创建时间: time,
    完成时间: time,
    对方账户: row.counterparty ?? '',
    '订单金额（元）': yuan(row.gross),
    '商家实收（元）': yuan(row.amount),
    '退款批次号/请求号': row.refundNo ?? '',
    '服务费（元）': yuan(-row.fee),
  }
}

const ZEROS = new Set(ALIPAY_HEAD.filter(name => name.includes('（元）')))

/** Yields the lines of a trade detail of Alipay; as bytes they are GBK (`gbk`). */
export function* alipayTradeLines(rows: Iterable<TrueRow>, day: string): Generator<string> {
  const sides = {
    payment: { count: 0, ordered: 0n, got: 0n, fee: 0n },
    refund: { count: 0, ordered: 0n, got: 0n, fee: 0n },
  }
  const next = addDays(businessDay(day), 1)
  yield '#支付宝业务明细查询\r\n'
  yield `#账号：[${ALIPAY_MERCHANT}]\r\n`
  const words = (text: string) => text.replaceAll('-', '年').replace(/年(\d\d)$/, '月$1日 00:00:00')
  yield `#起始日期：[${words(day)}]   终止日期：[${words(next)}]\r\n`
  yield '#-----------------------------------------业务明细列表----------------------------------------\r\n'
  yield `${ALIPAY_HEAD.join(',')}\r\n`
  for (const row of rows) {
    const side = sides[row.kind]
    side.count += 1
    side.ordered += row.gross
    side.got += row.amount
    side.fee += row.fee
    const values = valuesOf(row)
    yield `${ALIPAY_HEAD.map(name => `${values[name] ?? (ZEROS.has(name) ? '0.00' : '')}\t`).join(',')}\r\n`
  }
  yield '#-----------------------------------------业务明细列表结束------------------------------------\r\n'
  for (const [word, { count, ordered, got, fee }] of [
    ['交易', sides.payment],
    ['退款', sides.refund],
  ] as const)
    yield `#${word}合计：${count}笔，订单金额共${yuan(ordered)}元，商家实收共${yuan(got)}元，服务费共${yuan(-fee)}元\r\n`
  yield '#导出时间：[2028年03月01日 09:12:33]\r\n'
}

import { fen, negFen, ppm } from '@wattyard/money'
import { readBytes, readWechatFunds, readWechatTrade } from '@wattyard/payment-files'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FundFlowRow, type TradeBillRow, writeFundFlowBill, writeTradeBill } from './index.ts'

const AT = Date.UTC(2026, 10, 26, 4, 0, 20)
const ZONE = 'Asia/Shanghai'

const payment: TradeBillRow = {
  at: AT,
  appid: 'wx8888888888888888',
  mchid: '1900009191',
  transaction_id: '4200001234202611260000000001',
  out_trade_no: 'T2026112600000001',
  openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
  trade_type: 'JSAPI',
  bank_type: 'OTHERS',
  description: '充电预付, 3 号站',
  attach: '',
  amount_fen: fen(5_000n),
  fee_fen: fen(30n),
  rate: ppm(6_000n),
  refund: null,
}
const refund: TradeBillRow = {
  ...payment,
  at: AT + 3_600_000,
  amount_fen: fen(1_234n),
  fee_fen: fen(7n),
  refund: {
    refund_id: '50300001234202611260000000001',
    out_refund_no: 'R1@2',
    state: 'SUCCESS',
    success_at: AT + 3_660_000,
  },
}
const bytesOf = (lines: Iterable<string>): Buffer => Buffer.from([...lines].join(''))
const readTrade = (lines: Iterable<string>) =>
  readBytes(readWechatTrade({ zone: ZONE, expected: { merchant: '1900009191' } }), bytesOf(lines))

describe('trade bill', () => {
  test('has head, rows behind back-ticks and totals', () => {
    expect([...writeTradeBill('ALL', [payment, refund])]).toEqual([
      '\ufeff交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n',
      '`2026-11-26 12:00:20,`wx8888888888888888,`1900009191,`0,`,`4200001234202611260000000001,`T2026112600000001,`oUpF8uMuAJO_M2pxb1Q9zNjWeS6o,`JSAPI,`SUCCESS,`OTHERS,`CNY,`50.00,`0.00,`0,`0,`0.00,`0.00,`,`,`充电预付, 3 号站,`,`0.30,`0.60%,`50.00,`0.00,`\r\n',
      '`2026-11-26 13:00:20,`wx8888888888888888,`1900009191,`0,`,`4200001234202611260000000001,`T2026112600000001,`oUpF8uMuAJO_M2pxb1Q9zNjWeS6o,`JSAPI,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50300001234202611260000000001,`R1@2,`12.34,`0.00,`ORIGINAL,`SUCCESS,`充电预付, 3 号站,`,`-0.07,`0.60%,`0.00,`12.34,`\r\n',
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n',
      '`2,`50.00,`12.34,`0.00,`0.23,`50.00,`12.34\r\n',
    ])
  })

  test('SUCCESS and REFUND hold their own rows, REFUND both times', () => {
    const success = readTrade(writeTradeBill('SUCCESS', [payment, refund]))
    expect(success.items).toMatchObject([{ kind: 'payment', amount: 5_000n, fee: 30n, at: AT }])
    expect(success.facts).toMatchObject({ agreement: 'agree', isSound: true })
    const refunds = readTrade(writeTradeBill('REFUND', [payment, refund]))
    expect(refunds.items).toMatchObject([{ kind: 'refund', amount: -1_234n, fee: -7n, at: AT + 3_660_000 }])
    expect(refunds.items[0]).toMatchObject({ record: { 退款申请时间: '2026-11-26 13:00:20' } })
    expect(refunds.facts).toMatchObject({ agreement: 'agree', isSound: true })
  })

  test('any rows come back from the reader with sums that agree', () => {
    const text = fc.string({ maxLength: 12, unit: 'grapheme-ascii' })
    const anyRow = fc.record({
      isRefund: fc.boolean(),
      second: fc.nat(86_399),
      amount: fc.bigInt({ min: 1n, max: 10_000_000_000n }),
      fee: fc.bigInt({ min: 0n, max: 9_999n }),
      description: text,
      attach: text,
    })
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), drawn => {
        const rows = drawn.map(
          ({ isRefund, second, amount, fee, description, attach }, i): TradeBillRow => ({
            ...payment,
            at: AT - 43_220_000 + second * 1_000,
            transaction_id: `42000${i}`,
            amount_fen: fen(amount),
            fee_fen: fen(fee),
            description,
            attach,
            refund: isRefund
              ? { refund_id: `50300${i}`, out_refund_no: `R${i}`, state: 'PROCESSING', success_at: null }
              : null,
          }),
        )
        const { items, facts } = readTrade(writeTradeBill('ALL', rows))
        expect(items.filter(item => item.type === 'row')).toMatchObject(
          rows.map(row => ({
            kind: row.refund ? 'refund' : 'payment',
            at: row.at,
            amount: row.refund ? negFen(row.amount_fen) : row.amount_fen,
            fee: row.refund ? negFen(row.fee_fen) : row.fee_fen,
            state: row.refund ? 'pending' : 'done',
          })),
        )
        expect({ agreement: facts.agreement, unread: facts.unreadRows }).toEqual({ agreement: 'agree', unread: 0 })
      }),
      { numRuns: 200 },
    )
  })
})

test('the fund-flow bill keeps its balance, and its totals agree', () => {
  const flow = (change: Partial<FundFlowRow>): FundFlowRow => ({
    at: AT,
    channel_no: '4200001234202611260000000001',
    flow_no: 'F1',
    business: '交易',
    kind: '交易',
    amount_fen: fen(5_000n),
    balance_fen: fen(105_000n),
    applicant: 'system',
    remark: '结算总金额 50.00 元',
    voucher: 'T2026112600000001',
    ...change,
  })
  const lines = [
    ...writeFundFlowBill([
      flow({}),
      flow({ kind: '扣除交易手续费', amount_fen: fen(-30n), balance_fen: fen(104_970n), remark: '' }),
      flow({ flow_no: 'F2', kind: '退款', amount_fen: fen(-1_227n), balance_fen: fen(103_743n), voucher: 'R1@2' }),
    ]),
  ]
  expect(lines[1]).toBe(
    '`2026-11-26 12:00:20,`4200001234202611260000000001,`F1,`交易,`交易,`收入,`50.00,`1050.00,`system,`结算总金额 50.00 元,`T2026112600000001\r\n',
  )
  expect(lines.at(-1)).toBe('`3,`1,`50.00,`2,`12.57\r\n')
  const { items, facts } = readBytes(readWechatFunds({ zone: ZONE }), bytesOf(lines))
  expect(items).toMatchObject([
    { kind: 'payment', amount: 5_000n, orderNo: 'T2026112600000001' },
    { kind: 'fee', amount: -30n },
    { kind: 'refund', amount: -1_227n, refundNo: 'R1@2', balance: 103_743n },
  ])
  expect(facts).toMatchObject({ agreement: 'agree', isSound: true })
})

import { fen, type Fen } from '@wattyard/money'
import { anyFlip, flipBytes, flipText } from '@wattyard/pay-frame/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Answer,
  type AnyCall,
  type Call,
  type CallName,
  readAnswer,
  readCall,
  writeAnswer,
  writeCall,
} from './index.ts'
import { codeAndPlaceOf } from '@wattyard/pay-frame/testing/caught'

const write = ({ name, call }: AnyCall) => writeCall(name, call as never) // name and call belong together

const APPID = 'wx8888888888888888'
const MCHID = '1900009191'
const created: Call<'createNative'> = {
  appid: APPID,
  mchid: MCHID,
  description: '充电预付款',
  out_trade_no: 'T2026112600000001',
  time_expire: Date.UTC(2026, 10, 26, 4, 30, 0),
  notify_url: 'https://pay.example.com/notify/wechat',
  amount: { total: fen(5_000n), currency: 'CNY' },
}

describe('golden messages', () => {
  test.each<[AnyCall, string, string, string]>([
    [
      { name: 'createNative', call: created },
      'POST',
      '/v3/pay/transactions/native',
      '{"appid":"wx8888888888888888","mchid":"1900009191","description":"充电预付款","out_trade_no":"T2026112600000001","time_expire":"2026-11-26T12:30:00+08:00","notify_url":"https://pay.example.com/notify/wechat","amount":{"total":5000,"currency":"CNY"}}',
    ],
    [
      { name: 'createJsapi', call: { ...created, payer: { openid: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' } } },
      'POST',
      '/v3/pay/transactions/jsapi',
      '{"appid":"wx8888888888888888","mchid":"1900009191","description":"充电预付款","out_trade_no":"T2026112600000001","time_expire":"2026-11-26T12:30:00+08:00","notify_url":"https://pay.example.com/notify/wechat","amount":{"total":5000,"currency":"CNY"},"payer":{"openid":"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"}}',
    ],
    [
      { name: 'queryByOutTradeNo', call: { out_trade_no: 'T2026|*-_1', mchid: MCHID } },
      'GET',
      '/v3/pay/transactions/out-trade-no/T2026%7C*-_1?mchid=1900009191',
      '',
    ],
    [
      { name: 'queryByTransactionId', call: { transaction_id: '4200001234202611260000000001', mchid: MCHID } },
      'GET',
      '/v3/pay/transactions/id/4200001234202611260000000001?mchid=1900009191',
      '',
    ],
    [
      { name: 'close', call: { out_trade_no: 'T2026112600000001', mchid: MCHID } },
      'POST',
      '/v3/pay/transactions/out-trade-no/T2026112600000001/close',
      '{"mchid":"1900009191"}',
    ],
    [
      {
        name: 'refund',
        call: {
          out_trade_no: 'T2026112600000001',
          out_refund_no: 'R1@2',
          reason: '未用完',
          amount: { refund: fen(1_234n), total: fen(5_000n), currency: 'CNY' },
        },
      },
      'POST',
      '/v3/refund/domestic/refunds',
      '{"out_trade_no":"T2026112600000001","out_refund_no":"R1@2","reason":"未用完","amount":{"refund":1234,"total":5000,"currency":"CNY"}}',
    ],
    [{ name: 'queryRefund', call: { out_refund_no: 'R1@2' } }, 'GET', '/v3/refund/domestic/refunds/R1%402', ''],
    [
      { name: 'tradeBill', call: { bill_date: '2026-11-25', bill_type: 'ALL', tar_type: 'GZIP' } },
      'GET',
      '/v3/bill/tradebill?bill_date=2026-11-25&bill_type=ALL&tar_type=GZIP',
      '',
    ],
    [
      { name: 'fundFlowBill', call: { bill_date: '2026-11-25', account_type: 'BASIC' } },
      'GET',
      '/v3/bill/fundflowbill?bill_date=2026-11-25&account_type=BASIC',
      '',
    ],
    [{ name: 'certificates', call: {} }, 'GET', '/v3/certificates', ''],
  ])('$name', (call, method, path, body) => {
    expect(write(call)).toEqual({ method, path, body })
    expect(readCall({ method, path, body: Buffer.from(body) })).toEqual(call)
  })
})

describe('any call comes back as it was written', () => {
  const signs = (unit: string, minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...Array.from(unit)), minLength, maxLength })
  const alphanumeric = '0123456789abcXYZ_'
  const amount: fc.Arbitrary<Fen> = fc.bigInt({ min: 1n, max: 10_000_000_000n }).map(fen)
  const instant = fc.integer({ min: 946_684_800, max: 4_102_444_800 }).map(seconds => seconds * 1_000)
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter(value => {
    // oxlint-disable-next-line no-control-regex -- control characters are refused
    return Buffer.byteLength(value) <= 80 && !/[\u0000-\u001f\u007f]/.test(value)
  })
  const order = {
    appid: signs(alphanumeric, 1, 32),
    mchid: signs('0123456789', 1, 32),
    description: words,
    out_trade_no: signs(`${alphanumeric}|*-`, 6, 32),
    notify_url: fc.constant('https://pay.example.com/notify'),
    amount: fc.record({ total: amount, currency: fc.constant('CNY' as const) }, { requiredKeys: ['total'] }),
    time_expire: instant,
    attach: words,
  }
  const required = ['appid', 'mchid', 'description', 'out_trade_no', 'notify_url', 'amount'] as const
  const refundNo = signs(`${alphanumeric}|*-@`, 1, 64)
  const calls: fc.Arbitrary<AnyCall> = fc.oneof(
    fc.record({ name: fc.constant('createNative' as const), call: fc.record(order, { requiredKeys: [...required] }) }),
    fc.record({
      name: fc.constant('createJsapi' as const),
      call: fc.record(
        { ...order, payer: fc.record({ openid: signs(alphanumeric, 1, 128) }) },
        { requiredKeys: [...required, 'payer'] },
      ),
    }),
    fc.record({
      name: fc.constantFrom('queryByOutTradeNo' as const, 'close' as const),
      call: fc.record({ out_trade_no: order.out_trade_no, mchid: order.mchid }),
    }),
    fc.record({
      name: fc.constant('refund' as const),
      call: fc.record({
        out_trade_no: order.out_trade_no,
        out_refund_no: refundNo,
        reason: words,
        amount: fc
          .tuple(amount, amount)
          .map(([a, b]) => ({ refund: a < b ? a : b, total: a < b ? b : a, currency: 'CNY' as const })),
      }),
    }),
    fc.record({ name: fc.constant('queryRefund' as const), call: fc.record({ out_refund_no: refundNo }) }),
  )

  test('read ∘ write is the identity', () => {
    fc.assert(
      fc.property(calls, call => {
        const written = write(call)
        expect(readCall(written)).toEqual(call)
        expect(write(readCall(written))).toEqual(written)
      }),
      { numRuns: 500 },
    )
  })

  test('a changed byte gives another call or the typed error', () => {
    fc.assert(
      fc.property(calls, anyFlip, (call, flip) => {
        const written = write(call)
        const body = written.body === '' ? '' : flipBytes(Buffer.from(written.body), flip)
        expect(codeAndPlaceOf(() => readCall({ ...written, body }))).toMatch(/^(none$|pay\.)/)
        expect(codeAndPlaceOf(() => readCall({ ...written, path: flipText(written.path, flip) }))).toMatch(
          /^(none$|pay\.)/,
        )
      }),
      { numRuns: 500 },
    )
  })

  test('no path or body makes anything else be thrown', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PUT', ''),
        fc.string(),
        fc.oneof(fc.json(), fc.string()),
        (method, path, body) => {
          expect(codeAndPlaceOf(() => readCall({ method, path, body }))).toMatch(/^(none$|pay\.)/)
          expect(codeAndPlaceOf(() => readCall({ method: 'POST', path: '/v3/refund/domestic/refunds', body }))).toMatch(
            /^pay\./,
          )
          expect(codeAndPlaceOf(() => readAnswer('queryRefund', body))).toMatch(/^pay\./)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('what is refused', () => {
  const changing = (change: object) => codeAndPlaceOf(() => writeCall('createNative', { ...created, ...change }))
  test.each<[object, string]>([
    [{ out_trade_no: 'short' }, 'pay.bad-shape out_trade_no'],
    [{ out_trade_no: 'x'.repeat(33) }, 'pay.bad-shape out_trade_no'],
    [{ out_trade_no: 'T20261126@1' }, 'pay.bad-shape out_trade_no'],
    [{ out_trade_no: 'T20261126\n' }, 'pay.bad-shape out_trade_no'],
    [{ description: '充'.repeat(42) }, 'none'],
    [{ description: '充'.repeat(43) }, 'pay.bad-shape description'],
    [{ description: 'a\u0000b' }, 'pay.bad-shape description'],
    [{ notify_url: 'http://pay.example.com/notify' }, 'pay.bad-shape notify_url'],
    [{ notify_url: 'https://pay.example.com/notify?x=1' }, 'pay.bad-shape notify_url'],
    [{ time_expire: 1.5 }, 'pay.bad-shape time_expire'],
    [{ time_expire: Number.NaN }, 'pay.bad-shape time_expire'],
    [{ amount: { total: fen(0n) } }, 'pay.bad-shape amount/total'],
    [{ amount: { total: fen(10_000_000_001n) } }, 'pay.bad-shape amount/total'],
    [{ amount: { total: 5_000 } }, 'pay.bad-shape amount/total'],
    [{ mchid: '19a' }, 'pay.bad-shape mchid'],
  ])('%o', (change, code) => expect(changing(change)).toBe(code))

  test('a refund of more than the payment, or of none', () => {
    const refund = (change: object) =>
      codeAndPlaceOf(() =>
        writeCall('refund', {
          out_trade_no: 'T20261126',
          out_refund_no: 'R1',
          amount: { refund: fen(2n), total: fen(2n), currency: 'CNY' },
          ...change,
        }),
      )
    expect(refund({})).toBe('none')
    expect(refund({ amount: { refund: fen(3n), total: fen(2n), currency: 'CNY' } })).toBe('pay.bad-shape amount')
    expect(refund({ out_trade_no: undefined })).toBe('pay.bad-shape')
    const body = '{"out_refund_no":"R1","out_trade_no":"T20261126","amount":{"refund":3,"total":2,"currency":"CNY"}}'
    expect(codeAndPlaceOf(() => readCall({ method: 'POST', path: '/v3/refund/domestic/refunds', body }))).toBe(
      'pay.bad-shape amount',
    )
  })

  test.each<[string, string, string, string]>([
    ['GET', '/v3/pay/transactions/native', '', 'pay.unknown-call'],
    ['POST', '/v3/pay/transactions/native/', '{}', 'pay.unknown-call'],
    ['GET', '/v3/pay/transactions/id/1%2F2?mchid=1', '', 'pay.bad-shape transaction_id'],
    ['GET', '/v3/pay/transactions/id/%E0%A4?mchid=1', '', 'pay.not-a-form'],
    ['GET', '/v3/pay/transactions/id/1', '', 'pay.bad-shape mchid'],
    ['GET', '/v3/pay/transactions/id/1?mchid=1&mchid=2', '', 'pay.duplicate mchid'],
    ['GET', '/v3/pay/transactions/id/1?mchid=1', '{}', 'pay.bad-shape body'],
    ['GET', '/v3/bill/tradebill?bill_date=2026-02-30', '', 'pay.bad-shape bill_date'],
    ['POST', '/v3/pay/transactions/out-trade-no/T12345/close', '[]', 'pay.bad-shape body'],
    ['POST', '/v3/pay/transactions/out-trade-no/T12345/close', '{"mchid":1}', 'pay.bad-shape mchid'],
    // The path names the order; the body cannot name another.
    ['POST', '/v3/pay/transactions/out-trade-no/T12345/close', '{"mchid":"1","out_trade_no":"!"}', 'none'],
  ])('%s %s %s', (method, path, body, code) =>
    expect(codeAndPlaceOf(() => readCall({ method, path, body }))).toBe(code),
  )
})

describe('answers', () => {
  const refund: Answer<'refund'> = {
    refund_id: '50300001234202611260000000001',
    out_refund_no: 'R1@2',
    transaction_id: '4200001234202611260000000001',
    out_trade_no: 'T2026112600000001',
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: Date.UTC(2026, 10, 26, 4, 0, 0),
    status: 'PROCESSING',
    amount: {
      total: fen(5_000n),
      refund: fen(1_234n),
      payer_total: fen(5_000n),
      payer_refund: fen(1_234n),
      settlement_refund: fen(1_234n),
      settlement_total: fen(5_000n),
      discount_refund: fen(0n),
      currency: 'CNY',
    },
  }
  const unpaid: Answer<'queryByOutTradeNo'> = {
    mchid: MCHID,
    out_trade_no: 'T2026112600000001',
    trade_state: 'NOTPAY',
    trade_state_desc: '订单未支付',
  }
  const answers: { [N in CallName]?: Answer<N> } = {
    createNative: { code_url: 'weixin://wxpay/bizpayurl?pr=JyC91EIz1' },
    createJsapi: { prepay_id: 'wx26112221580621e9b071c00d9e093b0000' },
    queryByOutTradeNo: unpaid,
    queryByTransactionId: { ...unpaid, trade_state: 'SUCCESS', amount: { total: fen(5_000n), payer_total: fen(0n) } },
    close: null,
    refund,
    queryRefund: { ...refund, status: 'SUCCESS', success_time: Date.UTC(2026, 10, 26, 4, 5, 0) },
  }
  test.each(Object.keys(answers) as CallName[])('%s comes back as it was written', name => {
    const answer = answers[name]
    const text = writeAnswer(name, answer as never) // name and answer belong together
    expect(readAnswer(name, Buffer.from(text))).toEqual(answer)
  })

  test('members that nobody reads do no harm, unknown states are refused', () => {
    const text = writeAnswer('refund', refund)
    const more = text.replace('{', '{"funds_account":"UNSETTLED","promotion_detail":[{"amount":0.5}],"rate":1e400,')
    expect(readAnswer('refund', more)).toEqual(refund)
    expect(codeAndPlaceOf(() => readAnswer('refund', text.replace('PROCESSING', 'LOST')))).toBe('pay.bad-shape status')
    expect(codeAndPlaceOf(() => readAnswer('refund', text.replace('"refund":1234', '"refund":"1234"')))).toBe(
      'pay.bad-shape amount/refund',
    )
    expect(codeAndPlaceOf(() => readAnswer('close', '{}'))).toBe('pay.bad-shape')
  })
})

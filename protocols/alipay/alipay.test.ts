import { fen, type Fen } from '@wattyard/money'
import { isSignedSha256, parseJson, readPublicKey, signSha256, writeForm } from '@wattyard/pay-frame'
import { anyFlip, flipBytes, flipText, makeKeyPair, RUBBISH, WIDE_JSON } from '@wattyard/pay-frame/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  adviceOf,
  type AlipayKey,
  type Answer,
  type AnyCall,
  type App,
  type Common,
  KNOWN_SUB_CODES,
  type Notification,
  readAnswer,
  readNotification,
  readRequest,
  writeAnswer,
  writeFailure,
  writeNotification,
  writeRequest,
} from './index.ts'
import { PUBLIC_KEY, SIGNED_ANSWER, SIGNED_NOTIFICATION } from './testing/by-openssl.ts'
import { codeAndPlaceOf } from '@wattyard/pay-frame/testing/caught'

const AT = Date.UTC(2026, 10, 26, 4, 0, 0)
const pair = makeKeyPair()
const common: Common = {
  app_id: '2021000122671080',
  timestamp: AT,
  notify_url: 'https://pay.example.com/notify/alipay',
}
const apps: App[] = [{ appId: common.app_id, key: pair.publicKey }]
const signer: AlipayKey = { serial: '', key: pair.privateKey }
const keys: AlipayKey[] = [{ serial: '', key: pair.publicKey }]

const write = ({ name, call }: AnyCall) => writeRequest(name, call as never, common, pair.privateKey) // name and call belong together

const precreated: AnyCall = {
  name: 'precreate',
  call: { out_trade_no: 'T2026112600000001', total_amount: fen(5_000n), subject: '充电预付款 50%+1' },
}

describe('requests', () => {
  test('what is signed: sorted, not url-encoded, with sign_type, without sign', () => {
    const { query, body } = write(precreated)
    const fields = new URLSearchParams(`${query}&${body}`)
    expect(body).toBe(
      `biz_content=${encodeURIComponent('{"out_trade_no":"T2026112600000001","total_amount":"50.00","subject":"充电预付款 50%+1"}')}`,
    )
    const signed =
      'app_id=2021000122671080&biz_content={"out_trade_no":"T2026112600000001","total_amount":"50.00","subject":"充电预付款 50%+1"}' +
      '&charset=utf-8&format=JSON&method=alipay.trade.precreate&notify_url=https://pay.example.com/notify/alipay' +
      '&sign_type=RSA2&timestamp=2026-11-26 12:00:00&version=1.0'
    expect(fields.get('sign')).toBe(signSha256(signed, pair.privateKey))
    expect(readRequest({ query, body }, apps)).toEqual({ ...precreated, common })
  })

  const signs = (unit: string, minLength: number, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...Array.from(unit)), minLength, maxLength })
  const amount: fc.Arbitrary<Fen> = fc.bigInt({ min: 1n, max: 10_000_000_000n }).map(fen)
  const words = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    // oxlint-disable-next-line no-control-regex -- control characters are refused
    .filter(value => !/[/=&\u0000-\u001f\u007f]/.test(value))
  const number = signs('0123456789abcXYZ_', 1, 64)
  const named = fc.record(
    { out_trade_no: number, trade_no: signs('0123456789', 16, 64) },
    { requiredKeys: ['out_trade_no'] },
  )
  const order = { out_trade_no: number, total_amount: amount, subject: words }
  const calls: fc.Arbitrary<AnyCall> = fc.oneof(
    fc.record({
      name: fc.constant('precreate' as const),
      call: fc.record(
        {
          ...order,
          body: words,
          time_expire: fc.integer({ min: 946_684_800, max: 4_102_444_800 }).map(s => s * 1_000),
        },
        { requiredKeys: ['out_trade_no', 'total_amount', 'subject'] },
      ),
    }),
    fc.record({
      name: fc.constant('create' as const),
      call: fc.record({ ...order, buyer_id: signs('0123456789', 16, 16) }),
    }),
    fc.record({ name: fc.constantFrom('query' as const, 'close' as const, 'cancel' as const), call: named }),
    fc.record({
      name: fc.constant('refund' as const),
      call: fc
        .tuple(named, fc.record({ refund_amount: amount, refund_reason: words, out_request_no: number }))
        .map(([a, b]) => ({ ...a, ...b })),
    }),
    fc.record({
      name: fc.constant('queryRefund' as const),
      call: fc
        .tuple(named, number)
        .map(([a, out_request_no]) => ({ ...a, out_request_no, query_options: ['gmt_refund_pay' as const] })),
    }),
    fc.record({
      name: fc.constant('bill' as const),
      call: fc.constantFrom(
        { bill_type: 'trade' as const, bill_date: '2026-11-25' },
        { bill_type: 'signcustomer' as const, bill_date: '2026-10' },
      ),
    }),
  )

  test('any call comes back as it was written', () => {
    fc.assert(
      fc.property(calls, call => {
        expect(readRequest(write(call), apps)).toEqual({ ...call, common })
      }),
      { numRuns: 200 },
    )
  })

  test('a changed byte is refused, unless it spells the same values', () => {
    const written = write(precreated)
    const valuesOf = (one: typeof written) => [...new URLSearchParams(`${one.query}&${one.body}`)]
    fc.assert(
      fc.property(anyFlip, fc.boolean(), (flip, isQuery) => {
        const changed = isQuery
          ? { ...written, query: flipText(written.query, flip) }
          : { ...written, body: flipText(written.body, flip) }
        fc.pre(JSON.stringify(valuesOf(changed)) !== JSON.stringify(valuesOf(written)))
        expect(codeAndPlaceOf(() => readRequest(changed, apps))).not.toBe('none')
      }),
      { numRuns: 1_000 },
    )
  })

  test('unknown applications, other keys, other methods, doubled fields', () => {
    const written = write(precreated)
    expect(codeAndPlaceOf(() => readRequest(written, []))).toBe('pay.unknown-serial')
    expect(codeAndPlaceOf(() => readRequest(written, [{ appId: common.app_id, key: makeKeyPair().publicKey }]))).toBe(
      'pay.bad-signature',
    )
    expect(codeAndPlaceOf(() => readRequest({ ...written, query: `${written.query}&biz_content=x` }, apps))).toBe(
      'pay.duplicate biz_content',
    )
    expect(codeAndPlaceOf(() => readRequest({ ...written, query: written.query.replace('RSA2', 'RSA') }, apps))).toBe(
      'pay.bad-shape sign_type',
    )
  })

  const changing = (change: object) =>
    codeAndPlaceOf(() => write({ name: 'precreate', call: { ...precreated.call, ...change } as never }))
  test.each<[object, string]>([
    [{ total_amount: fen(0n) }, 'pay.bad-shape total_amount'],
    [{ total_amount: fen(10_000_000_001n) }, 'pay.bad-shape total_amount'],
    [{ total_amount: '50.00' }, 'pay.bad-shape total_amount'],
    [{ out_trade_no: 'T-1' }, 'pay.bad-shape out_trade_no'],
    [{ subject: 'a=b' }, 'pay.bad-shape subject'],
    [{ subject: '' }, 'pay.bad-shape subject'],
  ])('%o is not written', (change, code) => expect(changing(change)).toBe(code))

  test('one of the two numbers is needed', () => {
    expect(codeAndPlaceOf(() => write({ name: 'query', call: {} }))).toBe('pay.bad-shape')
  })
})

describe('answers', () => {
  const paid: Answer<'query'> = {
    trade_no: '2026112622001468450512505578',
    out_trade_no: 'T2026112600000001',
    buyer_logon_id: '159****5620',
    trade_status: 'TRADE_SUCCESS',
    total_amount: fen(5_000n),
    receipt_amount: fen(0n),
    send_pay_date: AT,
  }
  const text = writeAnswer('query', paid, signer)

  test('the wire', () => {
    expect(text).toMatch(
      /^\{"alipay_trade_query_response":\{"code":"10000","msg":"Success","trade_no":"2026112622001468450512505578","out_trade_no":"T2026112600000001","buyer_logon_id":"159\*{4}5620","trade_status":"TRADE_SUCCESS","total_amount":"50.00","receipt_amount":"0.00","send_pay_date":"2026-11-26 12:00:00"\},"sign":"[^"]+"\}$/,
    )
    expect(readAnswer('query', Buffer.from(text), keys)).toEqual({ isDone: true, answer: paid })
  })

  test('an answer signed by another program: its piece of text is what is signed', () => {
    const { members } = parseJson(SIGNED_ANSWER.text)
    const { from, to } = members.get('alipay_trade_query_response') ?? { from: 0, to: 0 }
    const key = readPublicKey(PUBLIC_KEY)
    expect(isSignedSha256(SIGNED_ANSWER.text.slice(from, to), SIGNED_ANSWER.sign, key)).toBe(true)
    expect(isSignedSha256(SIGNED_ANSWER.text, SIGNED_ANSWER.sign, key)).toBe(false)
  })

  /** An answer whose signed piece is written in another way than ours. */
  const signedBy = (piece: string, rest = '', key = pair.privateKey) =>
    `{ "alipay_trade_query_response" :\n ${piece} ,${rest} "sign" : ${JSON.stringify(signSha256(piece, key))} }`
  const content = text.slice(text.indexOf(':') + 1, text.lastIndexOf(',"sign"'))

  test.each<[string, string]>([
    ['spaces inside', content.replaceAll(',', ' ,\n ')],
    ['escaped letters and slashes', content.replace('159', '15\\u0039').replace('{', '{"u":"http:\\/\\/x",')],
    ['another order', content.replace('"code":"10000",', '').replace(/\}$/, ',"code":"10000"}')],
    ['braces and a sign inside a text', content.replace('{', '{"x":"},\\"sign\\":\\"AAAA\\"}{",')],
    [
      'a sign and an answer inside',
      content.replace('{', '{"sign":"AAAA","alipay_trade_query_response":{"code":"40004"},'),
    ],
    ['nested braces', content.replace('{', '{"fund_bill_list":[{"amount":"0.5","x":{"y":[{}]}}],')],
  ])('%s', (_name, piece) => {
    expect(readAnswer('query', signedBy(piece), keys)).toEqual({ isDone: true, answer: paid })
  })

  test('any changed byte is refused', () => {
    const bytes = Buffer.from(text)
    fc.assert(
      fc.property(anyFlip, flip => {
        expect(codeAndPlaceOf(() => readAnswer('query', flipBytes(bytes, flip), keys))).not.toBe('none')
      }),
      { numRuns: 1_000 },
    )
  })

  test.each<[string, string, string]>([
    ['no signature', text.replace(/,"sign":.*/, '}'), 'pay.bad-signature'],
    ['an empty signature', text.replace(/"sign":.*/, '"sign":""}'), 'pay.bad-signature'],
    ['another key', signedBy(content, '', makeKeyPair().privateKey), 'pay.bad-signature'],
    ['another method', text.replace('trade_query', 'trade_close'), 'pay.bad-shape alipay_trade_query_response'],
    [
      'the answer twice',
      text.replace('{', '{"alipay_trade_query_response":{"code":"10000","msg":""},'),
      'pay.duplicate alipay_trade_query_response',
    ],
    [
      'a key twice inside',
      signedBy(content.replace('{', '{"trade_status":"TRADE_CLOSED",')),
      'pay.duplicate trade_status',
    ],
    ['three decimals', signedBy(content.replace('50.00', '50.000')), 'pay.bad-shape total_amount'],
    ['an amount as a number', signedBy(content.replace('"50.00"', '50.00')), 'pay.bad-shape total_amount'],
    ['a giant amount', signedBy(content.replace('50.00', '9'.repeat(400))), 'pay.bad-shape total_amount'],
    ['an unknown state', signedBy(content.replace('TRADE_SUCCESS', 'TRADE_LOST')), 'pay.bad-shape trade_status'],
    ['a text instead of an object', signedBy('"10000"'), 'pay.bad-shape'],
    [
      'a certificate that is not known',
      signedBy(content, '"alipay_cert_sn":"4538e7d736df316c15435d5f9d3a8a1f",'),
      'pay.unknown-serial',
    ],
  ])('%s', (_name, body, code) => expect(codeAndPlaceOf(() => readAnswer('query', body, keys))).toBe(code))

  test('keys by the serial of a certificate; several without while one replaces another', () => {
    const serial = '4538e7d736df316c15435d5f9d3a8a1f'
    const next = makeKeyPair()
    const both = [{ serial, key: pair.publicKey }, { serial: '', key: next.publicKey }, ...keys]
    for (const one of [{ serial, key: pair.privateKey }, { serial: '', key: next.privateKey }, signer])
      expect(codeAndPlaceOf(() => readAnswer('query', writeAnswer('query', paid, one), both))).toBe('none')
    expect(
      codeAndPlaceOf(() => readAnswer('query', writeAnswer('query', paid, { serial, key: next.privateKey }), both)),
    ).toBe('pay.bad-signature')
  })

  test('failures', () => {
    const failed = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: '交易不存在' }
    expect(readAnswer('query', writeFailure('query', failed, signer), keys)).toEqual({
      isDone: false,
      isSigned: true,
      failure: { advice: 'give-up', code: '40004', subCode: 'ACQ.TRADE_NOT_EXIST', message: '交易不存在' },
    })
    const unsigned = (member: string) => JSON.stringify({ [member]: failed })
    for (const member of ['error_response', 'alipay_trade_close_response'])
      expect(readAnswer('close', unsigned(member), keys)).toMatchObject({
        isSigned: false,
        failure: { advice: 'query' },
      })
    const lie = JSON.stringify({ error_response: { code: '10000', msg: 'Success' } })
    expect(readAnswer('query', lie, keys)).toMatchObject({ isDone: false, isSigned: false })
    const wrong = writeFailure('query', failed, signer).replace('NOT_EXIST', 'HAS_CLOSE')
    expect(codeAndPlaceOf(() => readAnswer('query', wrong, keys))).toBe('pay.bad-signature')
  })

  const others: { [N in 'precreate' | 'create' | 'close' | 'cancel' | 'refund' | 'queryRefund' | 'bill']: Answer<N> } =
    {
      precreate: { out_trade_no: 'T1', qr_code: 'https://qr.alipay.com/bax05040hy6jvmm9lbet00cd' },
      create: { out_trade_no: 'T1', trade_no: paid.trade_no },
      close: { trade_no: paid.trade_no, out_trade_no: 'T1' },
      cancel: { trade_no: paid.trade_no, out_trade_no: 'T1', retry_flag: 'N', action: 'refund' },
      refund: { trade_no: paid.trade_no, out_trade_no: 'T1', refund_fee: fen(1_234n), fund_change: 'Y' },
      queryRefund: {
        out_request_no: 'R1',
        total_amount: fen(5_000n),
        refund_amount: fen(1_234n),
        refund_status: 'REFUND_SUCCESS',
        gmt_refund_pay: AT,
      },
      bill: { bill_download_url: 'http://dwbillcenter.alipay.com/downloadBillFile.resource?bizType=X&userId=X' },
    }
  test.each(Object.keys(others) as (keyof typeof others)[])('%s comes back as it was written', name => {
    const written = writeAnswer(name, others[name] as never, signer) // name and answer belong together
    expect(readAnswer(name, written, keys)).toEqual({ isDone: true, answer: others[name] })
  })

  test('a refund that did not happen answers nothing', () => {
    expect(readAnswer('queryRefund', writeAnswer('queryRefund', {}, signer), keys)).toEqual({
      isDone: true,
      answer: {},
    })
  })
})

describe('notifications', () => {
  const message: Notification = {
    notify_time: AT,
    notify_type: 'trade_status_sync',
    notify_id: '2026112600222155624068450559358070',
    app_id: common.app_id,
    trade_no: '2026112622001468450512505578',
    out_trade_no: 'T2026112600000001',
    seller_id: '2088531891668739',
    trade_status: 'TRADE_SUCCESS',
    total_amount: fen(5_000n),
    refund_fee: fen(1_234n),
    subject: '充电 50%+1 & 更多=?',
    passback_params: 'a%3Db',
    gmt_payment: AT,
  }
  const body = writeNotification(message, pair.privateKey)
  const read = (text: string) => readNotification(text, [pair.publicKey])

  test('comes back as it was written, decoded once', () => {
    expect(read(body)).toEqual(message)
    expect(read(body).passback_params).toBe('a%3Db')
    expect(readNotification(Buffer.from(body), [makeKeyPair().publicKey, pair.publicKey])).toEqual(message)
    expect(read(body.replaceAll('%20', '+'))).toEqual(message)
  })

  test('a notification signed by another program', () => {
    const form = writeForm(SIGNED_NOTIFICATION)
    const key = readPublicKey(PUBLIC_KEY)
    expect(readNotification(form, [key])).toMatchObject({
      out_trade_no: 'T2026112600000500',
      trade_status: 'TRADE_SUCCESS',
      total_amount: 10n,
      gmt_payment: Date.UTC(2026, 10, 26, 4, 0, 0),
    })
    expect(codeAndPlaceOf(() => readNotification(form.replace('500', '501'), [key]))).toBe('pay.bad-signature')
  })

  test('fields without a value are signed or not, by the library that signs', () => {
    const fields = new Map(new URLSearchParams(body))
    fields.set('body', '')
    for (const isSigned of [true, false]) {
      const signed = [...fields]
        .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && (isSigned || value !== ''))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value}`)
        .join('&')
      expect(read(writeForm(new Map(fields).set('sign', signSha256(signed, pair.privateKey))))).toEqual(message)
    }
  })

  test('a changed byte is refused, unless it spells the same values', () => {
    const valuesOf = (text: string) => JSON.stringify([...new URLSearchParams(text)])
    fc.assert(
      fc.property(anyFlip, flip => {
        const changed = flipText(body, flip)
        fc.pre(valuesOf(changed) !== valuesOf(body))
        expect(codeAndPlaceOf(() => read(changed))).not.toBe('none')
      }),
      { numRuns: 2_000 },
    )
  })

  const changed = (change: Record<string, string>) => {
    const fields = new Map(new URLSearchParams(body))
    for (const [name, value] of Object.entries(change)) fields.set(name, value)
    const signed = [...fields]
      .filter(([name]) => name !== 'sign' && name !== 'sign_type')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
    return writeForm(fields.set('sign', signSha256(signed, pair.privateKey)))
  }
  test.each<[Record<string, string>, string]>([
    [{ sign_type: 'RSA' }, 'pay.bad-shape sign_type'],
    [{ charset: 'GBK' }, 'pay.bad-shape charset'],
    [{ notify_type: 'servicemarket_order_notify' }, 'pay.unknown-event notify_type'],
    [{ total_amount: '50.001' }, 'pay.bad-shape total_amount'],
    [{ total_amount: '0.00' }, 'pay.bad-shape total_amount'],
    [{ total_amount: '-50.00' }, 'pay.bad-shape total_amount'],
    [{ total_amount: '5e1' }, 'pay.bad-shape total_amount'],
    [{ refund_fee: '9'.repeat(64) }, 'pay.bad-shape refund_fee'],
    [{ trade_status: 'PAID' }, 'pay.bad-shape trade_status'],
    [{ gmt_payment: '2026-02-30 00:00:00' }, 'pay.bad-shape gmt_payment'],
    [{ gmt_refund: '2026-11-26 12:00:00.320', fund_bill_list: '[{"amount":"50.00"}]' }, 'none'],
  ])('%o', (change, code) => expect(codeAndPlaceOf(() => read(changed(change)))).toBe(code))

  test('members that nobody knows are kept out', () => {
    expect(read(changed({ fund_bill_list: '[]', __proto__x: 'y' }))).toEqual(message)
  })
})

describe('advice', () => {
  const of = (name: Parameters<typeof adviceOf>[0], subCode: string | null, code = '40004') =>
    adviceOf(name, { code, subCode })
  test.each([
    ['precreate', 'ACQ.SYSTEM_ERROR', 'query'],
    ['refund', 'ACQ.SYSTEM_ERROR', 'retry'],
    ['refund', 'ACQ.SELLER_BALANCE_NOT_ENOUGH', 'retry'],
    ['precreate', 'ACQ.TRADE_HAS_SUCCESS', 'query'],
    ['close', 'ACQ.TRADE_HAS_CLOSE', 'done'],
    ['close', 'ACQ.TRADE_STATUS_ERROR', 'query'],
    ['query', 'ACQ.TRADE_NOT_EXIST', 'give-up'],
    ['refund', 'ACQ.DISCORDANT_REPEAT_REQUEST', 'query'],
    ['bill', 'isp.bill_not_exist', 'done'],
    ['refund', 'toString', 'query'],
  ] as const)('%s: %s', (name, subCode, advice) => expect(of(name, subCode)).toBe(advice))

  test('without a rule the code decides, and what is unknown is looked up', () => {
    expect([
      of('refund', null, '40002'),
      of('refund', null, '20000'),
      of('query', null, '20000'),
      of('create', 'ACQ.NEW'),
    ]).toEqual(['give-up', 'query', 'retry', 'query'])
    expect([adviceOf('refund', null), adviceOf('bill', null)]).toEqual(['query', 'retry'])
    expect(KNOWN_SUB_CODES.length).toBeGreaterThan(25)
  })
})

test('a quarter of a megabyte of anything is answered at once, with the typed error alone', () => {
  const from = process.cpuUsage()
  for (const text of [...RUBBISH, ...WIDE_JSON]) {
    expect(codeAndPlaceOf(() => readAnswer('query', text, keys))).not.toBe('none')
    expect(
      codeAndPlaceOf(() => readAnswer('query', `{"alipay_trade_query_response":${text},"sign":"AAAA"}`, keys)),
    ).not.toBe('none')
    expect(codeAndPlaceOf(() => readNotification(text, [pair.publicKey]))).not.toBe('none')
    expect(codeAndPlaceOf(() => readRequest({ query: text, body: text }, apps))).not.toBe('none')
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(10_000)
})

test('no input makes anything else be thrown', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string(), fc.webQueryParameters()), text => {
      expect(codeAndPlaceOf(() => readAnswer('refund', text, keys))).toMatch(/^pay\./)
      expect(codeAndPlaceOf(() => readNotification(text, [pair.publicKey]))).toMatch(/^pay\./)
      expect(codeAndPlaceOf(() => readRequest({ query: text, body: '' }, apps))).toMatch(/^pay\./)
    }),
    { numRuns: 1_000 },
  )
})

import { createHash } from 'node:crypto'
import { type Body, keyOfCertificate, type SerialKey } from '@wattyard/pay-frame'
import { anyFlip, flipBytes, flipText, makeKeyPair, RUBBISH, WIDE_JSON } from '@wattyard/pay-frame/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Headers,
  isAnnouncedBill,
  KNOWN_CODES,
  type Merchant,
  type Notification,
  open,
  openCertificates,
  openNotification,
  parseAuthorization,
  PROBE_PREFIX,
  readAnswer,
  readCall,
  readFailure,
  seal,
  sealCertificate,
  signBody,
  signJsapiPayment,
  signRequest,
  verifyBody,
  verifyRequest,
  writeAnswer,
  writeCall,
  writeFailure,
  writeNotification,
} from './index.ts'
import { CERTIFICATE } from '@wattyard/pay-frame/testing/certificate'
import { API_KEY, paid, refunded } from './testing/messages.ts'
import { codeOf } from '@wattyard/pay-frame/testing/caught'

const AT = Date.UTC(2026, 10, 26, 4, 0, 0)
const NONCE = '593BEC0C930BF1AFEB40B4A08C8FB242'
const pair = makeKeyPair()
const merchant: Merchant = {
  mchid: '1900009191',
  serial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  key: pair.privateKey,
}
const merchants: Merchant[] = [{ ...merchant, key: pair.publicKey }]
const platform: SerialKey = { serial: 'PUB_KEY_ID_0114232134912410000000000000', key: pair.publicKey, validity: null }
const signer = { serial: platform.serial, key: pair.privateKey }

describe('signature of requests', () => {
  const call = writeCall('queryByOutTradeNo', { out_trade_no: '1217752501201407033233368018', mchid: '1900009191' })
  const header = signRequest(call, merchant, { at: AT, nonce: NONCE })

  test('the header says who, when and over what', () => {
    expect(header).toMatch(
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900009191",nonce_str="593BEC0C930BF1AFEB40B4A08C8FB242",signature="[\w+/]+={0,2}",timestamp="1795665600",serial_no="1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C"$/,
    )
    expect(verifyRequest(call, header, merchants, AT)).toMatchObject({ mchid: '1900009191', timestamp: '1795665600' })
  })

  test('the values may come in any order, each once', () => {
    const [scheme = '', rest = ''] = header.split(/ (.*)/)
    const values = rest.split(',')
    fc.assert(
      fc.property(fc.shuffledSubarray(values, { minLength: values.length }), order => {
        expect(parseAuthorization(`${scheme} ${order.join(',')}`)).toEqual(parseAuthorization(header))
      }),
    )
    for (const wrong of [
      '',
      scheme,
      `${scheme} `,
      rest,
      `${header},mchid="1900009191"`,
      `${header},x="y"`,
      `${header},`,
      `${scheme} ${values.slice(1).join(',')}`,
      `${scheme} ${values.join(', ')}`,
      header.replace('RSA2048', 'RSA2048X'),
      header.replace('1900009191', '1900009191\\"'),
      'x'.repeat(300_000),
    ])
      expect(codeOf(() => parseAuthorization(wrong))).toBe('pay.bad-header')
  })

  test('any changed byte of header, path or body is refused', () => {
    const created = writeCall('close', { out_trade_no: 'A12345|*-_', mchid: '1900009191' })
    const signed = signRequest(created, merchant, { at: AT, nonce: NONCE })
    expect(codeOf(() => verifyRequest(created, signed, merchants, AT))).toBe('none')
    fc.assert(
      fc.property(anyFlip, flip => {
        expect(codeOf(() => verifyRequest(created, flipText(signed, flip), merchants, AT))).not.toBe('none')
        expect(
          codeOf(() => verifyRequest({ ...created, path: flipText(created.path, flip) }, signed, merchants, AT)),
        ).not.toBe('none')
        const body = flipBytes(Buffer.from(created.body), flip)
        expect(codeOf(() => verifyRequest({ ...created, body }, signed, merchants, AT))).toBe('pay.bad-signature')
      }),
      { numRuns: 500 },
    )
    expect(codeOf(() => verifyRequest({ ...created, method: 'PUT' }, signed, merchants, AT))).toBe('pay.bad-signature')
  })

  test('five minutes of difference between the clocks are allowed', () => {
    for (const [at, code] of [
      [AT + 300_000, 'none'],
      [AT - 300_000, 'none'],
      [AT + 300_001, 'pay.stale'],
      [AT - 300_001, 'pay.stale'],
      [Number.NaN, 'pay.stale'],
    ] as const)
      expect(codeOf(() => verifyRequest(call, header, merchants, at))).toBe(code)
  })

  test('another merchant’s serial is unknown', () => {
    expect(codeOf(() => verifyRequest(call, header, [], AT))).toBe('pay.unknown-serial')
    expect(codeOf(() => verifyRequest(call, header, [{ ...merchant, mchid: '2' }], AT))).toBe('pay.unknown-serial')
    const other = [{ ...merchant, key: makeKeyPair().publicKey }]
    expect(codeOf(() => verifyRequest(call, header, other, AT))).toBe('pay.bad-signature')
  })

  test('what would shift the signed lines is not signed', () => {
    const signing = (change: object, nonce = NONCE, at = AT) =>
      codeOf(() => signRequest({ ...call, ...change }, merchant, { at, nonce }))
    expect(signing({ path: '/v3/a\n1\n2' })).toBe('pay.bad-shape')
    expect(signing({ method: 'GET\n' })).toBe('pay.bad-shape')
    expect(signing({}, 'a\nb')).toBe('pay.bad-shape')
    expect(signing({}, NONCE, Number.NaN)).toBe('pay.bad-shape')
  })
})

describe('signature of answers and notifications', () => {
  const body = '{"code_url":"weixin://wxpay/bizpayurl?pr=充电"}'
  const headers = signBody(body, signer, { at: AT, nonce: NONCE })
  const verify = (change: Headers = {}, changed: Body = body, keys = [platform], at = AT) =>
    codeOf(() => verifyBody({ ...headers, ...change }, changed, keys, at))

  test('right ones are accepted, with header names in any case, and with an empty body', () => {
    expect(verifyBody(headers, Buffer.from(body), [platform], AT)).toBe(platform.serial)
    const lower = Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]))
    expect(verifyBody(lower, body, [platform], AT)).toBe(platform.serial)
    expect(verifyBody(signBody('', signer, { at: AT, nonce: NONCE }), '', [platform], AT)).toBe(platform.serial)
    expect(verify({ 'Wechatpay-Signature-Type': undefined })).toBe('none')
  })

  test.each<[string, Headers, string]>([
    ['the probe', { 'Wechatpay-Signature': `${PROBE_PREFIX}k3Yq` }, 'pay.bad-signature'],
    [
      'a probe of an unknown serial',
      { 'Wechatpay-Signature': `${PROBE_PREFIX}k3Yq`, 'Wechatpay-Serial': 'X' },
      'pay.bad-signature',
    ],
    ['an unknown serial', { 'Wechatpay-Serial': '5157F09EFDC096DE15EBE81A47057A72' }, 'pay.unknown-serial'],
    ['a wrong signature', { 'Wechatpay-Signature': 'AAAA' }, 'pay.bad-signature'],
    ['no signature', { 'Wechatpay-Signature': undefined }, 'pay.bad-header'],
    ['no serial', { 'Wechatpay-Serial': '' }, 'pay.bad-header'],
    ['two nonces', { 'wechatpay-nonce': NONCE }, 'pay.bad-header'],
    ['a list', { 'Wechatpay-Nonce': [NONCE, NONCE] }, 'pay.bad-header'],
    ['a time that is no number', { 'Wechatpay-Timestamp': '1e9' }, 'pay.bad-header'],
    ['the past', { 'Wechatpay-Timestamp': '1554208460' }, 'pay.stale'],
    ['another scheme', { 'Wechatpay-Signature-Type': 'WECHATPAY2-SM2-WITH-SM3' }, 'pay.bad-header'],
  ])('%s', (_name, change, code) => expect(verify(change)).toBe(code))

  test('any changed byte of body or headers is refused', () => {
    fc.assert(
      fc.property(anyFlip, fc.constantFrom(...Object.keys(headers)), (flip, name) => {
        const value = flipText(headers[name as keyof typeof headers], flip)
        expect(verify({ [name]: value })).not.toBe('none')
        expect(verify({}, flipBytes(Buffer.from(body), flip))).toBe('pay.bad-signature')
      }),
      { numRuns: 500 },
    )
    expect(verify({}, `${body} `)).toBe('pay.bad-signature')
  })

  test('while one key replaces another both are right; an expired one is unknown', () => {
    const next = makeKeyPair()
    const keys: SerialKey[] = [
      { ...platform, serial: 'A', validity: { from: AT - 1_000, to: AT + 1_000 } },
      { serial: 'B', key: next.publicKey, validity: { from: AT, to: AT + 9_000 } },
    ]
    const by = (serial: string, key = pair.privateKey) => signBody(body, { serial, key }, { at: AT, nonce: NONCE })
    expect(verify(by('A'), body, keys)).toBe('none')
    expect(verify(by('B', next.privateKey), body, keys)).toBe('none')
    expect(verify(by('B'), body, keys)).toBe('pay.bad-signature')
    expect(verify(by('A'), body, keys, AT + 2_000)).toBe('pay.unknown-serial')
    expect(verify(by('B', next.privateKey), body, keys, AT - 1)).toBe('pay.unknown-serial')
  })
})

describe('encrypted resources', () => {
  const KEY = 'wattyard-test-key-of-32-letters!'

  test.each([
    [{ nonce: 'nonce-of-12c', aad: 'transaction', text: '充电' }, 'u8NmKyAIHIavZsWa7pXGN9QMBSSX/g=='],
    [{ nonce: 'nonce-of-sixteen', aad: 'certificate', text: 'hello' }, 'Smn/8dQZeutO+cPbjaIGyAsPOgmH'],
    [{ nonce: 'nonce-of-sixteen', aad: '', text: '' }, 'CWZV5uhKYQQsEVSKjxAkQA=='],
  ])('as Python’s cryptography seals it: %#', ({ nonce, aad, text }, ciphertext) => {
    const sealed = seal(text, KEY, { nonce, associatedData: aad })
    expect(sealed.ciphertext).toBe(ciphertext)
    expect(open(sealed, KEY)).toBe(text)
  })

  test('any text comes back; any changed byte does not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), anyFlip, (text, flip) => {
        const sealed = seal(text, API_KEY, { nonce: 'fdasflkja484', associatedData: 'transaction' })
        expect(open(sealed, API_KEY)).toBe(text)
        for (const name of ['ciphertext', 'nonce', 'associated_data'] as const)
          expect(codeOf(() => open({ ...sealed, [name]: flipText(String(sealed[name]), flip) }, API_KEY))).toBe(
            'pay.bad-cipher',
          )
        expect(codeOf(() => open(sealed, flipText(API_KEY, { ...flip, by: (flip.by % 127) + 1 })))).toMatch(
          /^pay\.bad-/,
        )
      }),
    )
  })

  test('keys of another length are refused', () => {
    const sealed = seal('x', API_KEY, { nonce: 'fdasflkja484', associatedData: '' })
    for (const key of ['', 'sixteen-letters!', `${API_KEY}x`, '密'.repeat(32)]) {
      expect(codeOf(() => open(sealed, key))).toBe('pay.bad-key')
      expect(codeOf(() => seal('x', key, { nonce: 'fdasflkja484', associatedData: '' }))).toBe('pay.bad-key')
    }
    expect(codeOf(() => seal('x', API_KEY, { nonce: 'short', associatedData: '' }))).toBe('pay.bad-shape')
    for (const ciphertext of ['', 'AAAA', 'not base64', `${sealed.ciphertext}\n`])
      expect(codeOf(() => open({ ...sealed, ciphertext }, API_KEY))).toBe('pay.bad-cipher')
  })

  test('the list of certificates', () => {
    const answer = { data: [sealCertificate(CERTIFICATE.pem, API_KEY, '14b16c03dc1b')] }
    const read = readAnswer('certificates', writeAnswer('certificates', answer))
    expect(read).toEqual(answer)
    expect(read.data[0]).toMatchObject({
      serial_no: CERTIFICATE.serial,
      effective_time: CERTIFICATE.validity.from,
    })
    const [opened] = openCertificates(read, API_KEY)
    expect(opened?.serial).toBe(CERTIFICATE.serial)
    expect(opened?.key.equals(keyOfCertificate(CERTIFICATE.pem).key)).toBe(true)
    const [first] = answer.data
    expect(first && codeOf(() => openCertificates({ data: [{ ...first, serial_no: 'AB' }] }, API_KEY))).toBe(
      'pay.bad-key',
    )
    expect(codeOf(() => openCertificates(answer, API_KEY.toUpperCase()))).toBe('pay.bad-cipher')
  })
})

describe('notifications', () => {
  const all: Notification[] = [
    paid(),
    refunded('REFUND.SUCCESS', 'SUCCESS'),
    refunded('REFUND.ABNORMAL', 'ABNORMAL'),
    refunded('REFUND.CLOSED', 'CLOSED'),
  ]
  test.each(all)('$event_type comes back as it was written', notification => {
    const body = writeNotification(notification, API_KEY, 'fdasflkja484')
    expect(openNotification(body, API_KEY)).toEqual(notification)
    expect(writeNotification(openNotification(Buffer.from(body), API_KEY), API_KEY, 'fdasflkja484')).toBe(body)
  })

  const body = writeNotification(paid(), API_KEY, 'fdasflkja484')
  const changed = (change: object, resource: object = {}) => {
    const wire = JSON.parse(body) as { resource: object }
    return JSON.stringify({ ...wire, ...change, resource: { ...wire.resource, ...resource } })
  }
  const withContent = (content: string) =>
    changed({}, seal(content, API_KEY, { nonce: 'fdasflkja484', associatedData: 'transaction' }))
  const content = open((JSON.parse(body) as { resource: Parameters<typeof open>[0] }).resource, API_KEY)

  test.each<[string, string, string]>([
    ['another kind', changed({ event_type: 'PAYSCORE.USER_PAID' }), 'pay.unknown-event'],
    ['a kind of the prototype', changed({ event_type: 'TOSTRING' }), 'pay.unknown-event'],
    ['a refund inside a payment', changed({}, { original_type: 'refund' }), 'pay.bad-shape'],
    [
      'a payment inside a refund',
      changed({ event_type: 'REFUND.SUCCESS' }, { original_type: 'refund' }),
      'pay.bad-shape',
    ],
    ['another algorithm', changed({}, { algorithm: 'AEAD_SM4_GCM' }), 'pay.bad-shape'],
    ['another associated text', changed({}, { associated_data: 'certificate' }), 'pay.bad-cipher'],
    ['a key twice', body.replace('{', '{"id":"EV-1",'), 'pay.duplicate'],
    ['an amount twice', withContent(content.replace('"total":', '"total":1,"total":')), 'pay.duplicate'],
    ['an amount as text', withContent(content.replace('"total":5000', '"total":"5000"')), 'pay.bad-shape'],
    ['an amount with decimals', withContent(content.replace('"total":5000', '"total":5000.00')), 'pay.bad-shape'],
    ['an amount with exponent', withContent(content.replace('"total":5000', '"total":5e3')), 'pay.bad-shape'],
    ['a giant amount', withContent(content.replace('"total":5000', `"total":${'9'.repeat(400)}`)), 'pay.bad-shape'],
    ['no amount', withContent(content.replace('"total":5000', '"total":0')), 'pay.bad-shape'],
    ['a negative amount', withContent(content.replace('"total":5000', '"total":-5000')), 'pay.bad-shape'],
    ['dollars', withContent(content.replace('"currency":"CNY"', '"currency":"USD"')), 'pay.bad-shape'],
    ['a payment that did not succeed', withContent(content.replace('"SUCCESS"', '"NOTPAY"')), 'pay.bad-shape'],
    ['no content', withContent(''), 'pay.not-json'],
    ['nothing', '', 'pay.not-json'],
  ])('%s', (_name, text, code) => expect(codeOf(() => openNotification(text, API_KEY))).toBe(code))

  test('a refund whose state is another than its kind is not written', () => {
    expect(codeOf(() => writeNotification(refunded('REFUND.SUCCESS', 'CLOSED'), API_KEY, 'fdasflkja484'))).toBe(
      'pay.bad-shape',
    )
  })

  test('members that nobody knows are kept out', () => {
    const more = withContent(content.replace('{', '{"promotion_detail":[{"amount":1.5}],"__proto__":{"mchid":"x"},'))
    expect(openNotification(more, API_KEY)).toEqual(paid())
  })

  test('any changed byte is another message or none, and throws nothing else', () => {
    const bytes = Buffer.from(body)
    fc.assert(
      fc.property(anyFlip, flip => {
        const code = codeOf(() => {
          const read = openNotification(flipBytes(bytes, flip), API_KEY)
          // Outside the encrypted part the signature of the body protects.
          expect({ ...read, id: '', create_time: 0, summary: '' }).toEqual({
            ...paid(),
            id: '',
            create_time: 0,
            summary: '',
          })
        })
        expect(code).toMatch(/^(none|pay\.[a-z-]+)$/)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('bills', () => {
  const file = Buffer.from('\ufeff交易时间,公众账号ID\r\n`2026-11-25 08:00:00,`wx8888888888888888\r\n')
  const answer = {
    hash_type: 'SHA1' as const,
    hash_value: createHash('sha1').update(file).digest('hex').toUpperCase(),
    download_url: 'https://api.mch.weixin.qq.com/v3/billdownload/file?token=x',
  }
  test('the hash is that of the uncompressed file, in either case', () => {
    expect(readAnswer('tradeBill', writeAnswer('tradeBill', answer))).toEqual(answer)
    expect(isAnnouncedBill(answer, file)).toBe(true)
    expect(isAnnouncedBill(answer, file.subarray(1))).toBe(false)
  })
})

describe('failures', () => {
  const failed = (name: Parameters<typeof readFailure>[0], code: string, status = 400, isVerified = true) =>
    readFailure(name, { status, body: writeFailure(code, 'x'), isVerified }).advice

  test.each([
    ['createNative', 'OUT_TRADE_NO_USED', 'query'],
    ['createNative', 'ORDER_CLOSED', 'give-up'],
    ['close', 'ORDER_CLOSED', 'done'],
    ['close', 'ORDERPAID', 'query'],
    ['refund', 'NOT_ENOUGH', 'retry'],
    ['refund', 'INVALID_REQUEST', 'unless-done'],
    ['createJsapi', 'INVALID_REQUEST', 'give-up'],
    ['tradeBill', 'NO_STATEMENT_EXIST', 'done'],
    ['fundFlowBill', 'STATEMENT_CREATING', 'retry'],
    ['queryByOutTradeNo', 'ORDER_NOT_EXIST', 'give-up'],
    ['refund', 'FREQUENCY_LIMITED', 'retry'],
    ['refund', 'TOSTRING', 'give-up'],
  ] as const)('%s: %s', (name, code, advice) => expect(failed(name, code)).toBe(advice))

  test('a code without a rule is judged by its status', () => {
    expect([
      failed('refund', 'NEW', 403),
      failed('refund', 'NEW', 500),
      failed('queryRefund', 'NEW', 503),
      failed('refund', 'NEW', 429),
    ]).toEqual(['give-up', 'query', 'retry', 'retry'])
  })

  test('without an answer, or with one that is not the channel’s, changes are looked up and questions asked again', () => {
    for (const body of ['', '<html>502</html>', '{"code":1}', Uint8Array.of(0xff), writeFailure('ORDER_CLOSED', 'x')]) {
      const isVerified = body !== writeFailure('ORDER_CLOSED', 'x')
      expect(readFailure('close', { status: 502, body, isVerified })).toEqual({
        advice: 'query',
        code: null,
        message: '',
      })
      expect(readFailure('tradeBill', { status: null, body, isVerified }).advice).toBe('retry')
    }
  })

  test('every known code has the form of a code', () => {
    expect(KNOWN_CODES.length).toBeGreaterThan(25)
    for (const code of KNOWN_CODES)
      expect(readFailure('refund', { status: 400, body: writeFailure(code, ''), isVerified: true }).code).toBe(code)
  })
})

test('the payment of a prepared order is signed for the client', () => {
  const payment = signJsapiPayment(
    { appid: 'wx8888888888888888', prepayId: 'wx26112221580621e9b071c00d9e093b0000' },
    merchant,
    { at: AT, nonce: NONCE },
  )
  expect(payment).toMatchObject({
    package: 'prepay_id=wx26112221580621e9b071c00d9e093b0000',
    timeStamp: '1795665600',
    signType: 'RSA',
  })
  expect(codeOf(() => signJsapiPayment({ appid: 'a\nb', prepayId: 'c' }, merchant, { at: AT, nonce: NONCE }))).toBe(
    'pay.bad-shape',
  )
})

test('a quarter of a megabyte of anything is answered at once, with the typed error alone', () => {
  const from = process.cpuUsage()
  const path = '/v3/pay/transactions/native'
  for (const text of [...RUBBISH, ...WIDE_JSON]) {
    expect(codeOf(() => openNotification(text, API_KEY))).not.toBe('none')
    expect(codeOf(() => readCall({ method: 'POST', path, body: text }))).not.toBe('none')
    expect(codeOf(() => readCall({ method: 'GET', path: `/v3/bill/tradebill?${text}`, body: '' }))).not.toBe('none')
    expect(codeOf(() => readAnswer('refund', text))).not.toBe('none')
    expect(codeOf(() => parseAuthorization(text))).not.toBe('none')
    expect(
      codeOf(() => verifyBody({ 'Wechatpay-Signature': text, 'Wechatpay-Nonce': text }, text, [platform], AT)),
    ).not.toBe('none')
    expect(readFailure('refund', { status: 400, body: text, isVerified: true }).advice).toBe('query')
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(10_000)
})

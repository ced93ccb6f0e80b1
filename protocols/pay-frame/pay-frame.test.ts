import { generateKeyPairSync } from 'node:crypto'
import { fen } from '@wattyard/money'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  address,
  chinaTime,
  day,
  fenNumber,
  fromBase64,
  isSignedSha256,
  keyOfCertificate,
  keysAt,
  MAX_BODY_BYTES,
  MAX_WIRE_FEN,
  OddNumber,
  parseForm,
  parseJson,
  readMessage,
  readPrivateKey,
  readPublicKey,
  rfc3339,
  signSha256,
  textInBytes,
  textOf,
  wireOf,
  writeForm,
  yuanText,
} from './index.ts'
import { anyFlip, flipBytes, flipText, makeKeyPair, RUBBISH, WIDE_JSON } from './testing/flips.ts'
import { CERTIFICATE } from './testing/certificate.ts'
import { codeOf } from './testing/caught.ts'

describe('strict JSON', () => {
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (_key, one: unknown) => (one instanceof OddNumber ? Number(one.source) : one)))

  test('agrees with JSON.parse on everything JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(3), (value, space) => {
        const text = JSON.stringify(value, null, space)
        fc.pre(!/\\ud[89a-f]/i.test(text))
        expect(plain(parseJson(text).value)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('refuses whatever JSON.parse refuses, and throws its own error alone', () => {
    const near = fc
      .tuple(fc.json(), fc.nat(), fc.string({ maxLength: 3 }))
      .map(([text, at, piece]) => text.slice(0, at % (text.length + 1)) + piece + text.slice(at % (text.length + 1)))
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), text => {
        const code = codeOf(() => parseJson(text))
        const isJson = (() => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        expect(isJson || code === 'pay.not-json' || code === 'pay.duplicate').toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test.each<[string, string]>([
    ['{"a":1,"a":1}', 'pay.duplicate'],
    ['{"a":{"b":1,"\\u0062":2}}', 'pay.duplicate'],
    ['{"__proto__":1,"__proto__":2}', 'pay.duplicate'],
    ['"\\ud800"', 'pay.not-json'],
    ['\ufeff{}', 'pay.not-json'],
    ['{"a":01}', 'pay.not-json'],
    ['{"a":1,}', 'pay.not-json'],
    ["{'a':1}", 'pay.not-json'],
    ['{"a":NaN}', 'pay.not-json'],
    ['{} {}', 'pay.not-json'],
    ['"a\nb"', 'pay.not-json'],
    ['['.repeat(33) + ']'.repeat(33), 'pay.too-deep'],
    ['['.repeat(32) + ']'.repeat(32), 'none'],
  ])('%s', (text, code) => expect(codeOf(() => parseJson(text))).toBe(code))

  test.each(['1e2', '100.0', '1.5', '9007199254740992', '-9007199254740993', '-0', '1E400'])(
    '%s is kept as written, so that no schema takes it for an integer',
    source => {
      expect(parseJson(source).value).toEqual(new OddNumber(source))
      expect(codeOf(() => readMessage(z.int(), parseJson(source).value))).toBe('pay.bad-shape')
    },
  )

  test('members tell where their values lie, without spaces around them', () => {
    const text = ' {"a" : {"b":"}\\"{"} ,\n"c":[1, 2]  }'
    const { members } = parseJson(text)
    expect([...members].map(([key, { from, to }]) => [key, text.slice(from, to)])).toEqual([
      ['a', '{"b":"}\\"{"}'],
      ['c', '[1, 2]'],
    ])
  })

  test('a key of the prototype is a member like any other', () => {
    expect(readMessage(z.object({ toString: z.string().optional(), a: z.int() }), parseJson('{"a":1}').value)).toEqual({
      a: 1,
    })
  })
})

describe('texts and forms', () => {
  test('bytes that are not UTF-8, lone surrogates and giants are refused', () => {
    expect(codeOf(() => textOf(Uint8Array.of(0xc0, 0xaf)))).toBe('pay.not-text')
    expect(codeOf(() => textOf('\ud800'))).toBe('pay.not-text')
    expect(codeOf(() => textOf(new Uint8Array(MAX_BODY_BYTES + 1)))).toBe('pay.too-long')
    expect(textOf(Buffer.from('\ufeff汉'))).toBe('\ufeff汉')
  })

  test('base64 has one text for the same bytes', () => {
    expect(fromBase64('AA==')?.length).toBe(1)
    for (const text of ['', 'AB==', 'AA', 'AA=', 'AA==\n', 'A A==', '-_==', 'AA==AA=='])
      expect(fromBase64(text)).toBe(null)
  })

  test('a form is decoded once', () => {
    expect([...parseForm('a=%2541&b=1+2&c=%E6%B1%89&d=')]).toEqual([
      ['a', '%41'],
      ['b', '1 2'],
      ['c', '汉'],
      ['d', ''],
    ])
    expect(parseForm('').size).toBe(0)
  })

  test.each<[string, string]>([
    ['a=1&a=1', 'pay.duplicate'],
    ['a=1&%61=2', 'pay.duplicate'],
    ['a', 'pay.not-a-form'],
    ['=1', 'pay.not-a-form'],
    ['a=1&', 'pay.not-a-form'],
    ['a=%', 'pay.not-a-form'],
    ['a=%FF', 'pay.not-a-form'],
    ['a=1&'.repeat(201), 'pay.too-long'],
  ])('%.20s', (text, code) => expect(codeOf(() => parseForm(text))).toBe(code))
  test('a text that has no bytes is not written', () =>
    expect(codeOf(() => writeForm([['a', '\ud800']]))).toBe('pay.not-text'))

  test('what is written is read', () => {
    const entries = fc.uniqueArray(
      fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })),
      {
        selector: ([key]) => key,
      },
    )
    fc.assert(
      fc.property(entries, fields => {
        expect([...parseForm(writeForm(fields))]).toEqual(fields)
      }),
    )
  })
})

describe('kinds', () => {
  const read = (schema: z.ZodType, wire: unknown) => readMessage(schema, wire)

  test('fen are integers on the wire and bigint here', () => {
    const kind = fenNumber(1n)
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: MAX_WIRE_FEN }), value => {
        expect(wireOf(kind, fen(value))).toBe(Number(value))
        expect(read(kind, Number(value))).toBe(value)
      }),
    )
    for (const wire of [0, -1, Number(MAX_WIRE_FEN) + 1, 1.5, '1', null, true, new OddNumber('1.0')])
      expect(codeOf(() => read(kind, wire))).toBe('pay.bad-shape')
    for (const value of [0n, MAX_WIRE_FEN + 1n]) expect(codeOf(() => wireOf(kind, fen(value)))).toBe('pay.bad-shape')
  })

  test('yuan are text with two decimals', () => {
    const kind = yuanText(0n)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: MAX_WIRE_FEN }), value => {
        const wire = wireOf(kind, fen(value))
        expect(wire).toMatch(/^[0-9]+\.[0-9]{2}$/)
        expect(read(kind, wire)).toBe(value)
      }),
    )
    expect([read(kind, '88.8'), read(kind, '7'), read(kind, '0.01')]).toEqual([8880n, 700n, 1n])
    for (const wire of [
      '1.000',
      '1.005',
      '01.00',
      '.5',
      '1.',
      '+1',
      '-1',
      '1e2',
      '1,000.00',
      ' 1',
      '１',
      '',
      '100000000.01',
      1,
    ])
      expect(codeOf(() => read(kind, wire))).toBe('pay.bad-shape')
    expect(codeOf(() => read(yuanText(1n), '0.00'))).toBe('pay.bad-shape')
  })

  test('instants', () => {
    const at = Date.UTC(2026, 10, 26, 4, 5, 6)
    expect(wireOf(rfc3339(), at)).toBe('2026-11-26T12:05:06+08:00')
    for (const wire of ['2026-11-26T12:05:06+08:00', '2026-11-26T04:05:06Z', '2026-11-26T04:05:06.789-00:00'])
      expect(read(rfc3339(), wire)).toBe(at)
    for (const wire of [
      '2026-11-26T12:05:06',
      '2026-11-26 12:05:06+08:00',
      '2026-02-30T12:05:06+08:00',
      '2026-11-26T24:05:06+08:00',
      '2026-11-26T12:05:06+0800',
      '2026-11-26T12:05:06+99:00',
      '1999-12-31T23:00:00Z',
    ])
      expect(codeOf(() => read(rfc3339(), wire))).toBe('pay.bad-shape')
    expect(codeOf(() => wireOf(rfc3339(), at + 1))).toBe('pay.bad-shape')
    expect(wireOf(chinaTime(), at)).toBe('2026-11-26 12:05:06')
    expect(read(chinaTime(), '2026-11-26 12:05:06.320')).toBe(at)
    expect(codeOf(() => read(chinaTime(), '2026-11-26 12:05:60'))).toBe('pay.bad-shape')
    expect(read(day(), '2024-02-29')).toBe('2024-02-29')
    for (const wire of ['2023-02-29', '2026-1-1', '20260101'])
      expect(codeOf(() => read(day(), wire))).toBe('pay.bad-shape')
  })

  test('texts are counted in bytes, addresses are checked', () => {
    expect(read(textInBytes(6), '充电')).toBe('充电')
    for (const wire of ['充电x', '', 'a\nb', '\ud800'])
      expect(codeOf(() => read(textInBytes(6), wire))).toBe('pay.bad-shape')
    const https = address(['https:'], 40)
    expect(read(https, 'https://pay.example.com/notify')).toBe('https://pay.example.com/notify')
    for (const wire of [
      'http://a.example/',
      'https://',
      'https://u@a.example/',
      'https://a.example/#x',
      'https://汉.example/',
      `https://a.example/${'x'.repeat(40)}`,
    ])
      expect(codeOf(() => read(https, wire))).toBe('pay.bad-shape')
  })

  test('an error names the member and quotes no value', () => {
    const schema = z.object({ amount: z.object({ total: fenNumber(1n) }) })
    expect(() => readMessage(schema, { amount: { total: 'secret' } })).toThrow(/^pay\.bad-shape: amount\/total$/)
  })
})

describe('RSA', () => {
  const pair = makeKeyPair()

  test('a certificate and a signature of another program', () => {
    const { serial, key, validity } = keyOfCertificate(CERTIFICATE.pem)
    expect(serial).toBe(CERTIFICATE.serial)
    expect(validity).toEqual(CERTIFICATE.validity)
    expect(isSignedSha256('source', CERTIFICATE.signature, key)).toBe(true)
    expect(isSignedSha256('wrong source', CERTIFICATE.signature, key)).toBe(false)
  })

  test('any changed byte of message or signature is wrong', () => {
    const message = Buffer.from('{"金额":1}')
    const signature = signSha256(message, pair.privateKey)
    expect(isSignedSha256(message, signature, pair.publicKey)).toBe(true)
    fc.assert(
      fc.property(anyFlip, flip => {
        expect(isSignedSha256(flipBytes(message, flip), signature, pair.publicKey)).toBe(false)
        expect(isSignedSha256(message, flipText(signature, flip), pair.publicKey)).toBe(false)
      }),
    )
    for (const odd of ['', 'x', `${signature}\n`, `${signature}AAAA`, 'A'.repeat(2_000)])
      expect(isSignedSha256(message, odd, pair.publicKey)).toBe(false)
  })

  test('keys are read in the forms that consoles give out', () => {
    const der = (format: 'pkcs8' | 'pkcs1') =>
      pair.privateKey.export({ format: 'der', type: format }).toString('base64').replace(/.{64}/g, '$&\n')
    const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const spki = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const signature = signSha256('x', pair.privateKey)
    for (const text of [pem, der('pkcs8'), der('pkcs1')]) expect(signSha256('x', readPrivateKey(text))).toBe(signature)
    for (const text of [spki, pair.publicKey.export({ format: 'pem', type: 'spki' }).toString()])
      expect(isSignedSha256('x', signature, readPublicKey(text))).toBe(true)
  })

  test('other keys are refused', () => {
    const pem = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const short = generateKeyPairSync('rsa', { modulusLength: 1_024 })
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const publicPem = (key: typeof short) => key.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    for (const text of ['', 'x', pem, publicPem(short), publicPem(curve), CERTIFICATE.signature])
      expect(codeOf(() => readPublicKey(text))).toBe('pay.bad-key')
    for (const text of ['', 'x', publicPem(pair), short.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()])
      expect(codeOf(() => readPrivateKey(text))).toBe('pay.bad-key')
    expect(codeOf(() => keyOfCertificate(pem))).toBe('pay.bad-key')
    expect(codeOf(() => signSha256('x', pair.publicKey))).toBe('pay.bad-key')
  })

  test('keys of a serial, while they are valid', () => {
    const keys = [
      { serial: 'A', key: pair.publicKey, validity: { from: 10, to: 20 } },
      { serial: 'A', key: pair.publicKey, validity: null },
      { serial: 'B', key: pair.publicKey, validity: { from: 15, to: 30 } },
    ]
    expect(keysAt(keys, 'A', 9)).toEqual([keys[1]])
    expect(keysAt(keys, 'A', 20)).toEqual([keys[0], keys[1]])
    expect(keysAt(keys, 'B', 31)).toEqual([])
  })
})

test('a quarter of a megabyte of anything is answered at once', () => {
  const from = process.cpuUsage()
  for (const text of [...RUBBISH, ...WIDE_JSON]) {
    codeOf(() => parseJson(text))
    codeOf(() => parseForm(text))
    codeOf(() => readMessage(z.object({ amount: fenNumber(1n) }), parseJson(text).value))
  }
  expect(process.cpuUsage(from).user / 1_000).toBeLessThan(5_000)
})

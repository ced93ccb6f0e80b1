import { seal, unseal } from '@wattyard/server-kit'
import { describe, expect, test } from 'vitest'
import { base32, hotp, otpauthUri, stepAt, stepOf } from './totp.ts'

const ascii = (text: string, length: number) => Buffer.from(text.repeat(7).slice(0, length))
const SECRET = ascii('1234567890', 20)

test('RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  expect(codes.map((_, counter) => hotp(SECRET, counter))).toEqual(codes)
})

test.each([
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
])('RFC 6238, appendix B, at %i s', (seconds, sha1, sha256, sha512) => {
  const step = stepAt(seconds * 1000)
  expect(hotp(SECRET, step, 8, 'sha1')).toBe(sha1)
  expect(hotp(ascii('1234567890', 32), step, 8, 'sha256')).toBe(sha256)
  expect(hotp(ascii('1234567890', 64), step, 8, 'sha512')).toBe(sha512)
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648: %s in base 32 is %s', (text, coded) => {
  expect(base32(Buffer.from(text))).toBe(coded)
})

describe('a code', () => {
  const now = 1_111_111_111_000
  test('of the step before or after counts, further ones do not', () => {
    const at = (drift: number) => stepOf(SECRET, hotp(SECRET, stepAt(now) + drift), now)
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([null, stepAt(now) - 1, stepAt(now), stepAt(now) + 1, null])
  })
  test('that is too short, too long or no number is of no step', () => {
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(stepOf(SECRET, code, now)).toBeNull()
  })
})

test('the address of the QR code keeps names with blanks, colons and other scripts whole', () => {
  const url = new URL(otpauthUri(SECRET, 'Wattyard 绿途', 'zhang:wei@acme'))
  expect(url.protocol).toBe('otpauth:')
  expect(url.href).not.toContain('+')
  expect(decodeURIComponent(url.pathname)).toContain('Wattyard 绿途:zhang:wei@acme')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: base32(SECRET),
    issuer: 'Wattyard 绿途',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('what is sealed opens for its owner and key only, and not when a bit has changed', () => {
  const key = Buffer.alloc(32, 7)
  const sealed = seal(key, 'a/b', SECRET)
  expect(sealed.includes(SECRET)).toBe(false)
  expect(unseal(key, 'a/b', sealed)).toEqual(SECRET)
  expect(seal(key, 'a/b', SECRET)).not.toEqual(sealed)
  expect(() => unseal(key, 'a/c', sealed)).toThrow(/authenticate/)
  expect(() => unseal(Buffer.alloc(32, 8), 'a/b', sealed)).toThrow(/authenticate/)
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const bad = Buffer.from(sealed)
    bad[at] = (bad[at] ?? 0) ^ 1
    expect(() => unseal(key, 'a/b', bad)).toThrow(/authenticate|not sealed/)
  }
})

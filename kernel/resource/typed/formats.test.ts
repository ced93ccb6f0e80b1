import { expect, test } from 'vitest'
import { CODE, EMAIL, PHONE } from './formats.ts'

test.each([
  '13800138000',
  '138 0013 8000',
  '+86 13800138000',
  '0755-26001234',
  '010-62001234',
  '0755-26001234-802',
  '+86 755-26001234',
  '400-800-0000',
  '95598',
  '+34 600 123 456',
  '+1 202-555-0143',
])('%s is a phone', text => expect(PHONE.fits(text)).toBe(true))

test.each([
  '12345',
  '1380013800',
  '138001380001',
  '12800138000',
  '26001234',
  '+86 12345678',
  '+',
  '+0 600123456',
  '0034 600123456',
  '138--00138000',
  '13800138000 ',
  'call me',
])('%s is no phone', text => expect(PHONE.fits(text)).toBe(false))

test('codes may be of any script, without spaces and emoji', () => {
  expect(['SZ-001', '南山1', 'a_b.c:/#'].map(CODE.fits)).toEqual([true, true, true])
  expect(['a b', '王 小明', '😀', '-a', ''].map(CODE.fits)).toEqual([false, false, false, false, false])
})

test('an e-mail address needs a domain', () => {
  expect(['a@b.cn', 'nonsense@', 'a@b', 'a b@c.cn'].map(EMAIL.fits)).toEqual([true, false, false, false])
})

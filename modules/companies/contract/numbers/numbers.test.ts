import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAccountNumber } from './account-number.ts'
import { creditCheck, isCreditCode } from './credit-code.ts'
import { isIban } from './iban.ts'
import { isSpanishTaxNumber } from './spanish-tax-number.ts'
import { readTaxNumber } from './tax-number.ts'

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const sign = fc.constantFrom(...Array.from(ALPHABET))
const digit = fc.constantFrom(...Array.from('0123456789'))
const body = fc
  .tuple(
    fc.array(sign, { minLength: 2, maxLength: 2 }),
    fc.array(digit, { minLength: 6, maxLength: 6 }),
    fc.array(sign, { minLength: 9, maxLength: 9 }),
  )
  .map(parts => parts.flat().join(''))

describe('a unified social credit code', () => {
  // Published in annual reports of the companies themselves.
  test.each([
    '9144030071526726XG',
    '91330100799655058B',
    '914403001922038216',
    '91440300192317458F',
    '91110000802100433B',
  ])('%s is one', code => expect(isCreditCode(code)).toBe(true))

  test('is accepted with its check character and with no other', () => {
    fc.assert(
      fc.property(body, sign, (start, other) => {
        const check = creditCheck(start)
        expect(isCreditCode(`${start}${check}`)).toBe(true)
        expect(isCreditCode(`${start}${other}`)).toBe(other === check)
      }),
    )
  })

  test('is refused after any one character was mistyped, or two neighbours were swapped', () => {
    fc.assert(
      fc.property(body, fc.nat({ max: 17 }), sign, (start, at, other) => {
        const code = `${start}${creditCheck(start)}`
        const mistyped = `${code.slice(0, at)}${other}${code.slice(at + 1)}`
        expect(isCreditCode(mistyped)).toBe(other === code.charAt(at))
        const next = at + 1
        if (next > 17 || code.charAt(at) === code.charAt(next)) return
        const swapped = `${code.slice(0, at)}${code.charAt(next)}${code.charAt(at)}${code.slice(next + 1)}`
        expect(isCreditCode(swapped)).toBe(false)
      }),
    )
  })
})

describe('a Spanish tax number', () => {
  test.each(['12345678Z', 'X1234567L', 'A58818501', 'Q2826000H', 'P0801900B', 'A28015865', 'B86561412', 'G28029007'])(
    '%s is one',
    number => expect(isSpanishTaxNumber(number)).toBe(true),
  )
  test.each(['12345678A', 'X1234567T', 'A58818502', 'Q28260008', 'I28015865', '1234567Z', ''])('%s is none', number =>
    expect(isSpanishTaxNumber(number)).toBe(false),
  )

  test('has exactly one check letter for every person', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), number => {
        const digits = String(number).padStart(8, '0')
        const right = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').filter(letter =>
          isSpanishTaxNumber(`${digits}${letter}`),
        )
        expect(right).toHaveLength(1)
      }),
    )
  })
})

describe('what people type', () => {
  test('is read in full width, small letters and groups', () => {
    expect(readTaxNumber('CN', ' ９１４４０３００－７１５２６７２６ｘｇ ')).toEqual({
      ok: true,
      number: '9144030071526726XG',
    })
    expect(readTaxNumber('ES', 'es-a58818501')).toEqual({ ok: true, number: 'A58818501' })
    expect(readAccountNumber('CN', '6225 8812 3456 7890')).toEqual({ ok: true, number: '6225881234567890' })
    expect(readAccountNumber('ES', 'es91 2100 0418 4502 0005 1332')).toEqual({
      ok: true,
      number: 'ES9121000418450200051332',
    })
  })
  test.each([
    ['CN', '9144030071526726X', 'creditCodeLength'],
    ['CN', '9144030071526726XGG', 'creditCodeLength'],
    ['CN', '9144O30071526726XG', 'creditCodeCheck'],
    ['CN', '9144030071526726X0', 'creditCodeCheck'],
    ['ES', 'B00000000', 'noNif'],
    ['FR', '12', 'noTaxNumber'],
    ['US', "'; drop table", 'noTaxNumber'],
  ])('%s %s is refused as %s', (country, number, fault) =>
    expect(readTaxNumber(country, number)).toEqual({ ok: false, fault }),
  )
  test.each([
    ['CN', '1234567', 'noAccountNumber'],
    ['CN', 'ES9121000418450200051332', 'noAccountNumber'],
    ['ES', 'ES9121000418450200051333', 'noIban'],
    ['ES', 'DE89370400440532013000', 'noIban'],
    ['ES', 'ES912100041845020005133', 'noIban'],
    ['US', '€', 'noForeignAccount'],
  ])('account %s %s is refused as %s', (country, number, fault) =>
    expect(readAccountNumber(country, number)).toEqual({ ok: false, fault }),
  )
})

test('an IBAN is refused after any one digit was mistyped', () => {
  const right = 'DE89370400440532013000'
  expect(isIban(right)).toBe(true)
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 21 }), digit, (at, other) => {
      const typed = `${right.slice(0, at)}${other}${right.slice(at + 1)}`
      expect(isIban(typed)).toBe(other === right.charAt(at))
    }),
  )
})

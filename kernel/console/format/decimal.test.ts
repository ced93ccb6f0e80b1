import { displayFen, formatFen, fen } from '@wattyard/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  missingZeros,
  showDecimal,
  showExact,
  showListEnergy,
  showMoney,
  showPower,
  typedDecimal,
  unitOfColumn,
} from './decimal.ts'

test('a figure for recalculation keeps all its digits', () => {
  expect(showExact('0.001345000', 'es')).toBe('0,001345000')
  expect(showExact('0.001345000', 'zh')).toBe('0.001345000')
})

test('an amount on its own has its currency sign', () => {
  expect(showMoney('3.50', 'es')).toBe('¥3,50')
  expect(showMoney('-1234567.80', 'zh')).toBe('-¥1,234,567.80')
  expect(showMoney(null, 'en')).toBe('--')
})

test('wire decimals for people', () => {
  expect(showDecimal('money', '1234567.80', 'zh')).toBe('1,234,567.80')
  expect(showDecimal('money', '1234567.80', 'es')).toBe('1.234.567,80')
  expect(showDecimal('price', '1.02345', 'en')).toBe('1.02345')
  expect(showDecimal('price', '1.20000', 'en')).toBe('1.2000')
  expect(showDecimal('energy', '12.3400', 'es')).toBe('12,34')
  expect(showDecimal('energy', '12345.0000', 'es')).toBe('12.345,00')
  expect(showDecimal('percent', '12.5000', 'zh')).toBe('12.5')
  expect(showDecimal('percent', '100.0000', 'es')).toBe('100')
  expect(showDecimal('money', null, 'zh')).toBe('--')
  expect(showDecimal('money', '1e5', 'zh')).toBe('--')
})

test.each([
  ['1,234.56', 'zh', '1234.56'],
  ['1.234,56', 'es', '1234.56'],
  ['1.234,56', 'en', '1234.56'],
  ['12,5', 'en', '12.5'],
  ['12.5', 'es', '12.5'],
  ['1,234', 'en', '1234'],
  ['1.234', 'es', '1234'],
  ['1.234', 'en', '1.234'],
  ['１２．５', 'zh', '12.5'],
  ['¥ 12', 'zh', '12'],
  ['-3', 'zh', '-3'],
  ['abc', 'zh', 'abc'],
] as const)('typed %s in %s means %s', (typed, lang, wire) => expect(typedDecimal(typed, lang)).toBe(wire))

test('a displayed decimal can be typed in, in every language', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
      fc.constantFrom('zh' as const, 'en' as const, 'es' as const),
      (units, lang) => {
        const amount = fen(units)
        expect(typedDecimal(displayFen(amount, lang), lang)).toBe(formatFen(amount))
      },
    ),
  )
})

test('with the zeros that were left off, every value of a column has as many decimals', () => {
  for (const wire of ['1698.2209', '6549.1640', '141.1000', '0.0000'])
    for (const lang of ['zh', 'es'] as const) {
      const shown = showDecimal('energy', wire, lang)
      expect(`${shown}${missingZeros('energy', shown)}`).toMatch(/[.,]\d{4}$/)
    }
  expect(missingZeros('money', '12.50')).toBe('')
})

test('power is kept in watts and shown in kW', () => {
  expect(showPower(7000, 'zh')).toBe('7')
  expect(showPower(60_500, 'es')).toBe('60,5')
  expect(showPower(null, 'zh')).toBe('--')
})

test('energies of a list have three decimals each, rounded half up, and the unit is in the head', () => {
  expect(['834.2570', '231.9005', '0.0000', '-1.00049'].map(text => showListEnergy(text, 'zh'))).toEqual([
    '834.257',
    '231.901',
    '0.000',
    '--',
  ])
  expect(showListEnergy('12345.6789', 'es')).toBe('12.345,679')
  expect(showListEnergy(null, 'zh')).toBe('--')
  expect(unitOfColumn({ kind: 'quantity', unit: 'kVA' })).toBe('kVA')
  expect(unitOfColumn({ kind: 'money' })).toBe('¥')
  expect(unitOfColumn({ kind: 'text' })).toBeUndefined()
})

import { displayFen, formatFen, fen } from '@wattyard/money'
import { COLUMN_DECIMALS } from '@wattyard/resource'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DecimalKind,
  showDecimal,
  showExact,
  showInColumn,
  showMoney,
  showPower,
  showPowerInColumn,
  showQuantityInColumn,
  typedDecimal,
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

test('every kind has one number of decimals in a column, whatever its values have', () => {
  const decimals = (text: string): number => text.length - Math.max(text.lastIndexOf('.'), text.lastIndexOf(',')) - 1
  const columns = {
    money: ['0.80', '1234.75'],
    price: ['0.80000', '1.234567'],
    energy: ['0.0000', '1698.2209'],
    percent: ['17.0000', '4.1429'],
  }
  for (const [kind, values] of Object.entries(columns))
    for (const lang of ['zh', 'es'] as const)
      for (const value of values)
        expect(decimals(showInColumn(kind as DecimalKind, value, lang)), kind).toBe(
          COLUMN_DECIMALS[kind as DecimalKind],
        )
  expect(['350', '7000', '107180'].map(watts => showPowerInColumn(Number(watts), 'zh'))).toEqual([
    '0.35',
    '7.00',
    '107.18',
  ])
  expect(showPowerInColumn(null, 'zh')).toBe('--')
  expect(['1.5', '-2', '12345.25'].map(text => showQuantityInColumn(text, 2, 'es'))).toEqual([
    '1,50',
    '-2,00',
    '12.345,25',
  ])
  expect(showQuantityInColumn('630', 0, 'zh')).toBe('630')
})

test('power is kept in watts and shown in kW', () => {
  expect(showPower(7000, 'zh')).toBe('7')
  expect(showPower(60_500, 'es')).toBe('60,5')
  expect(showPower(null, 'zh')).toBe('--')
})

test('figures of a column are rounded half up, and what cannot be read has no value', () => {
  expect(['834.2570', '231.9005', '0.0000', '-1.00049'].map(text => showInColumn('energy', text, 'zh'))).toEqual([
    '834.257',
    '231.901',
    '0.000',
    '--',
  ])
  expect(showInColumn('energy', '12345.6789', 'es')).toBe('12.345,679')
  expect(showInColumn('energy', null, 'zh')).toBe('--')
})

import { DECIMALS } from '../units.ts'
import { expect, test } from 'vitest'
import {
  type DecimalKind,
  roundedText,
  showDecimal,
  showDecimalText,
  showEveryDigit,
  showEveryWatt,
  showRatedPower,
  showExact,
  showInColumn,
  showMoney,
  showNumber,
  showPower,
  showShare,
  showQuantityInColumn,
} from './figures.ts'

test('a figure for recalculation keeps all its digits', () => {
  expect(showExact('0.001345000', 'es')).toBe('0,001345000')
  expect(showExact('0.001345000', 'zh')).toBe('0.001345000')
})

test('an amount on its own has its currency sign', () => {
  expect(showMoney('3.50', 'es')).toBe('¥3,50')
  expect(showMoney('-1234567.80', 'zh')).toBe('-¥1,234,567.80')
  expect(showMoney(null, 'en')).toBe('--')
})

test('thousands are grouped from four digits on in every language, so that the figures of a column have one form', () => {
  expect(showDecimal('money', '2385.65', 'es')).toBe('2.385,65')
  expect(showDecimalText('2385.65', 'es')).toBe('2.385,65')
  expect(showNumber(2385, 'es')).toBe('2.385')
  expect(showQuantityInColumn('2385.5', 2, 'es')).toBe('2.385,50')
})

test('wire decimals for people', () => {
  expect(showDecimal('money', '1234567.80', 'zh')).toBe('1,234,567.80')
  expect(showDecimal('money', '1234567.80', 'es')).toBe('1.234.567,80')
  expect(showDecimal('price', '1.02345', 'en')).toBe('1.02345')
  expect(showDecimal('price', '1.20000', 'en')).toBe('1.2000')
  expect(showDecimal('energy', '0.0000', 'zh')).toBe('0.000')
  expect(showDecimal('energy', '12.3405', 'es')).toBe('12,341')
  expect(showDecimal('energy', '12345.0000', 'es')).toBe('12.345,000')
  expect(showDecimal('percent', '12.5500', 'zh')).toBe('12.6')
  expect(showDecimal('percent', '100.0000', 'es')).toBe('100,0')
  expect(showDecimal('money', null, 'zh')).toBe('--')
  expect(showDecimal('money', '1e5', 'zh')).toBe('--')
})

test('every kind has one number of decimals, whatever its values have', () => {
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
        for (const show of kind === 'price' ? [showInColumn] : [showInColumn, showDecimal])
          expect(decimals(show(kind as DecimalKind, value, lang)), kind).toBe(DECIMALS[kind as DecimalKind])
  expect(['1.5', '-2', '12345.25'].map(text => showQuantityInColumn(text, 2, 'es'))).toEqual([
    '1,50',
    '-2,00',
    '12.345,25',
  ])
  expect(showQuantityInColumn('630', 0, 'zh')).toBe('630')
})

test('power is kept in watts and shown in kW', () => {
  expect([350, 7000, 60_548, 107_180].map(watts => showPower(watts, 'es'))).toEqual(['0,35', '7,00', '60,55', '107,18'])
  expect(showPower(null, 'zh')).toBe('--')
  expect(showShare(47, 'es')).toBe('47,0')
})

test('what a person types keeps every digit', () => {
  expect(['12.3400', '12.3405'].map(text => showEveryDigit('energy', text, 'es'))).toEqual(['12,340', '12,3405'])
  expect(showEveryDigit('percent', '0.3800', 'zh')).toBe('0.38')
  expect([120_000, 3500, 60_548, null].map(watts => showRatedPower(watts, 'es'))).toEqual([
    '120',
    '3,5',
    '60,548',
    '--',
  ])
  expect([7000, 60_548].map(watts => showEveryWatt(watts, 'zh'))).toEqual(['7.00', '60.548'])
})

test('a text is rounded half up on its digits; what is no decimal stays', () => {
  expect(['0.0005', '-0.0004', '123456789012345678901.5', '2', 'open', ''].map(text => roundedText(text, 3))).toEqual([
    '0.001',
    '0.000',
    '123456789012345678901.500',
    '2.000',
    'open',
    '',
  ])
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

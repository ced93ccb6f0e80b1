import { expect, test } from 'vitest'
import { shownPrice } from './shown-price.ts'

test('a price has two decimals, more where they say something, and its currency', () => {
  expect(['50.200000000', '25.1 CNY', '3 EUR', '0.12345000 CNY'].map(shownPrice)).toEqual([
    '50.20',
    '25.10 CNY',
    '3.00 EUR',
    '0.12345 CNY',
  ])
})

import { expect, test } from 'vitest'
import { inKilowatts, unitOfHead, wattsOf, withoutUnit } from './units.ts'

test.each([
  ['120', '120000'],
  ['7.5', '7500'],
  ['0.35', '350'],
  ['120 kW', '120000'],
  ['１２０千瓦', '120000'],
  ['120000 W', '120000'],
  ['120000w', '120000'],
  ['7.5 W', '7.5 W'],
  ['0.0001', '0.0001'],
  ['7,5 kW', '7,5 kW'],
  ['a lot', 'a lot'],
])('power %s is %s W', (text, watts) => expect(wattsOf(text)).toBe(watts))

test('a head that says W is believed, unless the cell says otherwise', () => {
  expect([wattsOf('7000', 'W'), wattsOf('7 kW', 'W')]).toEqual(['7000', '7000'])
})

test('the unit of a head stands in its brackets', () => {
  for (const head of ['Power (W)', '额定功率（W）*', 'Power (W) *']) expect(unitOfHead(head), head).toBe('W')
  expect(unitOfHead('Power*')).toBeUndefined()
  expect(withoutUnit('额定功率 (kW)*')).toBe('额定功率')
})

test('kilowatts have the digits they need', () => {
  expect([120_000, 350, 1, 66_107].map(inKilowatts)).toEqual(['120 kW', '0.35 kW', '0.001 kW', '66.107 kW'])
})

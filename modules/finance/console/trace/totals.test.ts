import { expect, test } from 'vitest'
import { energyTotal, fenTotal } from './totals.ts'

test('sums are exact where floats are not', () => {
  expect(fenTotal(['0.10', '0.20', '-0.05'])).toBe('0.25')
  expect(fenTotal([])).toBe('0.00')
  expect(energyTotal(['0.1000', '0.2000', '1234567.8901'])).toBe('1234568.1901')
})

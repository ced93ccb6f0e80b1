import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test('a change is said in tenths of a percent of what was before', () => {
  expect(changeOf('yuan', '112.50', '100.00')).toBe(125)
  expect(changeOf('yuan', '90.00', '100.00')).toBe(-100)
  expect(changeOf('kwh', '1.0000', '3.0000')).toBe(-667)
  expect(changeOf('count', 7, 7)).toBe(0)
})

test('halves are rounded away from zero', () => {
  expect(changeOf('count', 20_001, 20_000)).toBe(0)
  expect(changeOf('count', 2_001, 2_000)).toBe(1)
  expect(changeOf('count', 1_999, 2_000)).toBe(-1)
})

test('nothing is compared with nothing', () => {
  expect(changeOf('yuan', '5.00', '0.00')).toBeNull()
  expect(changeOf('count', 5, undefined)).toBeNull()
})
